// SPDX-License-Identifier: Apache-2.0
// Computes the execution mask concurrently with decode (ISCA'13 section 2.2, stage 2) and moves the
// running split on.
#pragma once

#include <systemc>

#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {

class ExecutionMask : public sc_core::sc_module {
 public:
  WarpTarget<ExecutionMask> decoded{"decoded", this, &ExecutionMask::take};
  WarpInitiator masked{"masked"};

  explicit ExecutionMask(const sc_core::sc_module_name& name);

 protected:
  /// The decision: the lanes that execute.
  virtual LaneMask combine(LaneMask dispatch, LaneMask control_flow, LaneMask predicate);

 private:
  void take(WarpInstruction& instruction);
};

}  // namespace lanefold
