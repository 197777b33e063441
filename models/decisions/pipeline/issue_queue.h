// SPDX-License-Identifier: Apache-2.0
// The queue of issued instructions before a pipe, which lets micro-ops drain without a gap (ISCA'13
// sections 2.2 and 3.1).
#pragma once

#include <algorithm>
#include <array>

#include "base/cycle.h"

namespace lanefold {

/// The most instructions that can wait before a pipe.
constexpr unsigned kMostQueued = 8;

/// What a pipe shows the arbiter. An instruction that it is given while it is at work waits.
struct PipeState {
  /// From when it can be given an instruction; kNever if that is not known.
  Cycle accepts_from = 0;
  /// From when it is free, and the next would start; kNever as above.
  Cycle free_at = 0;
};

/// The queue of a pipe that knows how long each instruction takes, so that it need only keep when
/// those that wait will start. A depth of zero means that the pipe must be free.
class IssueQueue {
 public:
  /// Throughout `depth` <= kMostQueued.
  explicit IssueQueue(unsigned depth) : depth_(depth) {}

  /// There is room as soon as all but `depth - 1` of the instructions have started.
  PipeState state() const { return {depth_ == 0 ? free_at_ : starts_[next_], free_at_}; }

  /// Takes an instruction of `busy` cycles in cycle `now`, in which there is room; returns the
  /// cycle in which it starts.
  Cycle enter(Cycle now, unsigned busy) {
    const Cycle start = std::max(now, free_at_);
    free_at_ = start + busy;
    if (depth_ != 0) {
      starts_[next_] = start;
      next_ = (next_ + 1) % depth_;
    }
    return start;
  }

  void reset() { *this = IssueQueue(depth_); }

 private:
  unsigned depth_;
  unsigned next_ = 0;  ///< the place of the oldest start
  Cycle free_at_ = 0;
  std::array<Cycle, kMostQueued> starts_{};  ///< of the latest `depth` instructions
};

}  // namespace lanefold
