// SPDX-License-Identifier: Apache-2.0
// Per-thread dependence check (ISCA'13 section 2.2, stage 3).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>
#include <vector>

#include "base/index_set.h"
#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {

/// One decoded instruction per thread waits here until no instruction in flight still has to write
/// one of its sources or its destination; then its destination is marked, and it moves on to the
/// arbiter. Write-back clears the mark.
class Scoreboard : public sc_core::sc_module {
 public:
  WarpTarget<Scoreboard> masked{"masked", this, &Scoreboard::take};
  WarpInitiator ready{"ready"};
  WarpTarget<Scoreboard> release{"release", this, &Scoreboard::clear};  ///< from write-back

  Scoreboard(const sc_core::sc_module_name& name, unsigned threads);

  /// `arbiter_free` are the threads whose latch in the arbiter is empty.
  void tick(SlotSet arbiter_free);
  bool can_move(SlotSet arbiter_free) const { return movable(arbiter_free).any(); }
  /// Threads whose latch is empty.
  SlotSet free() const { return SlotSet::all().without(latched_); }
  /// Threads that wait for a result of a pipe, and for a load.
  SlotSet wait_for_alu() const { return stalled_.without(wait_for_memory_); }
  SlotSet wait_for_memory() const { return stalled_ & wait_for_memory_; }

  void reset();
  void describe(std::ostream& out) const;

 private:
  /// State of a thread: its latch, and the rows of x and f registers that instructions in flight
  /// will write.
  struct Thread {
    WarpInstruction* latch = nullptr;
    IndexSet alu;
    IndexSet memory;
  };

  void take(WarpInstruction& instruction);
  void clear(WarpInstruction& instruction);
  SlotSet movable(SlotSet arbiter_free) const {
    return (latched_ & arbiter_free).without(stalled_);
  }

  std::vector<Thread> threads_;
  SlotSet latched_;
  SlotSet stalled_;
  SlotSet wait_for_memory_;
};

}  // namespace lanefold
