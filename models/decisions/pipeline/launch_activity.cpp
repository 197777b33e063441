// SPDX-License-Identifier: Apache-2.0
// Whether a launch goes on.
#include "decisions/pipeline/launch_activity.h"

#include "decisions/pipeline/hardware_thread.h"

namespace lanefold {

const HardwareThread* LaunchActivity::standing_still() {
  if (going_on_ != nullptr && goes_on(*going_on_)) return nullptr;
  going_on_ = nullptr;
  const auto threads = threads_();
  if (!threads) return nullptr;
  const HardwareThread* looping = nullptr;
  for (const HardwareThread* thread : *threads) {
    if (goes_on(*thread)) {
      going_on_ = thread;
      continue;
    }
    if (!thread->repeats(changes_)) continue;
    if (looping == nullptr || (looping->split_count() == 1 && thread->split_count() > 1)) {
      looping = thread;
    }
  }
  return going_on_ == nullptr ? looping : nullptr;
}

bool LaunchActivity::goes_on(const HardwareThread& thread) {
  if (thread.place().done || thread.at_barrier() || thread.repeats(changes_)) return false;
  if (!now_ || thread.in_flight() == 0) return true;
  const std::uint64_t now = now_();
  const std::uint64_t instructions = thread.quiet_instructions();
  Seen& seen = seen_[&thread];
  if (seen.changes != changes_ || seen.instructions != instructions) {
    seen = {changes_, instructions, now};
  }
  return now - seen.since < most_cycles_;
}

}  // namespace lanefold
