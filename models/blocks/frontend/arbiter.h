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
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/frontend/arbiter_policy.h"
#include "decisions/pipeline/issue_queue.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// The pipes of a core.
struct Pipes {
  const IssueQueue& fpu;
  const IssueQueue& em;
  const Pipe& send;
  const IssueQueue* scalar = nullptr;  ///< if the core has one
  SlotSet may_not_send = {};           ///< threads that memory owes too many answers
};

/// One instruction per thread waits here. Every `issue.period` cycles a pass issues up to
/// `issue.width` instructions from distinct threads to pipes that have room. What either ALU pipe
/// can execute goes where it starts sooner. If that is the same, it goes to FPU, whose results come
/// sooner, but leaves FPU to another thread that needs it. An instruction for an ALU is not ready
/// before its settings of compaction are there.
class Arbiter : public sc_core::sc_module {
 public:
  WarpTarget<Arbiter> ready{"ready", this, &Arbiter::take};
  WarpInitiator issue{"issue"};

  Arbiter(const sc_core::sc_module_name& name, const CoreConfig& config);

  void tick(Cycle now, const Pipes& pipes);
  /// Cycle of the next pass at which something can issue.
  Cycle next_event(Cycle now, const Pipes& pipes) const;

  /// Threads whose latch is empty.
  SlotSet free() const { return SlotSet::all().without(waiting()); }
  /// Whether an instruction waits that the pipe could execute, or any at all.
  bool waits_for(Unit pipe) const {
    if (pipe == Unit::Scalar) return by_unit_[index(pipe)].any();
    return (by_unit_[index(pipe)] | by_unit_[index(Unit::Either)]).any();
  }
  bool waits_for_any() const { return waiting().any(); }
  bool waits_for_alu() const { return ready_slots() != wait_for_send(); }
  /// Threads whose instruction is for the load/store unit.
  SlotSet wait_for_send() const { return by_unit_[index(Unit::Send)]; }
  /// Passes by number of instructions issued; those with none are not counted.
  const std::array<std::uint64_t, 4>& issued_per_pass() const { return issued_per_pass_; }

  void reset();
  void describe(std::ostream& out) const;

 private:
  static std::size_t index(Unit unit) { return static_cast<std::size_t>(unit); }
  SlotSet ready_slots() const {
    return by_unit_[0] | by_unit_[1] | by_unit_[2] | by_unit_[3] | by_unit_[4];
  }
  SlotSet waiting() const { return ready_slots() | unsettled_; }
  bool needs_settings(const WarpInstruction& instruction) const;
  Cycle settled(unsigned slot) const;
  void take_settled(Cycle now);
  Cycle next_pass(Cycle from) const;
  void take(WarpInstruction& instruction);
  SlotSet candidates(Cycle now, const Pipes& pipes) const;
  Unit alu_of_either(Cycle now, const Pipes& pipes, SlotSet served) const;
  void send(unsigned slot, Unit unit, Cycle now);

  const CoreConfig& config_;
  const Divisor period_;  ///< of passes, in cycles
  const bool compacts_late_;
  const bool one_cycle_;  ///< takes what one lane executes for all
  std::unique_ptr<ArbiterPolicy> policy_;
  unsigned turn_ = 0;               ///< the thread after the one that issued last
  std::array<SlotSet, 5> by_unit_;  ///< ready threads, by the unit that their instruction needs
  SlotSet unsettled_;               ///< threads whose settings of compaction may still be to come
  std::array<std::uint64_t, 4> issued_per_pass_{};
  std::array<WarpInstruction*, kMostSlots> latch_{};
  std::array<std::uint64_t, kMostSlots> age_{};
};

}  // namespace lanefold
