// SPDX-License-Identifier: Apache-2.0
// Work-groups of a launch of RISC-V code.
#include "decisions/execute/launched_work_groups.h"

#include "decisions/execute/work_group.h"
#include "decisions/program/barriers.h"

namespace lanefold {

bool LaunchedWorkGroups::feeds_slices() const {
  return !reaches_barrier(*launch_.image, launch_.entry);
}

void LaunchedWorkGroups::divide_into_regions(const std::vector<std::uint32_t>& lanes,
                                             std::uint32_t all) {
  regions_.start(count() * work_items_of_group(), lanes, all);
}

std::unique_ptr<ThreadGroup> LaunchedWorkGroups::make_group() {
  return std::make_unique<WorkGroup>(memory_, reservations_);
}

void LaunchedWorkGroups::start(ThreadGroup& group, std::uint64_t index) {
  static_cast<WorkGroup&>(group).start(launch_, launch_.group(index), &regions_);
}

}  // namespace lanefold
