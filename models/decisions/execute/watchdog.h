// SPDX-License-Identifier: Apache-2.0
// Notices a slice that executes for ever: spinning lanes keep the lanes that they wait for from
// running, and resident work-groups those that are still to come.
#pragma once

#include <fmt/format.h>

#include <string>

#include "decisions/execute/fault.h"
#include "decisions/execute/slice.h"

namespace lanefold {

/// What a slice that loops may wait for in vain: other lanes, and work-groups that are still to
/// come.
inline std::string waiting_for_it(const Slice& slice) {
  const Launch& launch = slice.warp().launch();
  const unsigned lanes = slice.lanes().live().without(slice.lanes().current().mask).count();
  const std::uint64_t groups = launch.group_count();
  const std::uint64_t started = launch.started_groups == nullptr ? groups : *launch.started_groups;
  std::string sentence;
  if (lanes != 0) {
    sentence = fmt::format(
        " while {} other work-items of the warp wait for it; lanes of a warp cannot spin on one "
        "another",
        lanes);
  }
  if (started < groups) {
    sentence += fmt::format(
        "{} {} of {} work-groups have not started, for the machine holds {} at once; a work-group "
        "cannot spin on these",
        sentence.empty() ? " while" : ", and", groups - started, groups, launch.resident_groups);
  }
  return sentence;
}

/// Throws Error(NoProgress) when the slice's warp has executed too long without changing memory,
/// meeting a barrier or ending a lane. `pc` is where it is.
inline void check_quiet(const Slice& slice, std::uint32_t pc, const LimitsConfig& limits) {
  const Warp& warp = slice.warp();
  if (warp.quiet_instructions() <= limits.livelock_instructions) return;
  throw at_work_item(
      ErrorKind::NoProgress, warp, pc, slice.lanes().current().mask.lowest(),
      fmt::format("loops: {} instructions without changing memory{} (limits.livelock_instructions)",
                  limits.livelock_instructions, waiting_for_it(slice)));
}

}  // namespace lanefold
