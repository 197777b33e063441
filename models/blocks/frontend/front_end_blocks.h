// SPDX-License-Identifier: Apache-2.0
// What a core sees of its front end: the sockets of each block, what its clock calls, and what the
// block shows of itself, which is read as wires are. Any module may implement these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>

#include "base/cycle.h"
#include "base/index_set.h"
#include "blocks/pipeline/core_interfaces.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/issue_queue.h"

namespace lanefold {

/// Hands each thread's instructions to decode. Before that it fills in the first part of the
/// payload, counts it into its slice's pipeline, and calls no socket but in tick().
class FetchBlock : public ThreadStates {
 public:
  struct Sockets {
    CallSource<WarpProtocol>& decode;    ///< when the call returns, `late` is known
    CallSocket<WarpProtocol>& resolved;  ///< from write-back: a late instruction has resolved
    CallSocket<ThreadProtocol>& command;
    CallSocket<ThreadProtocol>& resume;  ///< values have come that a thread waited for
    MemorySource& memory;                ///< left unbound if the instruction cache is perfect
  };
  virtual Sockets sockets() = 0;

  /// Delivers to threads in `latch_free`, whose decoded instruction has moved on.
  virtual void tick(Cycle now, SlotSet latch_free) = 0;
  /// The next cycle after `now` in which tick() would do anything; kNever if others must act first.
  virtual Cycle next_event(Cycle now, SlotSet latch_free) const = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}

  /// Threads with work, those not counted that start in a cycle to come; of them, those that wait
  /// at a barrier.
  SlotSet resident() const { return resident_.without(held_.without(at_barrier_)); }
  /// Whether there are any threads, those among them that are still to start.
  bool has_threads() const { return resident_.any(); }
  SlotSet at_barrier() const { return at_barrier_; }
  /// Threads that stay at a load until they are told to go on.
  SlotSet at_load() const { return at_load_; }
  SlotSet runnable() const final { return resident().without(at_load_ | at_barrier_); }

 protected:
  SlotSet resident_;  ///< threads with work
  SlotSet held_;      ///< threads that may not go on before a cycle to come
  SlotSet at_barrier_;
  SlotSet at_load_;
};

/// Holds one instruction of each thread until it may issue.
class ScoreboardBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& masked;
    CallSource<WarpProtocol>& ready;
    CallSocket<WarpProtocol>& release;  ///< from write-back
  };
  virtual ~ScoreboardBlock() = default;
  virtual Sockets sockets() = 0;

  /// Sends what is ready, of threads in `arbiter_free`, whose latch in the arbiter is empty. What
  /// it finds not to be ready is stalled.
  virtual void tick(SlotSet arbiter_free) = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}

  bool can_move(SlotSet arbiter_free) const { return movable(arbiter_free).any(); }
  /// Threads whose latch is empty.
  SlotSet free() const { return SlotSet::all().without(latched_); }
  /// Threads that wait for a result of a pipe, and for a load.
  SlotSet wait_for_alu() const { return stalled_.without(wait_for_memory_); }
  SlotSet wait_for_memory() const { return stalled_ & wait_for_memory_; }

 protected:
  SlotSet movable(SlotSet arbiter_free) const {
    return (latched_ & arbiter_free).without(stalled_);
  }

  SlotSet latched_;          ///< threads with an instruction here
  SlotSet stalled_;          ///< of them, those that wait for release()
  SlotSet wait_for_memory_;  ///< of those that are stalled; others do not matter
};

/// The pipes of a core, as its arbiter sees them.
struct Pipes {
  const PipeState& fpu;
  const PipeState& em;
  const PipeState& send;
  const PipeState* scalar = nullptr;  ///< if the core has one
  const SlotSet& may_not_send;        ///< threads that memory owes too many answers
};

/// Holds one instruction of each thread until its pipe takes it.
class ArbiterBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& ready;
    CallSource<WarpProtocol>& issue;
  };
  virtual ~ArbiterBlock() = default;
  virtual Sockets sockets() = 0;

  /// Sends what issues in this cycle, each to a pipe that accepts it now, with `issued` and `unit`.
  virtual void tick(Cycle now, const Pipes& pipes) = 0;
  /// The next cycle after `now` in which something could issue; kNever if others must act first.
  virtual Cycle next_event(Cycle now, const Pipes& pipes) const = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}

  /// Threads whose latch is empty.
  SlotSet free() const { return SlotSet::all().without(waiting()); }
  /// Whether an instruction waits that the pipe could execute.
  bool waits_for(Unit pipe) const {
    if (pipe == Unit::Scalar) return by_unit_[index(pipe)].any();
    return (by_unit_[index(pipe)] | by_unit_[index(Unit::Either)]).any();
  }
  bool waits_for_alu() const { return ready_slots() != wait_for_send(); }
  /// Threads whose instruction is for the load/store unit.
  SlotSet wait_for_send() const { return by_unit_[index(Unit::Send)]; }
  /// Passes by number of instructions issued; those with none are not counted.
  const std::array<std::uint64_t, 4>& issued_per_pass() const { return issued_per_pass_; }

 protected:
  static std::size_t index(Unit unit) { return static_cast<std::size_t>(unit); }
  SlotSet ready_slots() const {
    return by_unit_[0] | by_unit_[1] | by_unit_[2] | by_unit_[3] | by_unit_[4];
  }
  SlotSet waiting() const { return ready_slots() | unsettled_; }

  std::array<SlotSet, 5> by_unit_;  ///< ready threads, by the unit that their instruction needs
  SlotSet unsettled_;               ///< threads that hold one that is not ready
  std::array<std::uint64_t, 4> issued_per_pass_{};
};

}  // namespace lanefold
