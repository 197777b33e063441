// SPDX-License-Identifier: Apache-2.0
// The unswizzle.
#include "datapath/unswizzle.h"

#include "execute/datapath.h"

namespace lanefold {

Unswizzle::Unswizzle(const sc_core::sc_module_name& name, const CoreConfig& config)
    : sc_module(name), exact_(parse_datapath(config.datapath) == Datapath::Exact) {}

void Unswizzle::take(WarpInstruction& instruction) {
  if (exact_ && instruction.instruction->kind == InstructionClass::Alu) {
    DatapathValues& values = instruction.values;
    values.written = unswizzle(values.result, instruction.schedule, values.write);
  }
  results.send(instruction);
}

LaneMask Unswizzle::unswizzle(const SlotValues& result, const Schedule& schedule,
                              LaneValues& write) {
  for_each_lane(schedule.lanes(), [&](unsigned lane) {
    const Schedule::Place place = schedule.place(lane);
    write[lane] = result[place.cycle * schedule.positions() + place.position];
  });
  return schedule.lanes();
}

}  // namespace lanefold
