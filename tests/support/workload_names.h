// SPDX-License-Identifier: Apache-2.0
// What tests of every workload are instantiated with.
#pragma once

#include <string>
#include <vector>

#include "workloads/workload.h"

namespace lanefold {

inline std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const auto& workload : workloads()) names.push_back(workload->name());
  return names;
}

}  // namespace lanefold
