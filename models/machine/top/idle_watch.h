// SPDX-License-Identifier: Apache-2.0
// Who is told what the pipes of a core lose while they have nothing to do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "blocks/frontend/front_end_blocks.h"
#include "blocks/pipeline/core_wires.h"
#include "machine/top/idle_slots.h"

namespace lanefold {

/// A pipe without instruction, as the ledger charges it.
struct IdlePipe {
  Unit pipe = Unit::Fpu;
  std::uint32_t lanes = 0;
  Cycle cycles = 0;
  SlotCause cause = SlotCause::NoWarp;
};

/// What the threads of a core waited for when it was evaluated last and had no instruction that was
/// ready for an ALU.
struct IdleState {
  ThreadWaits waits;
  SlotSet at_load;  ///< of those that wait for memory: threads that stay at a load
  LoadStoreWires::Held held = LoadStoreWires::Held::No;
  /// Who says which instructions wait there: those whose threads the wires name.
  const ScoreboardBlock* scoreboard = nullptr;
  const ArbiterBlock* arbiter = nullptr;
};

/// What is lost is added up by cause, and told when some cycles have come together.
class IdleWatch {
 public:
  virtual ~IdleWatch() = default;

  /// The core has charged this. Scoreboard and arbiter have not moved meanwhile; if the arbiter
  /// has instructions for an ALU, `state` means nothing.
  void idle(const IdlePipe& pipe, const IdleState& state, const CoreWires& wires) {
    Lost& lost = lost_[static_cast<std::size_t>(pipe.cause)];
    lost.cycles += pipe.cycles;
    lost.slots += pipe.cycles * pipe.lanes;
    if (lost.cycles < lost.told_from) return;
    lost.told_from = tell(pipe, lost.cycles, std::exchange(lost.slots, 0), state, wires);
    lost.cycles = 0;
  }

 protected:
  /// Of one cause since it was told last; returns the cycles after which it is told again.
  virtual Cycle tell(const IdlePipe& latest, Cycle cycles, std::uint64_t slots,
                     const IdleState& state, const CoreWires& wires) = 0;
  /// Slots that have not been told.
  std::uint64_t take_rest(SlotCause cause) {
    return std::exchange(lost_[static_cast<std::size_t>(cause)].slots, 0);
  }
  void forget_lost() { lost_ = {}; }

 private:
  struct Lost {
    Cycle cycles = 0;
    std::uint64_t slots = 0;
    Cycle told_from = 1;
  };
  std::array<Lost, kSlotCauses> lost_;
};

}  // namespace lanefold
