// SPDX-License-Identifier: Apache-2.0
// What the launches of an application counted: one record each, or only sums by kernel.
#pragma once

#include <string>
#include <vector>

#include "lanefold/statistics.h"

namespace lanefold {
struct MachineConfig;
}

namespace lanefold::icd {

class LaunchRecords {
 public:
  /// Single records are kept only if somebody will want them: they take some kilobytes each.
  explicit LaunchRecords(bool keep_each) : keep_each_(keep_each) {}

  void add(LaunchStatistics launch);
  void add_failure() { ++failures_; }

  /// The launches and their totals as `lanefold run --stats` writes them.
  std::string json(const MachineConfig& machine) const;
  /// A line for each kernel, in the order of their first launches, and the totals.
  std::string table(const MachineConfig& machine, bool functional) const;

 private:
  struct Kernel {
    std::uint64_t launches = 0;
    LaunchStatistics sum;
  };

  bool keep_each_;
  std::vector<LaunchStatistics> each_;
  std::vector<Kernel> kernels_;
  std::uint64_t failures_ = 0;
};

}  // namespace lanefold::icd
