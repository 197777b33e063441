// SPDX-License-Identifier: Apache-2.0
// The operand latch.
#include "blocks/datapath/operand_latch.h"

namespace lanefold {

OperandLatch::OperandLatch(const sc_core::sc_module_name& name, const CoreGeometry& geometry)
    : sc_module(name), geometry_(geometry) {}

void OperandLatch::take(WarpInstruction& instruction) {
  const PipelineInstruction& decoded = *instruction.instruction;
  if (computes_lanes(decoded)) {
    DatapathValues& values = *instruction.values;
    for (unsigned k = 0; k < decoded.sources; ++k) {
      capture(k, instruction.issued_lanes, geometry_.of(decoded), values.read[k], values.latch[k]);
    }
  }
  latched.send(instruction);
}

void OperandLatch::capture(unsigned /*operand*/, LaneMask fetched, const QuadGeometry& /*geometry*/,
                           const LaneValues& read, LaneValues& latch) {
  for_each_lane(fetched, [&](unsigned lane) { latch[lane] = read[lane]; });
}

}  // namespace lanefold
