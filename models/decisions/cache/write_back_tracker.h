// SPDX-License-Identifier: Apache-2.0
// Which write-backs a flush waits for: those before it, and not those after.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <utility>

namespace lanefold {

class WriteBackTracker {
 public:
  /// A write-back begins; its answer is to be told with the number returned.
  std::uint64_t begin() {
    ++flushes_.back().unanswered;
    return finished_ + flushes_.size() - 1;
  }
  void answered(std::uint64_t number) { --flushes_[number - finished_].unanswered; }

  /// finish() calls `done`, if there is one, when all write-backs up to now are answered.
  void flush(std::function<void()> done) {
    flushes_.back().done = std::move(done);
    flushes_.emplace_back();
  }
  void finish() {
    while (flushes_.size() > 1 && flushes_.front().unanswered == 0) {
      const std::function<void()> done = std::move(flushes_.front().done);
      flushes_.pop_front();
      ++finished_;
      if (done) done();
    }
  }

 private:
  struct Flush {
    std::uint64_t unanswered = 0;  ///< write-backs since the flush before
    std::function<void()> done;
  };
  std::deque<Flush> flushes_{1};  ///< by age; the last has not come yet
  std::uint64_t finished_ = 0;
};

}  // namespace lanefold
