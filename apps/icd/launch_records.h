// SPDX-License-Identifier: Apache-2.0
// What the launches of an application counted: one record each, or only sums by kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/machine_config.h"
#include "lanefold/report_page.h"
#include "lanefold/statistics.h"
#include "lanefold/statistics_report.h"
#include "launch_spool.h"

namespace lanefold::icd {

class LaunchRecords {
 public:
  /// Single records go to the statistics file as they come, if one is named: they take some
  /// kilobytes each. For a report, the first kReportedLaunches are kept.
  LaunchRecords(std::string program, MachineConfig machine, const std::string& statistics_file = {},
                bool for_report = false);

  void add(const LaunchStatistics& launch);
  void add_failure() { ++failures_; }
  /// Number of the first launch that is added.
  void begin_at(std::uint64_t launch) { first_launch_ = launch; }
  /// Where only some launches were timed: what these say of all.
  void set_estimates(std::vector<KernelEstimate> estimates) { estimates_ = std::move(estimates); }

  /// Completes the statistics file: the launches and their totals as `lanefold run --stats` writes
  /// them. Throws Error(File).
  void write_statistics();
  /// Without a profile.
  ReportedRun reported() const;
  /// A line for each kernel, in the order of their first launches, and the totals; and the
  /// estimates, if there are any.
  std::string table(bool functional) const;

 private:
  struct Kernel {
    std::uint64_t launches = 0;
    LaunchStatistics sum;
  };

  RunRecord record() const;

  std::string program_;  ///< the application's name
  MachineConfig machine_;
  std::optional<LaunchSpool> each_;
  const bool for_report_;
  std::vector<LaunchStatistics> kept_;
  std::vector<KernelEstimate> estimates_;
  std::uint64_t first_launch_ = 0;
  std::uint64_t launches_ = 0;
  LaunchStatistics total_;
  std::vector<Kernel> kernels_;
  std::uint64_t failures_ = 0;
  bool partial_ = false;  ///< a launch was stopped
};

}  // namespace lanefold::icd
