// SPDX-License-Identifier: Apache-2.0
// Who is told what the pipes of a core lose while they have nothing to do.
#pragma once

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

class IdleWatch {
 public:
  virtual ~IdleWatch() = default;

  /// The core has charged this. Scoreboard and arbiter have not moved meanwhile; if the arbiter
  /// has instructions for an ALU, `state` means nothing.
  virtual void idle(const IdlePipe& pipe, const IdleState& state, const CoreWires& wires) = 0;
};

}  // namespace lanefold
