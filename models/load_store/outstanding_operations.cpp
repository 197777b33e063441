// SPDX-License-Identifier: Apache-2.0
// How many memory operations of a thread memory has not answered.
#include "load_store/outstanding_operations.h"

#include <algorithm>

namespace lanefold {

OutstandingOperations::OutstandingOperations(unsigned threads, unsigned limit)
    : limit_(limit), places_(limit == 0 ? 0 : threads, std::vector<Place>(limit)) {}

unsigned OutstandingOperations::begin(unsigned slot) {
  if (limit_ == 0) return 0;
  std::vector<Place>& places = places_[slot];
  const auto free = [](const Place& place) { return !place.taken; };
  const auto chosen = std::find_if(places.begin(), places.end(), free);
  *chosen = {true, false, 0, 0};
  full_.assign(slot, std::none_of(places.begin(), places.end(), free));
  return static_cast<unsigned>(chosen - places.begin());
}

void OutstandingOperations::line_sent(unsigned slot, unsigned place) {
  if (limit_ != 0) ++places_[slot][place].unanswered;
}

void OutstandingOperations::all_sent(unsigned slot, unsigned place) {
  if (limit_ != 0) places_[slot][place].all_sent = true;
}

void OutstandingOperations::line_answered(unsigned slot, unsigned place, Cycle cycle) {
  if (limit_ == 0) return;
  Place& answered = places_[slot][place];
  --answered.unanswered;
  answered.last_answer = std::max(answered.last_answer, cycle);
}

void OutstandingOperations::release(unsigned slot, unsigned place) {
  if (limit_ == 0) return;
  places_[slot][place].taken = false;
  full_.reset(slot);
}

void OutstandingOperations::settle(Cycle now) {
  for (const unsigned slot : full_) {
    for (Place& place : places_[slot]) {
      if (!place.answered() || place.last_answer > now) continue;
      place.taken = false;
      full_.reset(slot);
    }
  }
}

Cycle OutstandingOperations::next_event() const {
  Cycle next = kNever;
  for (const unsigned slot : full_) {
    for (const Place& place : places_[slot]) {
      if (place.answered()) next = std::min(next, place.last_answer);
    }
  }
  return next;
}

void OutstandingOperations::reset() {
  for (std::vector<Place>& places : places_) std::fill(places.begin(), places.end(), Place{});
  full_ = SlotSet();
}

}  // namespace lanefold
