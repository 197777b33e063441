// SPDX-License-Identifier: Apache-2.0
// Hand-overs of a core that take longer than the cycle, because something that others have put into
// an edge says so.
#pragma once

#include <cstdint>
#include <functional>
#include <systemc>
#include <vector>

#include "base/cycle.h"
#include "base/index_set.h"
#include "decisions/pipeline/edges.h"

namespace lanefold {

/// The core wakes in the cycle in which a hand-over happens, and calls deliver() first of all.
/// Those of one cycle happen in the order in which they were begun.
class Handovers {
 public:
  /// `wake(cycle)` is called for each that is postponed.
  explicit Handovers(std::function<void(Cycle)> wake) : wake_(std::move(wake)) {}

  /// `take` happens in cycle `due`; until then, what waits for the edge waits, if `slot` is that of
  /// a hardware thread for the thread only.
  void postpone(Edge edge, unsigned slot, Cycle due, std::function<void()> take);
  void deliver(Cycle now);
  /// kNever if none is on its way.
  Cycle next_event() const;
  bool busy() const { return !waiting_.empty(); }
  /// Cycle of the latest since reset(), or of one that is on its way; 0 if there was none.
  Cycle last() const { return last_; }
  /// Threads for which one of these is on its way.
  SlotSet slots(Waits waits) const;
  void reset() {
    waiting_.clear();
    last_ = 0;
  }

 private:
  struct Waiting {
    Waits waits;
    unsigned slot;
    Cycle due;
    std::function<void()> take;
  };

  std::function<void(Cycle)> wake_;
  std::vector<Waiting> waiting_;  ///< the first begun is first
  Cycle last_ = 0;
};

}  // namespace lanefold
