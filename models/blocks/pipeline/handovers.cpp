// SPDX-License-Identifier: Apache-2.0
// Hand-overs that take longer.
#include "blocks/pipeline/handovers.h"

#include <algorithm>
#include <utility>

namespace lanefold {

void Handovers::postpone(Edge edge, unsigned slot, Cycle due, std::function<void()> take) {
  waiting_.push_back({info_of(edge).waits, slot, due, std::move(take)});
  last_ = std::max(last_, due);
  wake_(due);
}

/// What is taken may postpone more.
void Handovers::deliver(Cycle now) {
  const auto first =
      std::stable_partition(waiting_.begin(), waiting_.end(),
                            [now](const Waiting& waiting) { return waiting.due <= now; });
  std::vector<Waiting> due(std::make_move_iterator(waiting_.begin()),
                           std::make_move_iterator(first));
  waiting_.erase(waiting_.begin(), first);
  std::stable_sort(due.begin(), due.end(),
                   [](const Waiting& a, const Waiting& b) { return a.due < b.due; });
  for (const Waiting& waiting : due) waiting.take();
}

Cycle Handovers::next_event() const {
  Cycle next = kNever;
  for (const Waiting& waiting : waiting_) next = std::min(next, waiting.due);
  return next;
}

SlotSet Handovers::slots(Waits waits) const {
  SlotSet slots;
  for (const Waiting& waiting : waiting_) {
    if (waiting.waits == waits) slots.set(waiting.slot);
  }
  return slots;
}

}  // namespace lanefold
