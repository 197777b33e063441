// SPDX-License-Identifier: Apache-2.0
// What tree_sum.cl computes, in the same order.
#pragma once

#include <cstddef>
#include <vector>

namespace lanefold {

/// Adds halves until one value is left; the number of values is a power of two.
inline float tree_sum(std::vector<float> sums) {
  for (std::size_t rest = sums.size() / 2; rest > 0; rest /= 2) {
    for (std::size_t item = 0; item < rest; ++item) sums[item] += sums[item + rest];
  }
  return sums[0];
}

}  // namespace lanefold
