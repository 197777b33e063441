// SPDX-License-Identifier: Apache-2.0
// What a core sees of its load/store unit: sockets, what its clock calls, and what the block shows
// of itself. Any module may implement this.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "base/cycle.h"
#include "base/index_set.h"
#include "blocks/load_store/miss_completion_buffer.h"
#include "blocks/pipeline/core_interfaces.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/issue_queue.h"

namespace lanefold {

/// Executes memory instructions in the order of their issue, and sends each on when it is known in
/// which cycle it completes.
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

  /// Sends what is due in this cycle.
  virtual void tick(Cycle now) = 0;
  /// The next cycle after `now` in which tick() would do anything; kNever if others must act first.
  virtual Cycle next_event(Cycle now) const = 0;
  /// Threads whose fence or barrier waits for its turn or for stores to be answered.
  virtual SlotSet wait_for_stores(Cycle now) const = 0;
  /// Whether any request is to be sent or unanswered.
  virtual bool busy() const = 0;
  virtual void reset() = 0;
  virtual void describe(std::ostream& /*out*/) const {}

  const PipeState& state() const { return state_; }
  /// Threads that may not be given another load, store or atomic.
  const SlotSet& full_threads() const { return full_threads_; }
  /// Threads with a load of which some lanes have their values, and others do not.
  SlotSet partly_answered() const { return partly_answered_; }
  /// Cycle of the latest answer; later than now if memory has only said when it comes.
  Cycle last_answer() const { return last_answer_; }
  /// Answers since reset().
  std::uint64_t answers() const { return answered_; }

 protected:
  PipeState state_;
  SlotSet full_threads_;
  SlotSet partly_answered_;
  Cycle last_answer_ = 0;
  std::uint64_t answered_ = 0;
};

}  // namespace lanefold
