// SPDX-License-Identifier: Apache-2.0
// What tests of every workload are instantiated with.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "workloads/workload.h"

namespace lanefold {

/// The programs of the showcase.
inline std::vector<std::string> showcase_names() {
  std::vector<std::string> names;
  for (const Workload* workload : showcase()) names.push_back(workload->name());
  return names;
}

/// All other workloads. Quick tests run each of them once on each kind of machine, deep ones in
/// every way.
inline std::vector<std::string> further_names() {
  const std::vector<std::string> shown = showcase_names();
  std::vector<std::string> names;
  for (const auto& workload : workloads()) {
    if (std::find(shown.begin(), shown.end(), workload->name()) == shown.end()) {
      names.push_back(workload->name());
    }
  }
  return names;
}

/// A workload with a parameter that changes its kernel or the layout of its input.
struct WorkloadForm {
  const char *workload, *parameter, *value;
};

inline constexpr WorkloadForm kOtherForms[] = {{"lennard-jones", "list", "rows"},
                                               {"neighbour-list", "loop", "flat"},
                                               {"sequence-alignment", "queries", "words"},
                                               {"sequence-alignment", "queries", "rows"},
                                               {"gaussian-filter", "taps", "rolled"},
                                               {"line-walk", "lanes", "together"},
                                               {"line-walk", "shared", "512"},
                                               {"fft", "numbers", "double"},
                                               {"lu", "numbers", "double"},
                                               {"hotspot-cells", "numbers", "double"}};

/// The name of a case of such a test.
inline std::string workload_case(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace lanefold
