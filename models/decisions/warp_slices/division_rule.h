// SPDX-License-Identifier: Apache-2.0
// When slices divide at loads (dynamic warp subdivision).
#pragma once

#include <string>

namespace lanefold {

/// When loads divide: `core.division`.
struct DivisionRule {
  bool eager = false;  ///< even if other slices can run
  bool later = false;  ///< also if it was not possible as soon as the lines had been looked up
};
/// Throws Error(Configuration) naming the rules there are.
DivisionRule division_rule(const std::string& name);

}  // namespace lanefold
