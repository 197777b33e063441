// SPDX-License-Identifier: Apache-2.0
// How many memory operations of a thread memory has not answered (SC'09 section 6).
#pragma once

#include <vector>

#include "common/index_set.h"

namespace lanefold {

/// A place for each load, store or atomic of a thread from its issue until memory has answered all
/// of its lines. Stores hold theirs as long: the places are the write buffer, too (SC'09 footnote
/// 4).
class OutstandingOperations {
 public:
  /// `limit` places for each thread; without any, operations are not counted.
  OutstandingOperations(unsigned threads, unsigned limit) : limit_(limit), places_(threads) { reset(); }

  /// Threads without a free place.
  SlotSet full() const { return full_; }
  /// Takes a place of a thread that is not full; returns its number.
  unsigned begin(unsigned slot);
  void line_sent(unsigned slot, unsigned place) { change(slot, place, 1, false); }
  void all_sent(unsigned slot, unsigned place) { change(slot, place, 0, true); }
  void line_answered(unsigned slot, unsigned place) { change(slot, place, -1, false); }
  void reset();

 private:
  struct Place {
    bool taken = false;
    bool all_sent = false;
    int unanswered = 0;  ///< lines
  };

  void change(unsigned slot, unsigned place, int lines, bool last);
  void update(unsigned slot);

  unsigned limit_;
  std::vector<std::vector<Place>> places_;
  SlotSet full_;
};

}  // namespace lanefold
