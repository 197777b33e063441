// SPDX-License-Identifier: Apache-2.0
// Who is told what the pipes of a core lose while they have nothing to do.
#pragma once

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
  SlotCause cause = SlotCause::NoWarp;
  Cycle cycles = 0;
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

/// The core adds up what is lost by cause. When some slots have come together, it is looked at who
/// loses those of the cause of one of the pipes, and of each cause when it comes for the first
/// time.
class IdleWatch {
 public:
  /// `lost` is what the core's pipes have lost since its launch began, and outlives this.
  explicit IdleWatch(const LaneLedger& lost) : lost_(lost) {}
  virtual ~IdleWatch() = default;

  /// The core has charged these slots. Whether it is time to look.
  bool due(const IdleSlots& idle) {
    until_look_ -= static_cast<std::int64_t>(idle.slots);
    return until_look_ < 0 || (idle.causes & ~told_causes_) != 0;
  }
  /// At the first of the pipes that have just lost slots, and at others of a new cause. Scoreboard
  /// and arbiter have not moved meanwhile; if the arbiter has instructions for an ALU, `state`
  /// means nothing.
  void look(bool first, const IdlePipe& pipe, const IdleState& state, const CoreWires& wires) {
    if (!first && (told_causes_ & bit_of(pipe.cause)) != 0) return;
    ++looks_;
    until_look_ = tell(pipe, take(pipe.cause), state, wires);
  }
  /// The core's launch has ended, or was stopped: all that it has lost is there.
  virtual void finish() = 0;
  /// How many there were: each pipe is the first in its turn.
  unsigned looks() const { return looks_; }

 protected:
  /// Slots lost to a cause since it was told last, of which the latest are those of `latest`;
  /// returns how many may be lost before the next look.
  virtual std::int64_t tell(const IdlePipe& latest, std::uint64_t slots, const IdleState& state,
                            const CoreWires& wires) = 0;
  /// What has been lost to a cause since it was taken last.
  std::uint64_t take(SlotCause cause) {
    told_causes_ |= bit_of(cause);
    const std::uint64_t lost = lost_[cause];
    return lost - std::exchange(told_.slots[static_cast<std::size_t>(cause)], lost);
  }
  /// A launch begins.
  void forget_lost() {
    told_ = {};
    told_causes_ = 0;
    until_look_ = 0;
    looks_ = 0;
  }

 private:
  const LaneLedger& lost_;
  LaneLedger told_;                ///< how many of these have been taken
  std::uint32_t told_causes_ = 0;  ///< of which there has been a look, by bit_of()
  std::int64_t until_look_ = 0;
  unsigned looks_ = 0;
};

}  // namespace lanefold
