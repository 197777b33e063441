// SPDX-License-Identifier: Apache-2.0
// Thread arbitration (ISCA'13 section 2.2, stage 4): issues to the pipes.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <systemc>
#include <vector>

#include "base/cycle.h"
#include "base/divisor.h"
#include "base/index_set.h"
#include "blocks/frontend/front_end_blocks.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/frontend/arbiter_policy.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// One instruction per thread waits here. Every `issue.period` cycles a pass issues up to
/// `issue.width` instructions from distinct threads to pipes that have room. What either ALU pipe
/// can execute goes where it starts sooner. If that is the same, it goes to FPU, whose results come
/// sooner, but leaves FPU to another thread that needs it. An instruction for an ALU is not ready
/// before its settings of compaction are there.
class Arbiter final : public sc_core::sc_module, public ArbiterBlock {
 public:
  WarpTarget<Arbiter> ready{"ready", this, &Arbiter::take};
  WarpInitiator issue{"issue"};

  Arbiter(const sc_core::sc_module_name& name, const CoreConfig& config, ArbiterWires& wires);

  Sockets sockets() override { return {ready, issue}; }
  const WarpInstruction* held(unsigned slot) const override { return latch_[slot]; }
  void tick(Cycle now, const PipeWires& pipes) override;
  Cycle next_event(Cycle now, const PipeWires& pipes) const override;
  std::array<std::uint64_t, 4> issued_per_pass() const override { return issued_per_pass_; }
  void reset() override;
  void describe(std::ostream& out) const override;

 private:
  bool needs_settings(const WarpInstruction& instruction) const;
  Cycle settled(unsigned slot) const;
  void take_settled(Cycle now);
  Cycle next_pass(Cycle from) const;
  void take(WarpInstruction& instruction);
  SlotSet candidates(Cycle now, const PipeWires& pipes) const;
  Unit alu_of_either(Cycle now, const PipeWires& pipes, SlotSet served) const;
  void send(unsigned slot, Unit unit, Cycle now);

  const CoreConfig& config_;
  ArbiterWires& wires_;
  const Divisor period_;  ///< of passes, in cycles
  const bool compacts_late_;
  const bool one_cycle_;  ///< takes what one lane executes for all
  std::unique_ptr<ArbiterPolicy> policy_;
  unsigned turn_ = 0;  ///< the thread after the one that issued last
  std::array<std::uint64_t, 4> issued_per_pass_{};
  std::array<WarpInstruction*, kMostSlots> latch_{};
  std::array<std::uint64_t, kMostSlots> age_{};
};

}  // namespace lanefold
