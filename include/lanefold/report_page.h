// SPDX-License-Identifier: Apache-2.0
// The report of `--report`: one page to look at, made from the records of runs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lanefold/profile_report.h"
#include "lanefold/statistics_report.h"

namespace lanefold {

/// Changes whenever a name or a meaning in the JSON text changes.
constexpr const char* kReportSchema = "lanefold.report/1";

/// Launches of a run that a report has one by one; the totals have all.
constexpr std::size_t kReportedLaunches = 2000;

/// One thing of the machine changed, and what that gives.
struct WhatIf {
  std::string name;                   ///< short: "DC2"
  std::string title;                  ///< "2 lines a cycle over the interconnect"
  std::vector<std::string> settings;  ///< key=value
  std::uint64_t cycles = 0;           ///< of the run with them
};

/// What the runs of --explain found, the most saving first.
struct Explanation {
  std::string sentence;
  std::vector<WhatIf> runs;
};

struct ReportedRun {
  std::string label;  ///< value of compare; empty if it is alone
  /// Its launches may be fewer than those that `total` adds up.
  RunRecord record;
  LaunchStatistics total;
  std::uint64_t launches_left_out = 0;
  std::string fault;                   ///< of its output, in words; empty where none is known
  std::optional<ProfiledRun> profile;  ///< of timed runs
  std::string window;                  ///< "lanefold.window/1", JSON; empty: none
};

struct Report {
  std::string command;  ///< run, compare or exec
  std::string title;
  std::string version;    ///< of Lanefold
  std::string commit;     ///< that it was built from; may be empty
  std::string parameter;  ///< that compare varies; empty for others
  std::map<std::string, std::string> sources;
  std::vector<ReportedRun> runs;
  std::optional<Explanation> explanation;
};

/// JSON text in one line, ending in a newline. docs/reference/report.md explains every name.
std::string report_json(const Report& report);

/// A file that holds a report's data, or statistics of a run ("lanefold.statistics/4").
struct ReportInput {
  std::string file;  ///< as it was given, for messages
  std::string name;  ///< what its runs are called where labels do not tell them apart
  std::string json;
};

/// The data of one report with the runs of all: their labels begin with the names if there are
/// several. Throws Error(Usage) for a file that holds neither.
std::string merged_reports(const std::vector<ReportInput>& inputs);

/// The page with what report_json, or somebody else who writes the same form, has written. Throws
/// Error(Usage) for text that is not JSON of this schema.
std::string report_page(const std::string& json);

}  // namespace lanefold
