// SPDX-License-Identifier: Apache-2.0
// How many memory operations of a thread memory has not answered (SC'09 section 6).
#pragma once

#include <vector>

#include "base/cycle.h"
#include "base/index_set.h"

namespace lanefold {

/// A place for each load, store or atomic of a thread from its issue until the cycle of the last
/// answer to its lines, which may be known before. Stores hold theirs as long: the places are the
/// write buffer, too (SC'09 footnote 4).
class OutstandingOperations {
 public:
  /// `limit` places for each thread; without any, operations are not counted.
  OutstandingOperations(unsigned threads, unsigned limit);

  /// Threads without a free place, as of the latest settle().
  SlotSet full() const { return full_; }
  /// Takes a place of a thread that is not full; returns its number.
  unsigned begin(unsigned slot);
  void line_sent(unsigned slot, unsigned place);
  void all_sent(unsigned slot, unsigned place);
  void line_answered(unsigned slot, unsigned place, Cycle cycle);
  /// Operation `place` no longer counts.
  void release(unsigned slot, unsigned place);
  /// Frees what is answered by now.
  void settle(Cycle now);
  /// The next cycle in which settle() frees a place, as far as it is known.
  Cycle next_event() const;
  void reset();

 private:
  struct Place {
    bool taken = false;
    bool all_sent = false;
    unsigned unanswered = 0;  ///< lines
    Cycle last_answer = 0;

    bool answered() const { return taken && all_sent && unanswered == 0; }
  };

  Place& place_of(unsigned slot, unsigned place) { return places_[slot * limit_ + place]; }

  SlotSet full_;
  unsigned limit_;
  std::vector<Place> places_;  ///< thread by thread
};

}  // namespace lanefold
