// SPDX-License-Identifier: Apache-2.0
// Values on their way through RTL that is as wide as an operand.
//
// In programs with doubles a float register has 64 bits even where it holds a single (RISC-V boxes
// it into ones). A circuit for 32-bit operands then takes the upper halves in a second pass.
#pragma once

#include <array>
#include <cstdint>

#include "lanefold/quad_geometry.h"

namespace lanefold {

/// Calls `pass(words, shift)` for the operand-sized part of `count` values at bit `shift`; a part
/// above the lowest that is all zero is left out.
template <std::size_t kSize, class Pass>
void pass_in_words(const std::array<std::uint64_t, kSize>& values, unsigned count,
                   const QuadGeometry& geometry, Pass&& pass) {
  constexpr unsigned kHalf = 32;
  if (geometry.operand_bits() != kHalf) {
    pass(values, 0);
    return;
  }
  std::array<std::uint64_t, kSize> low;
  std::uint64_t any_high = 0;
  for (unsigned i = 0; i < count; ++i) {
    low[i] = static_cast<std::uint32_t>(values[i]);
    any_high |= values[i] >> kHalf;
  }
  pass(low, 0);
  if (any_high == 0) return;
  for (unsigned i = 0; i < count; ++i) low[i] = values[i] >> kHalf;
  pass(low, kHalf);
}

/// Puts the part of a value that comes from one pass.
inline void put_word(std::uint64_t& value, std::uint64_t word, unsigned shift) {
  value = shift == 0 ? word : value | word << shift;
}

}  // namespace lanefold
