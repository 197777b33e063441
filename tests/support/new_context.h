// SPDX-License-Identifier: Apache-2.0
// A simulation of a test's own.
#pragma once

#include <memory>
#include <systemc>

namespace lanefold {

/// Makes a new SystemC context the current one. Modules are made after it and destroyed before.
class NewContext {
 public:
  NewContext() { sc_core::sc_curr_simcontext = context_.get(); }
  ~NewContext() {
    context_.reset();
    sc_core::sc_curr_simcontext = previous_;
  }
  NewContext(const NewContext&) = delete;
  NewContext& operator=(const NewContext&) = delete;

 private:
  sc_core::sc_simcontext* previous_ = sc_core::sc_curr_simcontext;
  std::unique_ptr<sc_core::sc_simcontext> context_ = std::make_unique<sc_core::sc_simcontext>();
};

}  // namespace lanefold
