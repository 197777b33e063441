// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 4.4: what objects that work together share. There is one device, so a context
// is hardly more than an identity.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "destruction_calls.h"
#include "handles.h"

namespace lanefold::icd {

class Context : public _cl_context {
 public:
  using Handle = cl_context;
  static constexpr cl_int kInvalid = CL_INVALID_CONTEXT;
  /// Tells the application of an error that no return code can describe.
  using Notify = std::function<void(const std::string& sentence)>;

  Context(std::vector<cl_context_properties> properties, Notify notify)
      : properties_(std::move(properties)), notify_(std::move(notify)) {}
  ~Context() { on_destruction.make(); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// As the application gave them, with the 0 at the end; empty if it gave none.
  const std::vector<cl_context_properties>& properties() const { return properties_; }
  void notify(const std::string& sentence) const {
    if (notify_) notify_(sentence);
  }

  DestructionCalls on_destruction;

 private:
  std::vector<cl_context_properties> properties_;
  Notify notify_;
};

}  // namespace lanefold::icd
