// SPDX-License-Identifier: Apache-2.0
// What `lanefold compare` prints of its runs.
#pragma once

#include <string>
#include <vector>

#include "lanefold/statistics.h"

namespace lanefold {

/// One run of several that differ in one parameter.
struct ComparedRun {
  std::string value;    ///< of the parameter
  std::string verdict;  ///< "yes", "NO", "-" or "partial"
  LaunchStatistics total;
  double energy = 0;  ///< pJ; 0 if it is not wanted
};

struct ComparedRuns {
  std::string program;
  std::string machine;    ///< empty where machines are compared
  std::string parameter;  ///< or "machine"
  bool energy = false;    ///< is wanted
  std::vector<std::string> notes;
  std::vector<ComparedRun> runs;
};

/// The part saved relative to the first run; "-" and null where one of the two is partial.
std::string comparison_text(const ComparedRuns& comparison);
std::string comparison_json(const ComparedRuns& comparison);

}  // namespace lanefold
