// SPDX-License-Identifier: Apache-2.0
// The swizzle crossbar.
#include "blocks/datapath/swizzle_crossbar.h"

#include "decisions/execute/datapath.h"

namespace lanefold {

SwizzleCrossbar::SwizzleCrossbar(const sc_core::sc_module_name& name, const CoreConfig& config,
                                 const CoreGeometry& geometry)
    : sc_module(name), geometry_(geometry), exact_(moves_quads(config)) {}

void SwizzleCrossbar::take(WarpInstruction& instruction) {
  const PipelineInstruction& decoded = *instruction.instruction;
  if (exact_ && computes_lanes(decoded)) {
    DatapathValues& values = *instruction.values;
    for (unsigned k = 0; k < decoded.sources; ++k) {
      swizzle(values.latch[k], instruction.schedule, geometry_.of(decoded), values.operand[k]);
    }
  }
  switch (instruction.unit) {
    case Unit::Scalar:
      return scalar.send(instruction);
    case Unit::Control:
      return control.send(instruction);
    case Unit::Em:
      return em.send(instruction);
    default:
      return fpu.send(instruction);
  }
}

void SwizzleCrossbar::swizzle(const LaneValues& latch, const Schedule& schedule,
                              const QuadGeometry& /*geometry*/, SlotValues& operand) {
  for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      const Schedule::Slot slot = schedule.slot(cycle, position);
      if (slot.enabled()) operand[cycle * schedule.positions() + position] = latch[slot.lane];
    }
  }
}

}  // namespace lanefold
