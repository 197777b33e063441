// SPDX-License-Identifier: Apache-2.0
// Entries of the memory coalescing buffer: the lanes of one load, and what each waits for (SC'09
// section 3.2). Without time: the block that holds them adds that.
#pragma once

#include <cstdint>
#include <vector>

#include "lanefold/lane_mask.h"

namespace lanefold {

/// The lanes of one load. A lane is invalid until the first of its lines is sent, waits while a
/// line of its is on its way, and is ready when all that were sent for it have come.
class CoalescingEntry {
 public:
  LaneMask waiting() const { return once_ | twice_; }
  LaneMask ready() const { return ready_; }

  /// A line that serves `served` is sent: a lane touches two at most.
  void send(LaneMask served) {
    twice_ |= once_ & served;
    once_ |= served;
    ready_ = ready_.without(served);
  }
  /// Its line has come, and the values of `served` are taken out of it. Returns the lanes that have
  /// all of theirs.
  LaneMask receive(LaneMask served) {
    const LaneMask first = served & twice_;
    const LaneMask complete = served.without(first);
    twice_ = twice_.without(first);
    once_ = once_.without(complete);
    ready_ |= complete;
    return complete;
  }

 private:
  LaneMask once_;   ///< lanes that wait for one line or more
  LaneMask twice_;  ///< of them, those that wait for two
  LaneMask ready_;
};

/// The entries of one slice. There is always another one (docs/method/modelling-slip.md).
class CoalescingEntries {
 public:
  /// Returns the number of an entry that was free. All of its lanes are invalid.
  unsigned allocate() {
    if (free_.empty()) {
      entries_.emplace_back();
      return static_cast<unsigned>(entries_.size() - 1);
    }
    const unsigned entry = free_.back();
    free_.pop_back();
    return entry;
  }
  /// The entry is free again.
  void release(unsigned entry) {
    entries_[entry] = {};
    free_.push_back(entry);
  }
  /// All entries are free, and forgotten.
  void clear() {
    entries_.clear();
    free_.clear();
  }
  CoalescingEntry& operator[](unsigned entry) { return entries_[entry]; }
  const std::vector<CoalescingEntry>& all() const { return entries_; }

 private:
  std::vector<CoalescingEntry> entries_;  ///< by number, free ones too
  std::vector<unsigned> free_;
};

}  // namespace lanefold
