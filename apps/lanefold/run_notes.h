// SPDX-License-Identifier: Apache-2.0
// What the report of a run says of mechanisms that this run could not use.
#pragma once

#include <string>

#include "lanefold/statistics_report.h"

namespace lanefold {

/// A line for what a functional run does not have, and for an adaptive limit of slip that no core
/// can have decided, because all launches together are shorter than its sampling period, or that
/// was still rising.
std::string run_notes(const RunRecord& record);

}  // namespace lanefold
