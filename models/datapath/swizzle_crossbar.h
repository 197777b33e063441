// SPDX-License-Identifier: Apache-2.0
// The swizzle crossbar between operand latch and ALU, and the unswizzle on the way back (ISCA'13
// section 4.2).
#pragma once

#include <systemc>

#include "frontend/warp_protocol.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Carries values in the exact data path; the fast one passes through.
class SwizzleCrossbar : public sc_core::sc_module {
 public:
  WarpTarget<SwizzleCrossbar> operands{"operands", this, &SwizzleCrossbar::swizzle};
  WarpInitiator fpu{"fpu"};
  WarpInitiator em{"em"};
  WarpTarget<SwizzleCrossbar> fpu_results{"fpu_results", this, &SwizzleCrossbar::unswizzle};
  WarpTarget<SwizzleCrossbar> em_results{"em_results", this, &SwizzleCrossbar::unswizzle};
  WarpInitiator results{"results"};  ///< to write-back

  SwizzleCrossbar(const sc_core::sc_module_name& name, const CoreConfig& config);

 private:
  void swizzle(WarpInstruction& instruction);
  void unswizzle(WarpInstruction& instruction);

  bool exact_;
};

}  // namespace lanefold
