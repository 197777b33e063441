// SPDX-License-Identifier: Apache-2.0
// The path of configurations that a search for width and depth took, for people.
#pragma once

#include <string>

#include "lanefold/statistics_report.h"

namespace lanefold {

/// A line for each core, on the longest launch: what the core tried with the cycles that a
/// work-item took (IPDPS'12 section VI-C), and what it chose. Empty without core.adaptation.
std::string adaptation_text(const RunRecord& run);

/// What the slices cost a core, by the arithmetic of IPDPS'12 section IV-B with pcs of 32 bits.
/// Empty if its warps are not divided.
std::string slice_storage_text(const CoreConfig& core);

}  // namespace lanefold
