// SPDX-License-Identifier: Apache-2.0
// What the ledger says of the cycles in which a pipe has nothing to do: decisions without SystemC.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/cycle.h"
#include "base/index_set.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// What the hardware threads of a core wait for.
struct ThreadWaits {
  SlotSet resident;  ///< threads that hold a warp; the others are among them
  SlotSet alu;       ///< for an ALU result
  SlotSet memory;    ///< for memory, or to send a request to it
  SlotSet barrier;   ///< at a work-group barrier
  /// Threads that wait for memory and have lanes with their values.
  SlotSet divergence;
};

/// A cause as a bit of a set.
inline std::uint32_t bit_of(SlotCause cause) {
  static_assert(kSlotCauses <= 32);
  return std::uint32_t{1} << static_cast<unsigned>(cause);
}

/// Slots of all pipes in which they had nothing to do.
struct IdleSlots {
  std::uint64_t slots = 0;
  std::uint32_t causes = 0;  ///< by bit_of()

  void add(SlotCause cause, std::uint64_t count) {
    slots += count;
    if (count != 0) causes |= bit_of(cause);
  }
};

/// Whether the arbiter holds instructions that it could not issue.
struct ReadyInstructions {
  bool for_pipe = false;  ///< for the pipe in question
  bool for_alu = false;   ///< for any ALU pipe
};

/// What most threads wait for, of which there are some; among equals the cause that ends soonest.
inline SlotCause most_wait(const ThreadWaits& threads) {
  const SlotSet waiting = threads.alu | threads.memory | threads.barrier;
  SlotCause most = SlotCause::OperandWait;
  unsigned count = threads.alu.count();
  const auto compare = [&](SlotCause cause, unsigned other) {
    if (other <= count) return;
    most = cause;
    count = other;
  };
  compare(SlotCause::FrontEnd, threads.resident.without(waiting).count());
  compare(SlotCause::MemoryWait, threads.memory.count());
  compare(SlotCause::BarrierWait, threads.barrier.count());
  const bool divergent = threads.divergence.any() && most == SlotCause::MemoryWait &&
                         2 * threads.divergence.count() > count;
  return divergent ? SlotCause::MemoryDivergence : most;
}

/// Why a pipe has nothing to do. If no thread is ready for an ALU, the cause of most threads
/// counts.
inline SlotCause idle_cause(ReadyInstructions ready, const ThreadWaits& threads) {
  if (threads.resident.none()) return SlotCause::NoWarp;
  if (ready.for_pipe) return SlotCause::IssueConflict;
  return ready.for_alu ? SlotCause::OtherPipe : most_wait(threads);
}

/// Slots of a pipe without instruction in the cycles from `begin` to `end`, if it is at work until
/// `free_at`.
inline std::uint64_t idle_slots(Cycle begin, Cycle end, Cycle free_at, std::uint32_t alu_width) {
  return (end - std::clamp(free_at, begin, end)) * alu_width;
}

}  // namespace lanefold
