// SPDX-License-Identifier: Apache-2.0
// Watching for stores to some bytes.
#include "observers/last_writer/last_writer.h"

#include <fmt/format.h>

#include "decisions/memory/lane_addresses.h"
#include "decisions/program/program_image.h"

namespace lanefold {

void LastWriter::begins(const Warp& warp, const Instruction& instruction, LaneMask active) {
  const bool writes =
      instruction.kind == InstructionClass::Store ||
      (instruction.kind == InstructionClass::Atomic && instruction.opcode != Opcode::LrW);
  if (!writes || active.none()) return;
  LaneAccess access;
  compute_addresses(instruction, warp.registers(), active, access);
  for_each_lane(active, [&](unsigned lane) {
    const std::uint32_t first = access.address[lane];
    if (first >= end_ || first + instruction.access_bytes <= begin_) return;
    const auto id = warp.global_id(lane);
    const std::string line = source_line(*warp.launch().image, instruction.pc);
    text_ = fmt::format("work-item ({}, {}, {}) at {}", id[0], id[1], id[2],
                        line.empty() ? fmt::format("pc {:#010x}", instruction.pc) : line);
  });
}

}  // namespace lanefold
