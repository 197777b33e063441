// SPDX-License-Identifier: Apache-2.0
// Simulations beside that of the caller.
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

/// Makes a SystemC context, or none, the current one for as long as it lives.
class UseContext {
 public:
  explicit UseContext(sc_core::sc_simcontext* context) : previous_(sc_core::sc_curr_simcontext) {
    sc_core::sc_curr_simcontext = context;
  }
  ~UseContext() { sc_core::sc_curr_simcontext = previous_; }
  UseContext(const UseContext&) = delete;
  UseContext& operator=(const UseContext&) = delete;

 private:
  sc_core::sc_simcontext* previous_;
};

}  // namespace lanefold
