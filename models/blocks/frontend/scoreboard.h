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
#include "decisions/frontend/dependence_check.h"

namespace lanefold {

/// One decoded instruction per thread waits here until no instruction in flight still has to write
/// one of its sources or its destination; then its destination is marked, and it moves on to the
/// arbiter. Write-back clears the mark.
class Scoreboard : public sc_core::sc_module, public ScoreboardBlock {
 public:
  WarpTarget<Scoreboard> masked{"masked", this, &Scoreboard::take};
  WarpInitiator ready{"ready"};
  WarpTarget<Scoreboard> release{"release", this, &Scoreboard::clear};  ///< from write-back

  Scoreboard(const sc_core::sc_module_name& name, unsigned threads, ScoreboardWires& wires);

  Sockets sockets() override { return {masked, ready, release}; }
  const WarpInstruction* held(unsigned slot) const override { return threads_[slot].latch; }
  void tick(SlotSet arbiter_free) override;
  void reset() override;
  void describe(std::ostream& out) const override;

 protected:
  /// Marks the registers of an instruction that moves on, and says of others what they wait for.
  virtual Dependence check(unsigned slot, const PipelineInstruction& instruction);
  /// An instruction has written its registers.
  virtual void let_go(unsigned slot, const PipelineInstruction& instruction);
  /// No instruction is in flight.
  virtual void forget();

 private:
  struct Thread {
    WarpInstruction* latch = nullptr;
    DependenceCheck dependences;
  };

  void take(WarpInstruction& instruction);
  void clear(WarpInstruction& instruction);

  std::vector<Thread> threads_;
  ScoreboardWires& wires_;
};

}  // namespace lanefold
