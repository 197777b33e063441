// SPDX-License-Identifier: Apache-2.0
// The operand latch between register banks and swizzle crossbar: it holds every operand of the
// whole warp, because a swizzled cycle may take lanes of any quad (ISCA'13 section 4.2).
#pragma once

#include <systemc>

#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/core_geometry.h"

namespace lanefold {

/// Only the exact data path has an operand latch: the fast one moves no values.
class OperandLatch : public sc_core::sc_module {
 public:
  WarpTarget<OperandLatch> operands{"operands", this, &OperandLatch::take};
  WarpInitiator latched{"latched"};  ///< to the swizzle crossbar

  OperandLatch(const sc_core::sc_module_name& name, const CoreGeometry& geometry);

 protected:
  /// What the block does with one operand: it captures the lanes of `fetched`, which are whole
  /// quads.
  virtual void capture(unsigned operand, LaneMask fetched, const QuadGeometry& geometry,
                       const LaneValues& read, LaneValues& latch);

 private:
  void take(WarpInstruction& instruction);

  const CoreGeometry& geometry_;
};

}  // namespace lanefold
