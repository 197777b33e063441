// SPDX-License-Identifier: Apache-2.0
// What a core sees of its data path beside stages and wires (core_wires.h): sockets, and what its
// clock calls. Any module may implement these.
#pragma once

#include <iosfwd>

#include "base/cycle.h"
#include "blocks/pipeline/core_wires.h"
#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {

/// Fetches operands and takes results, within the call.
class RegisterBanksBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& scheduled;
    CallSource<WarpProtocol>& operands;   ///< to the operand latch
    CallSource<WarpProtocol>& addresses;  ///< to the load/store unit: what has Unit::Send
    CallSocket<WarpProtocol>& write_port;
  };
  virtual ~RegisterBanksBlock() = default;
  virtual Sockets sockets() = 0;
};

/// Hands operands to the pipe of their instruction's unit, within the call.
class CrossbarBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& operands;
    CallSource<WarpProtocol>& fpu;
    CallSource<WarpProtocol>& em;
    CallSource<WarpProtocol>& scalar;   ///< left unbound on a core without that pipe
    CallSource<WarpProtocol>& control;  ///< the same
  };
  virtual ~CrossbarBlock() = default;
  virtual Sockets sockets() = 0;
};

/// Computes, in program order, charges the ledger with its lane-slots, of which the control pipe
/// has none, and sends the results on with the cycle in which they complete: in the same call, or
/// later, at least a cycle before they do. Drives its PipeState.
class AluPipeBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& operands;
    CallSource<WarpProtocol>& results;
  };
  virtual ~AluPipeBlock() = default;
  virtual Sockets sockets() = 0;

  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/, Cycle /*now*/) const {}
};

/// Holds results until they complete, then writes them, releases what waits, resolves control flow,
/// and gives the instruction back to its pool unless it is held. Drives WriteBackWires.
class WriteBackBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& alu;  ///< takes as many initiators as there are pipes
    CallSocket<WarpProtocol>& memory;
    CallSource<WarpProtocol>& banks;
    CallSource<WarpProtocol>& scoreboard;
    CallSource<WarpProtocol>& resolved;    ///< to fetch: late instructions
    CallSource<WarpProtocol>& retired;     ///< barriers, and the end of a warp
    CallSource<DivisionProtocol>& divide;  ///< a branch has diverged where slices divide at them
  };
  virtual ~WriteBackBlock() = default;
  virtual Sockets sockets() = 0;

  /// Called when an instruction is due: completes all that are.
  virtual void tick(Cycle now) = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}
};

}  // namespace lanefold
