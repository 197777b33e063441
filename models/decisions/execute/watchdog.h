// SPDX-License-Identifier: Apache-2.0
// What is said of a slice that executes for ever: spinning lanes keep the lanes that they wait for
// from running, and resident work-groups those that are still to come.
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
        " while {} of the warp {} for it (lanes of a warp can spin on one another with "
        "core.reconvergence=yield only)",
        lanes == 1 ? "another work-item" : std::to_string(lanes) + " other work-items",
        lanes == 1 ? "waits" : "wait");
  }
  if (started < groups) {
    sentence += fmt::format(
        "{} {} of {} work-groups have not started (a work-group cannot spin on these, and the "
        "machine holds {} at once)",
        sentence.empty() ? " while" : ", and", groups - started, groups, launch.resident_groups);
  }
  return sentence;
}

/// The error of a slice at `pc` that loops; `how` completes "work-item (x, y, z): loops".
inline Error loops(const Slice& slice, std::uint32_t pc, const std::string& how) {
  return at_work_item(ErrorKind::NoProgress, slice.warp(), pc,
                      slice.lanes().current().mask.lowest(), "loops" + how);
}

/// Of a slice that has executed more instructions than the limit without changing memory, meeting a
/// barrier or ending a lane.
inline Error livelock(const Slice& slice, std::uint32_t pc, const LimitsConfig& limits) {
  return loops(slice, pc,
               fmt::format("{}: {} instructions without changing memory "
                           "(limits.livelock_instructions)",
                           waiting_for_it(slice), limits.livelock_instructions));
}

/// Of a slice that has come through more blocks than there are, all without a choice where to go.
inline Error endless_loop(const Slice& slice, std::uint32_t pc) {
  return loops(slice, pc, " for ever: no branch leaves the loop");
}

/// Of a slice of a launch that stands still (LaunchActivity).
inline Error standstill(const Slice& slice, std::uint32_t pc) {
  return loops(slice, pc,
               fmt::format(" for ever{}: in {} instructions it has not changed memory, its "
                           "registers are what they were before, and every other warp loops in "
                           "the same way or waits at a barrier",
                           waiting_for_it(slice), slice.warp().quiet_instructions()));
}

}  // namespace lanefold
