// SPDX-License-Identifier: Apache-2.0
// The report of runs of the command.
#pragma once

#include <string>
#include <vector>

#include "report_output.h"
#include "simulation.h"

namespace lanefold {

/// Of runs that were counted by instruction: `profile` has one for each outcome.
Report report_of(const std::string& command, const std::vector<const Outcome*>& outcomes,
                 const ProfileRecord& profile);

}  // namespace lanefold
