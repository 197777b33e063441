// SPDX-License-Identifier: Apache-2.0
// What limits a run, for the report: resources, the sentence, and the roofline.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// docs/reference/report.md explains the names; null for a functional run.
nlohmann::ordered_json limits_json(const LaunchStatistics& total, const MachineConfig& machine);

}  // namespace lanefold
