// SPDX-License-Identifier: Apache-2.0
// The swizzle crossbar between operand latch and ALU (ISCA'13 section 4.2).
#pragma once

#include <systemc>

#include "blocks/datapath/datapath_blocks.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/core_geometry.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Carries values in the exact data path; the fast one passes through.
class SwizzleCrossbar : public sc_core::sc_module, public CrossbarBlock {
 public:
  WarpTarget<SwizzleCrossbar> operands{"operands", this, &SwizzleCrossbar::take};
  CallInitiator<WarpProtocol, kMayBeUnbound> scalar{"scalar"};    ///< to the scalar pipe
  CallInitiator<WarpProtocol, kMayBeUnbound> control{"control"};  ///< to the control pipe
  WarpInitiator em{"em"};
  WarpInitiator fpu{"fpu"};

  SwizzleCrossbar(const sc_core::sc_module_name& name, const CoreConfig& config,
                  const CoreGeometry& geometry);

  Sockets sockets() override { return {operands, fpu, em, scalar, control}; }

 protected:
  /// What the block does with one operand: every slot of the schedule gets its lane's value.
  virtual void swizzle(const LaneValues& latch, const Schedule& schedule,
                       const QuadGeometry& geometry, SlotValues& operand);

 private:
  void take(WarpInstruction& instruction);

  const CoreGeometry& geometry_;
  bool exact_;
};

}  // namespace lanefold
