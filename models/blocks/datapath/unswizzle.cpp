// SPDX-License-Identifier: Apache-2.0
// The unswizzle.
#include "blocks/datapath/unswizzle.h"

namespace lanefold {

Unswizzle::Unswizzle(const sc_core::sc_module_name& name, const CoreGeometry& geometry)
    : sc_module(name), geometry_(geometry) {}

void Unswizzle::take(WarpInstruction& instruction) {
  const PipelineInstruction& decoded = *instruction.instruction;
  if (decoded.kind == InstructionClass::Alu) {
    DatapathValues& values = *instruction.values;
    values.written =
        unswizzle(values.result, instruction.schedule, geometry_.of(decoded), values.write);
    if (instruction.scalar.once) broadcast(instruction);
  }
  results.send(instruction);
}

/// What one lane has computed is the result of all.
void Unswizzle::broadcast(WarpInstruction& instruction) {
  LaneValues& write = instruction.values->write;
  const std::uint64_t value = write[instruction.values->written.lowest()];
  for_each_lane(instruction.active, [&](unsigned lane) { write[lane] = value; });
  instruction.values->written = instruction.active;
}

LaneMask Unswizzle::unswizzle(const SlotValues& result, const Schedule& schedule,
                              const QuadGeometry& /*geometry*/, LaneValues& write) {
  for_each_lane(schedule.lanes(),
                [&](unsigned lane) { write[lane] = result[slot_of(schedule, lane)]; });
  return schedule.lanes();
}

}  // namespace lanefold
