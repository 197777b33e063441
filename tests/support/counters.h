// SPDX-License-Identifier: Apache-2.0
// What launches count, to be compared as a whole.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "lanefold/statistics.h"

namespace lanefold {

/// All counters of a launch by name, bins of histograms and the ledger included.
std::map<std::string, std::uint64_t> counters_by_name(const LaunchStatistics& statistics);

}  // namespace lanefold
