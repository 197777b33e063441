// SPDX-License-Identifier: Apache-2.0
// What a core sees of its decision behind loads beside wires (core_wires.h): sockets, and what its
// clock calls. Any module may implement this.
#pragma once

#include <iosfwd>

#include "base/cycle.h"
#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {

/// Decides which lanes go on behind a load. A load that misses comes to `loads` twice where lanes
/// may be left behind: with `load` set when its lines have been looked up, and with the last
/// answer, or not at all if `proceeded` has said that it went on without lanes; their values are
/// told by `arrived`. All else comes once. What goes to `completed` has its cycle of write-back.
/// Drives CoreWires::loads_to_decide.
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
