// SPDX-License-Identifier: Apache-2.0
// What the ledger says of the cycles in which a pipe has nothing to do: decisions without SystemC.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/cycle.h"
#include "common/index_set.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// What the hardware threads of a core wait for.
struct ThreadWaits {
  SlotSet resident;  ///< threads that hold a warp; the others are among them
  SlotSet alu;       ///< for an ALU result
  SlotSet memory;    ///< for memory, or to send a request to it
  SlotSet barrier;   ///< at a work-group barrier
};

/// Whether the arbiter holds instructions that it could not issue.
struct ReadyInstructions {
  bool for_pipe = false;  ///< for the pipe in question
  bool for_alu = false;   ///< for any ALU pipe
};

/// Why a pipe has nothing to do. If no thread is ready for an ALU, the cause of most threads
/// counts, and among equals the one that ends soonest.
SlotCause idle_cause(ReadyInstructions ready, const ThreadWaits& threads);

/// Slots of a pipe without instruction in the cycles from `begin` to `end`, if it is at work until
/// `free_at`.
inline std::uint64_t idle_slots(Cycle begin, Cycle end, Cycle free_at, std::uint32_t alu_width) {
  return (end - std::clamp(free_at, begin, end)) * alu_width;
}

}  // namespace lanefold
