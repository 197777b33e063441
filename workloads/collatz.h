// SPDX-License-Identifier: Apache-2.0
// Collatz sequences: a loop whose length no two lanes share.
#pragma once

#include <cstdint>

namespace lanefold {

struct CollatzOrbit {
  std::uint32_t steps = 0;  ///< until 1 is reached
  std::uint64_t peak = 0;   ///< the largest number on the way
};

/// `start` is at least 1.
CollatzOrbit collatz_orbit(std::uint32_t start);

}  // namespace lanefold
