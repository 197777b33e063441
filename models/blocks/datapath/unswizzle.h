// SPDX-License-Identifier: Apache-2.0
// The unswizzle between ALU and write-back: the way of the swizzle crossbar back (ISCA'13 section
// 4.2).
#pragma once

#include <systemc>

#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/core_geometry.h"

namespace lanefold {

/// Only the exact data path unswizzles: the fast one moves no values.
class Unswizzle : public sc_core::sc_module {
 public:
  /// From every ALU pipe.
  CallTarget<Unswizzle, WarpProtocol, kMustBeBound, 0> alu{"alu", this, &Unswizzle::take};
  WarpInitiator results{"results"};  ///< to write-back

  Unswizzle(const sc_core::sc_module_name& name, const CoreGeometry& geometry);

 protected:
  /// What the block does: the result of every slot goes to its lane. Returns the lanes written.
  virtual LaneMask unswizzle(const SlotValues& result, const Schedule& schedule,
                             const QuadGeometry& geometry, LaneValues& write);

 private:
  void take(WarpInstruction& instruction);
  static void broadcast(WarpInstruction& instruction);

  const CoreGeometry& geometry_;
};

}  // namespace lanefold
