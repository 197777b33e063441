// SPDX-License-Identifier: Apache-2.0
// What a core sees of the blocks of its front end beside their wires (core_wires.h): sockets, and
// what its clock calls. Any module may implement these.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>

#include "base/cycle.h"
#include "base/index_set.h"
#include "blocks/pipeline/core_interfaces.h"
#include "blocks/pipeline/core_wires.h"
#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {

/// Hands each thread's instructions to decode. Before that it fills in the first part of the
/// payload and counts it into its slice's pipeline. Drives FetchWires.
class FetchBlock {
 public:
  struct Sockets {
    CallSource<WarpProtocol>& decode;    ///< when the call returns, `late` is known
    CallSocket<WarpProtocol>& resolved;  ///< from write-back: a late instruction has resolved
    CallSocket<ThreadProtocol>& command;
    CallSocket<ThreadProtocol>& resume;  ///< values have come that a thread waited for
    MemorySource& memory;                ///< left unbound if the instruction cache is perfect
  };
  virtual ~FetchBlock() = default;
  virtual Sockets sockets() = 0;

  /// Delivers to threads in `latch_free`, whose decoded instruction has moved on.
  virtual void tick(Cycle now, SlotSet latch_free) = 0;
  /// The next cycle after `now` in which tick() would do anything; kNever if others must act first.
  virtual Cycle next_event(Cycle now, SlotSet latch_free) const = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}
};

/// Holds one instruction of each thread until it may issue. Drives ScoreboardWires.
class ScoreboardBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& masked;
    CallSource<WarpProtocol>& ready;
    CallSocket<WarpProtocol>& release;  ///< from write-back
  };
  virtual ~ScoreboardBlock() = default;
  virtual Sockets sockets() = 0;

  /// The instruction of a thread that waits here; nullptr if there is none, or if the block does
  /// not tell. Only profiles ask.
  virtual const WarpInstruction* held(unsigned /*slot*/) const { return nullptr; }
  /// Called while threads in `arbiter_free`, whose latch in the arbiter is empty, are movable():
  /// sends what is ready of these, and marks as stalled what is not.
  virtual void tick(SlotSet arbiter_free) = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}
};

/// Holds one instruction of each thread until its pipe takes it. Drives ArbiterWires.
class ArbiterBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& ready;
    CallSource<WarpProtocol>& issue;
  };
  virtual ~ArbiterBlock() = default;
  virtual Sockets sockets() = 0;

  /// As that of the scoreboard.
  virtual const WarpInstruction* held(unsigned /*slot*/) const { return nullptr; }
  /// Called from the cycle `due` on while any instruction waits: sends what issues in this cycle,
  /// each to a pipe that accepts it now, with `issued` and `unit`.
  virtual void tick(Cycle now, const PipeWires& pipes) = 0;
  /// The next cycle after `now` in which something could issue; kNever if others must act first.
  virtual Cycle next_event(Cycle now, const PipeWires& pipes) const = 0;
  /// Passes by number of instructions issued, since reset(); those with none are not counted.
  virtual std::array<std::uint64_t, 4> issued_per_pass() const = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}
};

}  // namespace lanefold
