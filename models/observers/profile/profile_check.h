// SPDX-License-Identifier: Apache-2.0
// Whether a profile adds up to what was counted otherwise.
#pragma once

#include "lanefold/statistics.h"
#include "observers/profile/instruction_table.h"

namespace lanefold {

/// Throws Error(Internal) naming the first counter, histogram, or cause of the ledger whose sum
/// over the instructions is not that of the launch.
void check_sums(const InstructionTable& table, const LaunchStatistics& launch);

}  // namespace lanefold
