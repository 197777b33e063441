// SPDX-License-Identifier: Apache-2.0
// The ALU of the exact data path.
#include "blocks/datapath/alu_compute.h"

#include "decisions/execute/warp.h"
#include "decisions/isa/lane_execute.h"
#include "decisions/program/program_image.h"

namespace lanefold {

void compute_slots(WarpInstruction& instruction) {
  const Schedule& schedule = instruction.schedule;
  DatapathValues& values = *instruction.values;
  LaneRegisters& registers = instruction.warp->registers();
  const FloatTraits traits = instruction.warp->launch().image->traits;
  for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      const Schedule::Slot slot = schedule.slot(cycle, position);
      if (!slot.enabled()) continue;
      const unsigned at = cycle * schedule.positions() + position;
      const LaneResult result =
          execute_lane(instruction.riscv(), values.operand[0][at], values.operand[1][at],
                       values.operand[2][at], registers.float_rounding[slot.lane], traits);
      values.result[at] = result.value;
      values.taken[at] = result.taken;
      const LaneMask lanes =
          instruction.scalar.once ? instruction.active : LaneMask::lane(slot.lane);
      for_each_lane(lanes, [&](unsigned lane) { registers.float_flags[lane] |= result.flags; });
    }
  }
}

}  // namespace lanefold
