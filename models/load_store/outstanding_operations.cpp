// SPDX-License-Identifier: Apache-2.0
// How many memory operations of a thread memory has not answered.
#include "load_store/outstanding_operations.h"

#include <algorithm>

namespace lanefold {

unsigned OutstandingOperations::begin(unsigned slot) {
  if (limit_ == 0) return 0;
  std::vector<Place>& places = places_[slot];
  const auto free =
      std::find_if(places.begin(), places.end(), [](const Place& place) { return !place.taken; });
  *free = {true, false, 0};
  update(slot);
  return static_cast<unsigned>(free - places.begin());
}

void OutstandingOperations::change(unsigned slot, unsigned place, int lines, bool last) {
  if (limit_ == 0) return;
  Place& changed = places_[slot][place];
  changed.unanswered += lines;
  changed.all_sent |= last;
  changed.taken = !changed.all_sent || changed.unanswered != 0;
  update(slot);
}

void OutstandingOperations::update(unsigned slot) {
  const std::vector<Place>& places = places_[slot];
  full_.assign(slot, std::all_of(places.begin(), places.end(),
                                 [](const Place& place) { return place.taken; }));
}

void OutstandingOperations::reset() {
  for (std::vector<Place>& places : places_) places.assign(limit_, Place{});
  full_ = SlotSet();
}

}  // namespace lanefold
