// SPDX-License-Identifier: Apache-2.0
// Another platform that runs the same kernels.
#pragma once

#include <string>

#include "lanefold/device.h"

namespace lanefold {

class ReferenceDevice : public Device {
 public:
  /// Of the device, as its platform has it.
  virtual std::string name() const = 0;
  /// Kernels of later launches come from this source. Throws Error(Compiler) with the log.
  virtual void build(const std::string& source, const std::string& options) = 0;
};

/// What the module exports: the first device of the platform that `platform` names, for its user to
/// delete. Throws Error(Usage) if there is none.
using MakeReferenceDevice = ReferenceDevice*(const char* platform);
constexpr const char* kMakeReferenceDevice = "lanefold_make_reference_device";

}  // namespace lanefold
