// SPDX-License-Identifier: Apache-2.0
// What the blocks of a core show of themselves beside their sockets, as wires do: one block drives
// each, and the core and other blocks read them. They lie together, since cores take turns in the
// host's cache, and a core looks at them in each of its cycles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/cycle.h"
#include "base/index_set.h"
#include "decisions/isa/pipeline_instruction.h"
#include "decisions/pipeline/issue_queue.h"

namespace lanefold {

/// Driven by fetch.
struct FetchWires {
  SlotSet threads;     ///< with work
  SlotSet held;        ///< may not go on before a cycle to come
  SlotSet at_barrier;  ///< wait there
  SlotSet at_load;     ///< stay there until they are told to go on

  /// Threads with work, those not counted that start in a cycle to come.
  SlotSet resident() const { return threads.without(held.without(at_barrier)); }
  SlotSet runnable() const { return resident().without(at_load | at_barrier); }
};

/// Driven by the scoreboard.
struct ScoreboardWires {
  SlotSet latched;           ///< threads with an instruction here
  SlotSet stalled;           ///< of them, those that wait for a release
  SlotSet waits_for_memory;  ///< of those that are stalled; others do not matter

  /// `arbiter_free` are the threads whose latch in the arbiter is empty.
  SlotSet movable(SlotSet arbiter_free) const { return (latched & arbiter_free).without(stalled); }
  /// Threads whose latch is empty.
  SlotSet free() const { return SlotSet::all().without(latched); }
  /// Threads that wait for a result of a pipe, and for a load.
  SlotSet wait_for_alu() const { return stalled.without(waits_for_memory); }
  SlotSet wait_for_memory() const { return stalled & waits_for_memory; }
};

/// Driven by the arbiter.
struct ArbiterWires {
  std::array<SlotSet, kUnits> by_unit;  ///< ready threads, by the unit that their instruction needs
  SlotSet unsettled;                    ///< threads that hold one that is not ready
  Cycle due = 0;                        ///< before which nothing issues, whatever comes

  SlotSet& of(Unit unit) { return by_unit[static_cast<std::size_t>(unit)]; }
  SlotSet of(Unit unit) const { return by_unit[static_cast<std::size_t>(unit)]; }
  SlotSet ready() const {
    return by_unit[0] | by_unit[1] | by_unit[2] | by_unit[3] | by_unit[4] | by_unit[5];
  }
  SlotSet waiting() const { return ready() | unsettled; }
  /// Threads whose latch is empty.
  SlotSet free() const { return SlotSet::all().without(waiting()); }
  /// Whether an instruction waits that the pipe could execute.
  bool waits_for(Unit pipe) const {
    return (pipe == Unit::Scalar ? of(pipe) : of(pipe) | of(Unit::Either)).any();
  }
  bool waits_for_alu() const { return ready() != (of(Unit::Send) | of(Unit::Control)); }
};

/// Driven by the pipes, `send` and `may_not_send` by the load/store unit.
struct PipeWires {
  PipeState fpu;
  PipeState em;
  PipeState send;
  PipeState scalar;      ///< of a core that has one
  SlotSet may_not_send;  ///< threads that memory owes too many answers
  PipeState control;     ///< of a core that has one
};

/// Driven by the load/store unit.
struct LoadStoreWires {
  /// What keeps the latest line from being sent or accepted: memory has not accepted it, or has as
  /// many requests as it may have.
  enum class Held : std::uint8_t { No, Refused, Full };
  Held held = Held::No;
  Cycle due = kNever;  ///< from when it has something to do; kNever if others must act first
  /// Threads with a fence or barrier that has come; some may be complete.
  SlotSet orders;
  /// Threads with a load of which some lanes have their values, and others do not.
  SlotSet partly_answered;
  Cycle last_answer = 0;  ///< later than now if memory has only said when it comes
  std::uint64_t answers = 0;
};

/// Driven by write-back.
struct WriteBackWires {
  Cycle due = kNever;  ///< when the next instruction completes; kNever without any
  Cycle last_completion = 0;
};

/// Driven by slice control.
struct SliceWires {
  enum class State : std::uint8_t { Running, Draining, Reconfiguring };
  State state = State::Running;
  SlotSet dormant;     ///< slices that would run if the depth allowed it
  Cycle due = kNever;  ///< when the warps are divided anew
};

struct CoreWires {
  FetchWires fetch;
  ScoreboardWires scoreboard;
  ArbiterWires arbiter;
  PipeWires pipes;
  LoadStoreWires load_store;
  WriteBackWires write_back;
  SliceWires slices;
  bool loads_to_decide = false;  ///< driven by memory divergence
};

}  // namespace lanefold
