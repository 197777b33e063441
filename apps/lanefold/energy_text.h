// SPDX-License-Identifier: Apache-2.0
// What a run took in energy, for people.
#pragma once

#include <string>

#include "lanefold/statistics_report.h"

namespace lanefold {

/// A table of events and what they take, with the sum, that of a work-item, and power; nothing for
/// a record without energy.
std::string energy_text(const RunRecord& record);

/// A total of so many pJ.
std::string nanojoules(double pj);

}  // namespace lanefold
