// SPDX-License-Identifier: Apache-2.0
// Words for what a comparison has tried.
#pragma once

#include <cstdint>
#include <string>

#include "base/text.h"

namespace lanefold {

/// "1,600 random masks"
inline std::string counted(std::uint64_t count, const std::string& what) {
  return with_thousands(count) + " " + what + (count == 1 ? "" : "s");
}
inline std::string tried_masks(std::uint64_t count) {
  return counted(count, "mask") + " as programs make them";
}

}  // namespace lanefold
