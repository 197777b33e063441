// SPDX-License-Identifier: Apache-2.0
// When slices divide at loads (dynamic warp subdivision).
#pragma once

#include "lanefold/core_choices.h"

namespace lanefold {

/// When loads divide: `core.division`.
struct DivisionRule {
  bool eager = false;  ///< even if other slices can run
  bool later = false;  ///< also if it was not possible as soon as the lines had been looked up
};
DivisionRule division_rule(LoadDivision division);

}  // namespace lanefold
