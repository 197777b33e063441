// SPDX-License-Identifier: Apache-2.0
// The swizzle crossbar.
#include "datapath/swizzle_crossbar.h"

#include "execute/datapath.h"

namespace lanefold {

SwizzleCrossbar::SwizzleCrossbar(const sc_core::sc_module_name& name, const CoreConfig& config)
    : sc_module(name), exact_(parse_datapath(config.datapath) == Datapath::Exact) {}

void SwizzleCrossbar::swizzle(WarpInstruction& instruction) {
  if (exact_) {
    const Schedule& schedule = instruction.schedule;
    DatapathValues& values = instruction.values;
    for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
      for (unsigned position = 0; position < schedule.positions(); ++position) {
        const Schedule::Slot slot = schedule.slot(cycle, position);
        if (!slot.enabled()) continue;
        const unsigned at = cycle * schedule.positions() + position;
        for (unsigned k = 0; k < values.latch.size(); ++k) {
          values.operand[k][at] = values.latch[k][slot.lane];
        }
      }
    }
  }
  (instruction.unit == Unit::Em ? em : fpu).send(instruction);
}

void SwizzleCrossbar::unswizzle(WarpInstruction& instruction) {
  if (exact_) {
    const Schedule& schedule = instruction.schedule;
    for_each_lane(schedule.lanes(), [&](unsigned lane) {
      const Schedule::Place place = schedule.place(lane);
      const unsigned at = place.cycle * schedule.positions() + place.position;
      instruction.values.latch[0][lane] = instruction.values.result[at];
    });
  }
  results.send(instruction);
}

}  // namespace lanefold
