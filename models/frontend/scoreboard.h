// SPDX-License-Identifier: Apache-2.0
// Per-thread dependence check (ISCA'13 section 2.2, stage 3).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>
#include <vector>

#include "pipeline/warp_protocol.h"

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

  /// `arbiter_free` has a bit for every thread whose latch in the arbiter is empty.
  void tick(std::uint64_t arbiter_free);
  bool can_move(std::uint64_t arbiter_free) const {
    return (latched_ & ~stalled_ & arbiter_free) != 0;
  }
  /// Threads whose latch is empty.
  std::uint64_t free() const { return ~latched_; }
  /// Threads that wait for a result of a pipe, and for a load.
  std::uint64_t wait_for_alu() const { return stalled_ & ~wait_for_memory_; }
  std::uint64_t wait_for_memory() const { return stalled_ & wait_for_memory_; }

  void reset();
  void describe(std::ostream& out) const;

 private:
  /// Rows that instructions in flight will write: bit r for row r (x and f registers).
  struct Pending {
    std::uint64_t alu = 0;
    std::uint64_t memory = 0;
  };

  void take(WarpInstruction& instruction);
  void clear(WarpInstruction& instruction);

  std::vector<WarpInstruction*> latch_;
  std::vector<Pending> pending_;
  std::uint64_t latched_ = 0;
  std::uint64_t stalled_ = 0;
  std::uint64_t wait_for_memory_ = 0;
};

}  // namespace lanefold
