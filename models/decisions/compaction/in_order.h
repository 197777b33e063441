// SPDX-License-Identifier: Apache-2.0
// The schedule of every policy that leaves lanes at their own positions.
#pragma once

#include "lanefold/schedule.h"

namespace lanefold {

/// Issues the quads of `issued` (whole quads) one a cycle, lowest first, and in each the lanes of
/// `mask` at their own positions.
Schedule issue_in_order(LaneMask mask, LaneMask issued, const QuadGeometry& geometry);

}  // namespace lanefold
