// SPDX-License-Identifier: Apache-2.0
// Sentences about what a work-item did wrong.
#include "decisions/execute/fault.h"

#include <fmt/format.h>

#include "decisions/execute/warp.h"
#include "decisions/program/program_image.h"

namespace lanefold {

Error at_work_item(ErrorKind kind, const Warp& warp, std::uint32_t pc, unsigned lane,
                   const std::string& what) {
  const Launch& launch = warp.launch();
  const std::string line = source_line(*launch.image, pc);
  const auto id = warp.global_id(lane);
  return Error(kind, fmt::format("kernel {}{}{} (pc {:#010x}), work-item ({}, {}, {}): {}",
                                 launch.kernel->name, line.empty() ? "" : " at ", line, pc, id[0],
                                 id[1], id[2], what));
}

}  // namespace lanefold
