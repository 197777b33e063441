// SPDX-License-Identifier: Apache-2.0
// What a run counted, as JSON (canonical, versioned) and as a table for people derived from the
// same record.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lanefold/kernel_estimate.h"
#include "lanefold/machine_config.h"
#include "lanefold/run_energy.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// Changes whenever a name or a meaning in the JSON text changes.
constexpr const char* kStatisticsSchema = "lanefold.statistics/4";

/// One run: what was asked, on which machine, and what was counted. Holds no times and no paths, so
/// that the same input gives the same bytes.
struct RunRecord {
  std::string program;  ///< workload or file name without its folder
  std::string size;     ///< tiny, default, paper; empty for user kernels
  std::uint64_t seed = 0;
  std::map<std::string, std::string> parameters;  ///< of the workload, as given
  bool checked = false;                           ///< whether there is a reference to compare with
  bool verified = false;
  std::uint64_t values_checked = 0;
  MachineConfig machine;
  std::vector<LaunchStatistics> launches;
  std::uint64_t first_launch = 0;     ///< number of the first of them, if those before have none
  std::uint64_t failed_launches = 0;  ///< that were stopped, and have no record
  std::vector<KernelEstimate> estimates;  ///< where only some launches were timed
  std::optional<RunEnergy> energy;        ///< of all launches, where it is asked for
};

/// The launches added up; identity fields are those of the first.
LaunchStatistics total_of(const std::vector<LaunchStatistics>& launches);

/// What ran, on which machine, and how its launches were simulated, as `bfs on ivb-eu: functional`.
std::string heading_of(const RunRecord& run, bool functional);

/// JSON text, ending in a newline. docs/reference/statistics.md explains every name.
std::string statistics_json(const RunRecord& run);

/// The same text in pieces, for a run that does not keep its launches: what precedes them, with
/// their total; each launch, with kJsonSeparator between two; and what follows them.
std::string statistics_json_start(const RunRecord& run, const LaunchStatistics& total);
std::string statistics_json_launch(const LaunchStatistics& launch, const MachineConfig& machine);
constexpr const char* kJsonSeparator = ",\n";
std::string statistics_json_end(bool without_launches);

/// The totals as readable text.
std::string statistics_text(const RunRecord& run);

/// Of that text, what each policy would take, the SIMD efficiency, and the limit.
std::string summary_text(const RunRecord& run);

/// A row for each kernel, and the total.
std::string estimate_text(const std::vector<KernelEstimate>& estimates, std::uint64_t clock_mhz);

/// The reference of all counters as it stands in docs/reference/statistics.md.
std::string statistics_reference();

}  // namespace lanefold
