// SPDX-License-Identifier: Apache-2.0
// What a core sees of its load/store unit beside wires (core_wires.h): sockets, and what its
// clock calls. Any module may implement this.
#pragma once

#include <iosfwd>

#include "base/cycle.h"
#include "base/index_set.h"
#include "blocks/load_store/miss_completion_buffer.h"
#include "blocks/pipeline/core_interfaces.h"
#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {

/// Executes what is sent but for fences and barriers, in the order of its issue, and sends each on
/// when it is known in which cycle it completes. Drives LoadStoreWires, and of PipeWires those of
/// its own.
class LoadStoreBlock {
 public:
  struct Sockets {
    CallSocket<WarpProtocol>& addresses;
    CallSource<WarpProtocol>& completed;
    CallSocket<WarpProtocol>& proceeded;         ///< a load has gone on without some of its lanes
    CallSource<ArrivalProtocol>& arrived;        ///< values for such lanes
    CallSource<WarpProtocol>& local;             ///< to local memory, which hands back the time
    CallSource<CompletionProtocol>& completion;  ///< where slices wait at loads for their values
    MemorySource& memory;
  };
  virtual ~LoadStoreBlock() = default;
  virtual Sockets sockets() = 0;

  /// Called when something is due in this cycle.
  virtual void tick(Cycle now) = 0;
  /// Of `orders`, threads whose fence or barrier waits for its turn or for stores to be answered.
  virtual SlotSet wait_for_stores(Cycle now) const = 0;
  /// Whether any request is to be sent or unanswered.
  virtual bool busy() const = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}
};

}  // namespace lanefold
