// SPDX-License-Identifier: Apache-2.0
// What a core sees of its decision behind loads: sockets, what its clock calls, and what the block
// shows of itself. Any module may implement this.
#pragma once

#include <iosfwd>

#include "base/cycle.h"
#include "blocks/pipeline/core_wires.h"
#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {

/// Decides which lanes go on behind a load. Drives CoreWires::loads_to_decide.
class MemoryDivergenceBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& loads;
    CallSocket<ArrivalProtocol>& arrived;
    CallSource<WarpProtocol>& completed;
    CallSource<WarpProtocol>& proceeded;
    CallSource<ThreadProtocol>& resume;
    CallSource<DivisionProtocol>& divide;
  };
  virtual ~MemoryDivergenceBlock() = default;
  virtual Sockets sockets() = 0;

  /// Called while there is something to be decided: decides what is due.
  virtual void tick(Cycle now) = 0;
  /// The next cycle in which something is due; kNever if others must act first.
  virtual Cycle next_event(Cycle now) const = 0;
  /// Whether a load of which some lanes have their values may divide its slice.
  virtual bool can_divide() const = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}
};

}  // namespace lanefold
