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

/// What the arbiter asks of a pipe. An instruction that it is given while it is at work waits.
class Pipe {
 public:
  virtual ~Pipe() = default;
  /// Cycle from which it can be given an instruction; kNever if that depends on memory.
  virtual Cycle accepts_from() const = 0;
  /// Cycle from which it is free, and in which the next instruction would start; kNever as above.
  virtual Cycle free_at() const = 0;
};

/// The queue of a pipe that knows how long each instruction takes, so that it need only keep when
/// those that wait will start. A depth of zero means that the pipe must be free.
class IssueQueue final : public Pipe {
 public:
  /// Throughout `depth` <= kMostQueued.
  explicit IssueQueue(unsigned depth) : depth_(depth) {}

  /// There is room as soon as all but `depth - 1` of the instructions have started.
  Cycle accepts_from() const override { return depth_ == 0 ? free_at_ : starts_[next_]; }
  Cycle free_at() const override { return free_at_; }

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
