// SPDX-License-Identifier: Apache-2.0
// The work-groups of a functional run that have begun and not ended.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "decisions/pipeline/thread_group.h"
#include "decisions/pipeline/thread_places.h"

namespace lanefold {

class BegunGroups {
 public:
  /// Of `count`, of which `resident` are there at once.
  BegunGroups(std::uint64_t resident, std::uint64_t count) : resident_(resident), left_(count) {}

  void begin(const ThreadGroup& group) {
    groups_.push_back(&group);
    --left_;
  }
  void end(const ThreadGroup& group) {
    groups_.erase(std::find(groups_.begin(), groups_.end(), &group));
  }

  /// Nothing while there is room for a group that has not begun.
  std::optional<std::vector<const HardwareThread*>> all_threads() const {
    if (left_ != 0 && groups_.size() < resident_) return {};
    std::vector<const HardwareThread*> threads;
    for (const ThreadGroup* group : groups_) {
      threads.insert(threads.end(), group->threads().begin(), group->threads().end());
    }
    return threads;
  }
  std::vector<PlacedThread> placed() const {
    std::vector<PlacedThread> placed;
    for (const ThreadGroup* group : groups_) {
      unsigned number = 0;
      for (const HardwareThread* thread : group->threads())
        placed.push_back({thread, {}, number++});
    }
    return placed;
  }

 private:
  std::uint64_t resident_;
  std::uint64_t left_;
  std::vector<const ThreadGroup*> groups_;
};

}  // namespace lanefold
