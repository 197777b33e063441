// SPDX-License-Identifier: Apache-2.0
// Work-groups of a functional run in turn, as many at once as the machine holds.
#pragma once

#include <cstdint>
#include <deque>

#include "machine/device/patience.h"

namespace lanefold {

/// What a group has done with its turn.
struct GroupTurn {
  bool used_up = false;   ///< by a part of it that has not ended
  bool progress = false;  ///< a part has changed memory, met a barrier or ended
};

/// Runs groups 0 to `count` - 1. `start` begins the group of that number in a slot and returns it;
/// `run` gives the slot's group its turn; `ended` takes the slot back if its group has ended, and
/// returns whether it has.
template <class Slot, class Start, class Run, class Ended>
void take_turns(std::uint64_t resident, std::uint64_t count, Patience& patience, Start&& start,
                Run&& run, Ended&& ended) {
  // Each is a group that has begun, or the right to begin the next.
  std::deque<Slot*> turns(resident, nullptr);
  std::uint64_t next = 0;
  while (!turns.empty()) {
    Slot* slot = turns.front();
    turns.pop_front();
    if (slot == nullptr) {
      if (next == count) continue;
      slot = start(next++);
    }
    const GroupTurn turn = run(*slot);
    turns.push_back(ended(*slot) ? nullptr : slot);
    patience.took_turn(turn.progress, turns.size());
  }
}

}  // namespace lanefold
