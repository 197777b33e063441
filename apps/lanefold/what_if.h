// SPDX-License-Identifier: Apache-2.0
// What --explain tries: one thing of a machine relaxed at a time.
#pragma once

#include <string>
#include <vector>

#include "lanefold/machine_config.h"
#include "lanefold/report_page.h"

namespace lanefold {

/// Relaxations that mean something on the machine, from the interconnect to the pipes; without
/// cycles. Settings are as of --set.
std::vector<WhatIf> what_ifs(const MachineConfig& machine);

/// "LIMIT; DC2 saves 34.0 %, SCC 0.3 %": the two that save most, and the best compaction. Of
/// changes of which one contains the other, the smaller is named if it saves nearly as much. `runs`
/// are the most saving first; `cycles` are those of the run itself.
std::string explanation_sentence(const std::string& limit, const std::vector<WhatIf>& runs,
                                 std::uint64_t cycles);

/// A table of all runs for people.
std::string explanation_text(const Explanation& explanation, std::uint64_t cycles);

}  // namespace lanefold
