// SPDX-License-Identifier: Apache-2.0
// Arithmetic of rows and addresses.
#pragma once

#include <cstdint>

namespace lanefold {

inline std::uint64_t ceil_divided(std::uint64_t number, std::uint64_t by) {
  return (number + by - 1) / by;
}

/// Bits that tell so many things apart: 0 for one.
inline unsigned bits_to_tell(std::uint64_t number) {
  unsigned bits = 0;
  while ((std::uint64_t{1} << bits) < number) ++bits;
  return bits;
}

}  // namespace lanefold
