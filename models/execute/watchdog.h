// SPDX-License-Identifier: Apache-2.0
// Notices a warp that executes for ever: spinning lanes keep the lanes that they wait for from
// running.
#pragma once

#include <fmt/format.h>

#include "execute/fault.h"
#include "execute/warp.h"

namespace lanefold {

/// Throws Error(NoProgress) when the warp has executed too long without changing memory, meeting a
/// barrier or ending a lane. `pc` is where it is.
inline void check_quiet(const Warp& warp, std::uint32_t pc, const LimitsConfig& limits) {
  if (warp.quiet_instructions <= limits.livelock_instructions) return;
  const Split& running = warp.lanes().current();
  const unsigned waiting = warp.lanes().live().without(running.mask).count();
  const std::string others =
      waiting == 0
          ? std::string()
          : fmt::format(
                " while {} other work-items of the warp wait for it; lanes of a warp cannot "
                "spin on one another",
                waiting);
  throw at_work_item(
      ErrorKind::NoProgress, warp, pc, running.mask.lowest(),
      fmt::format("loops: {} instructions without changing memory{} (limits.livelock_instructions)",
                  limits.livelock_instructions, others));
}

}  // namespace lanefold
