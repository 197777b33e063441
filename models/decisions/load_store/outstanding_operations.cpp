// SPDX-License-Identifier: Apache-2.0
// How many memory operations of a thread memory has not answered.
#include "decisions/load_store/outstanding_operations.h"

#include <algorithm>

namespace lanefold {

OutstandingOperations::OutstandingOperations(unsigned threads, unsigned limit)
    : limit_(limit), places_(std::size_t{threads} * limit) {}

unsigned OutstandingOperations::begin(unsigned slot) {
  if (limit_ == 0) return 0;
  Place* const first = &place_of(slot, 0);
  const auto free = [](const Place& place) { return !place.taken; };
  Place* const chosen = std::find_if(first, first + limit_, free);
  *chosen = {true, false, 0, 0};
  full_.assign(slot, std::none_of(first, first + limit_, free));
  return static_cast<unsigned>(chosen - first);
}

void OutstandingOperations::line_sent(unsigned slot, unsigned place) {
  if (limit_ != 0) ++place_of(slot, place).unanswered;
}

void OutstandingOperations::all_sent(unsigned slot, unsigned place) {
  if (limit_ != 0) place_of(slot, place).all_sent = true;
}

void OutstandingOperations::line_answered(unsigned slot, unsigned place, Cycle cycle) {
  if (limit_ == 0) return;
  Place& answered = place_of(slot, place);
  --answered.unanswered;
  answered.last_answer = std::max(answered.last_answer, cycle);
}

void OutstandingOperations::release(unsigned slot, unsigned place) {
  if (limit_ == 0) return;
  place_of(slot, place).taken = false;
  full_.reset(slot);
}

void OutstandingOperations::settle(Cycle now) {
  for (const unsigned slot : full_) {
    for (unsigned i = 0; i < limit_; ++i) {
      Place& place = place_of(slot, i);
      if (!place.answered() || place.last_answer > now) continue;
      place.taken = false;
      full_.reset(slot);
    }
  }
}

Cycle OutstandingOperations::next_event() const {
  Cycle next = kNever;
  for (const unsigned slot : full_) {
    for (unsigned i = 0; i < limit_; ++i) {
      const Place& place = places_[slot * limit_ + i];
      if (place.answered()) next = std::min(next, place.last_answer);
    }
  }
  return next;
}

void OutstandingOperations::reset() {
  std::fill(places_.begin(), places_.end(), Place{});
  full_ = SlotSet();
}

}  // namespace lanefold
