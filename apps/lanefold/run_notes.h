// SPDX-License-Identifier: Apache-2.0
// What the report of a run says of settings that changed nothing.
#pragma once

#include <string>
#include <vector>

#include "lanefold/statistics_report.h"

namespace lanefold {

/// A line for each setting of the core that was made in vain: `settings` ("key=value") that the
/// machine does not use, slices in a functional run, and an adaptive limit of slip that no core can
/// have decided, because all launches together are shorter than its sampling period. No errors:
/// sweeps vary these parameters beside others.
std::string run_notes(const RunRecord& record, const std::vector<std::string>& settings);

}  // namespace lanefold
