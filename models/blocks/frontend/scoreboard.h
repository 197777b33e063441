// SPDX-License-Identifier: Apache-2.0
// Per-thread dependence check (ISCA'13 section 2.2, stage 3).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>
#include <vector>

#include "base/index_set.h"
#include "blocks/frontend/front_end_blocks.h"
#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {

/// One decoded instruction per thread waits here until no instruction in flight still has to write
/// one of its sources or its destination; then its destination is marked, and it moves on to the
/// arbiter. Write-back clears the mark.
class Scoreboard final : public sc_core::sc_module, public ScoreboardBlock {
 public:
  WarpTarget<Scoreboard> masked{"masked", this, &Scoreboard::take};
  WarpInitiator ready{"ready"};
  WarpTarget<Scoreboard> release{"release", this, &Scoreboard::clear};  ///< from write-back

  Scoreboard(const sc_core::sc_module_name& name, unsigned threads, ScoreboardWires& wires);

  Sockets sockets() override { return {masked, ready, release}; }
  void tick(SlotSet arbiter_free) override;
  void reset() override;
  void describe(std::ostream& out) const override;

 private:
  /// State of a thread: its latch, and the registers that instructions in flight
  /// will write.
  struct Thread {
    WarpInstruction* latch = nullptr;
    RegisterSet alu;
    RegisterSet memory;
  };

  void take(WarpInstruction& instruction);
  void clear(WarpInstruction& instruction);

  std::vector<Thread> threads_;
  ScoreboardWires& wires_;
};

}  // namespace lanefold
