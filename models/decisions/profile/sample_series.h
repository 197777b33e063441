// SPDX-License-Identifier: Apache-2.0
// Samples of counters over cycles, of which there are never more than some number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanefold {

/// What was counted in some cycles.
struct CountedSample {
  std::uint64_t begin = 0;
  std::uint64_t cycles = 0;
  std::vector<std::uint64_t> counts;  ///< of as many counters in every sample
};

/// Samples follow each other without gaps. No two begin in the same interval of the axis, which
/// doubles when they are too many: what then begins in the same one becomes one sample. So the sum
/// of a counter over all samples never changes by that.
class SampleSeries {
 public:
  /// Cycles; `most` is at least 1.
  SampleSeries(std::uint64_t interval, std::size_t most) : interval_(interval), most_(most) {}

  /// Begins where the latest one ends. One without cycles becomes part of the latest one.
  void add(CountedSample sample);
  /// All of another series, which begins where this one ends.
  void add(SampleSeries later);

  std::uint64_t interval() const { return interval_; }
  /// The first cycle after `cycle` at which a sample would not become part of one that begins
  /// there.
  std::uint64_t next_begin(std::uint64_t cycle) const {
    return (cycle / interval_ + 1) * interval_;
  }
  const std::vector<CountedSample>& samples() const { return samples_; }

 private:
  void append(CountedSample sample);
  void coarsen();

  std::uint64_t interval_;
  std::size_t most_;
  std::vector<CountedSample> samples_;
};

}  // namespace lanefold
