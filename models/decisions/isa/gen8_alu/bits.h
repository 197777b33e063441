// SPDX-License-Identifier: Apache-2.0
// Bits and bit fields of a dword, beside those of integer_math.h.
#pragma once

#include <cstdint>

#include "decisions/isa/integer_math.h"

namespace lanefold::gen8 {

constexpr std::uint32_t kNoBit = 0xffff'ffff;  ///< the place of a bit that is not there

constexpr std::uint32_t reversed_bits(std::uint32_t a) {
  a = (a & 0x5555'5555) << 1 | (a >> 1 & 0x5555'5555);
  a = (a & 0x3333'3333) << 2 | (a >> 2 & 0x3333'3333);
  a = (a & 0x0f0f'0f0f) << 4 | (a >> 4 & 0x0f0f'0f0f);
  return __builtin_bswap32(a);
}

/// `width` ones from bit `offset` on; five bits of both count.
constexpr std::uint32_t field_mask(std::uint32_t width, std::uint32_t offset) {
  return ((1U << (width & 31)) - 1) << (offset & 31);
}

/// The field of `width` bits from bit `offset` on, as far as it is within the dword; 0 of no bits.
constexpr std::uint32_t unsigned_field(std::uint32_t a, std::uint32_t width, std::uint32_t offset) {
  return a >> (offset & 31) & ((1U << (width & 31)) - 1);
}
/// The same with copies of the field's highest bit above, which is bit 31 where it ends beyond.
constexpr std::uint32_t signed_field(std::uint32_t a, std::uint32_t width, std::uint32_t offset) {
  width &= 31;
  offset &= 31;
  if (width == 0) {
    return 0;
  }
  const std::uint32_t last = width - 1 + offset < 31 ? width - 1 + offset : 31;
  const std::int32_t raised = as_signed(a << (31 - last));
  return static_cast<std::uint32_t>(raised >> (31 - last + offset));
}

/// Places count from the highest bit.
constexpr std::uint32_t first_high_unsigned(std::uint32_t a) {
  return a == 0 ? kNoBit : leading_zeros(a);
}
/// The first bit that differs from the sign.
constexpr std::uint32_t first_high_signed(std::uint32_t a) {
  return first_high_unsigned(as_signed(a) < 0 ? ~a : a);
}
/// Counts from the lowest bit.
constexpr std::uint32_t first_low(std::uint32_t a) {
  return a == 0 ? kNoBit : ones((a & (0 - a)) - 1);
}

}  // namespace lanefold::gen8
