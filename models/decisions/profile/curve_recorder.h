// SPDX-License-Identifier: Apache-2.0
// Turns snapshots of a machine into curves over all its launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "decisions/profile/sample_series.h"
#include "lanefold/curves.h"
#include "lanefold/sampler.h"

namespace lanefold {

/// Looks every 64 cycles at first, and less often the more there are. Its memory is bounded,
/// whatever the number of launches and cycles.
class CurveRecorder final : public Sampler {
 public:
  std::uint64_t begin() override;
  std::uint64_t take(const MachineSnapshot& snapshot) override;
  void end(const MachineSnapshot& snapshot) override;

  /// The record of the launch that has ended last; a launch whose record is not added is in no
  /// curve. Throws Error(Internal) if its samples do not add up to the record.
  void add(const LaunchStatistics& launch);

  /// Throws Error(Internal) if the samples do not add up to all launches.
  Curves curves() const;

 private:
  static constexpr std::uint64_t kFirstInterval = 64;
  using Counts = std::vector<std::uint64_t>;

  void count_until(const MachineSnapshot& snapshot);
  void list_launch(const LaunchStatistics& launch);
  void check(const LaunchStatistics& launch) const;

  SampleSeries whole_{kFirstInterval, Curves::kMostSamples};
  Curves head_;  ///< all but the samples and their series
  std::vector<std::string> names_;
  Counts total_;
  std::uint64_t axis_ = 0;  ///< cycles of all launches that are added

  // Of the latest launch.
  SampleSeries launch_{kFirstInterval, Curves::kMostSamples};
  Counts counted_;
  std::uint64_t counted_until_ = 0;
  std::vector<LaneLedger> ledgers_;
  bool falls_ = false;  ///< a counter has
};

}  // namespace lanefold
