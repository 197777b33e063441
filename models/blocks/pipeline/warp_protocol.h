// SPDX-License-Identifier: Apache-2.0
// The TLM-2.0 protocol of the pipeline: blocking transport of warp instructions (IEEE 1666-2011,
// clause 14.2.2: a protocol of one's own has its own traits class, so that its sockets bind only to
// one another).
#pragma once

#include <tlm.h>

#include <algorithm>

#include "base/cycle.h"
#include "blocks/pipeline/call_sockets.h"
#include "decisions/pipeline/warp_instruction.h"

namespace lanefold {

/// A call hands the instruction over in the current cycle, and time spent is in the payload. A
/// delay is only annotated by what others have put in between (call_contract.h). The sender must
/// know that the receiver is free: pipeline latches are asked, never refused.
struct WarpProtocol {
  using tlm_payload_type = WarpInstruction;
  using tlm_phase_type = tlm::tlm_phase;
};

/// What the thread dispatcher tells a core.
struct ThreadCommand {
  enum class Kind : std::uint8_t { Start, Resume };
  Kind kind = Kind::Start;
  unsigned slot = 0;  ///< hardware thread
  Cycle cycle = 0;    ///< from when on
};
struct ThreadProtocol {
  using tlm_payload_type = ThreadCommand;
  using tlm_phase_type = tlm::tlm_phase;
};

/// Values that have come for lanes that were left behind at a load.
struct LaneArrival {
  unsigned slot = 0;  ///< hardware thread
  LaneMask lanes;
  Cycle cycle = 0;
};
struct ArrivalProtocol {
  using tlm_payload_type = LaneArrival;
  using tlm_phase_type = tlm::tlm_phase;
};

/// Lanes of a slice are to become a slice of their own (dynamic warp subdivision).
struct Division {
  enum class Answer : std::uint8_t {
    Done,
    Later,  ///< not in this cycle
    Never,  ///< not at this instruction
  };

  WarpInstruction* instruction = nullptr;  ///< a load at which they are, or a branch that they left
  LaneMask lanes;                          ///< of a load
  bool refused = false;                    ///< the table was full; not to be counted again
  Answer answer = Answer::Later;
};
struct DivisionProtocol {
  using tlm_payload_type = Division;
  using tlm_phase_type = tlm::tlm_phase;
};

/// The instruction outlives the hand-over. What counts from its issue counts from then on, and it
/// completes no earlier.
template <>
struct Postponing<WarpInstruction> {
  static constexpr bool kPossible = true;
  static void postpone(const CallContract& contract, WarpInstruction& instruction, Cycle due,
                       const Receiver<WarpInstruction>& receiver) {
    ++instruction.held;
    const auto take = [&instruction, due, receiver, &pool = contract.instructions] {
      --instruction.held;
      instruction.issued = std::max(instruction.issued, due);
      instruction.completes = std::max(instruction.completes, due);
      receiver.take(instruction);
      if (instruction.completed && instruction.held == 0) pool.give_back(instruction);
    };
    contract.handovers.postpone(contract.edge, instruction.slot, due, take);
  }
};
/// A copy arrives, which counts from then on.
template <class Payload>
struct PostponingCopy {
  static constexpr bool kPossible = true;
  static void postpone(const CallContract& contract, const Payload& payload, Cycle due,
                       const Receiver<Payload>& receiver) {
    contract.handovers.postpone(contract.edge, payload.slot, due,
                                [copy = payload, due, receiver]() mutable {
                                  copy.cycle = std::max(copy.cycle, due);
                                  receiver.take(copy);
                                });
  }
};
template <>
struct Postponing<ThreadCommand> : PostponingCopy<ThreadCommand> {};
template <>
struct Postponing<LaneArrival> : PostponingCopy<LaneArrival> {};

using WarpInitiator = CallInitiator<WarpProtocol>;
template <class Module>
using WarpTarget = CallTarget<Module, WarpProtocol>;
using ThreadInitiator = CallInitiator<ThreadProtocol>;
template <class Module>
using ThreadTarget = CallTarget<Module, ThreadProtocol>;

}  // namespace lanefold
