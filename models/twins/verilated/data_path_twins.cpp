// SPDX-License-Identifier: Apache-2.0
// What a schedule tells the data path.
#include "twins/verilated/data_path_twins.h"

namespace lanefold {

QuadControl quad_control(const Schedule& schedule, unsigned cycle) {
  QuadControl control;
  for (unsigned position = 0; position < schedule.positions(); ++position) {
    const Schedule::Slot slot = schedule.slot(cycle, position);
    if (slot.enabled()) {
      control.enable.set(position);
      control.quad[position] = static_cast<std::uint8_t>(slot.quad);
      control.position[position] = static_cast<std::uint8_t>(slot.position);
    }
  }
  return control;
}

}  // namespace lanefold
