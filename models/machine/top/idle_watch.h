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

/// Slots by cause, since somebody has looked who loses them.
class LostSlots {
 public:
  void charge(SlotCause cause, std::uint64_t slots) {
    ledger_.charge(cause, slots);
    found_ |= std::uint32_t{slots != 0} << static_cast<unsigned>(cause);
  }
  std::uint64_t take(SlotCause cause) {
    told_ |= std::uint32_t{1} << static_cast<unsigned>(cause);
    return std::exchange(ledger_.slots[static_cast<std::size_t>(cause)], 0);
  }
  /// Whether slots of a cause, or of any, have come of which none has been taken yet.
  bool is_new(SlotCause cause) const { return new_causes() >> static_cast<unsigned>(cause) & 1U; }
  bool any_new() const { return new_causes() != 0; }

 private:
  static_assert(kSlotCauses <= 32);
  std::uint32_t new_causes() const { return found_ & ~told_; }

  LaneLedger ledger_;
  std::uint32_t found_ = 0;
  std::uint32_t told_ = 0;
};

/// What is lost is added up by cause. When some slots have come together, it is looked at who loses
/// those of the cause of one of the pipes, and of each cause when it comes for the first time.
class IdleWatch {
 public:
  virtual ~IdleWatch() = default;

  /// What the core charges until the next look.
  LostSlots& lost() { return lost_; }
  /// The core has charged `slots`. Whether it is time to look.
  bool due(std::uint64_t slots) {
    until_look_ -= static_cast<std::int64_t>(slots);
    return until_look_ < 0 || lost_.any_new();
  }
  /// At the first of the pipes that have just lost slots, and at others of a new cause. Scoreboard
  /// and arbiter have not moved meanwhile; if the arbiter has instructions for an ALU, `state`
  /// means nothing.
  void look(bool first, const IdlePipe& pipe, const IdleState& state, const CoreWires& wires) {
    if (!first && !lost_.is_new(pipe.cause)) return;
    ++looks_;
    until_look_ = tell(pipe, lost_.take(pipe.cause), state, wires);
  }
  /// How many there were: each pipe is the first in its turn.
  unsigned looks() const { return looks_; }

 protected:
  /// Slots lost to a cause since it was told last, of which the latest are those of `latest`;
  /// returns how many may be lost before the next look.
  virtual std::int64_t tell(const IdlePipe& latest, std::uint64_t slots, const IdleState& state,
                            const CoreWires& wires) = 0;
  void forget_lost() {
    lost_ = {};
    until_look_ = 0;
    looks_ = 0;
  }

 private:
  LostSlots lost_;
  std::int64_t until_look_ = 0;
  unsigned looks_ = 0;
};

}  // namespace lanefold
