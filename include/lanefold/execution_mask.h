// SPDX-License-Identifier: Apache-2.0
// The execution mask of an instruction (ISCA'13 sections 2.2 and 4.1).
#pragma once

#include "lanefold/lane_mask.h"

namespace lanefold {

/// A lane executes if it holds a work-item, is on the running path, and is not predicated off.
constexpr LaneMask execution_mask(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) {
  return dispatch & control_flow & predicate;
}

}  // namespace lanefold
