// SPDX-License-Identifier: Apache-2.0
// Integer multiply and divide as the M extension defines them, and bits as Zbb does, branch-free so
// that loops over lanes vectorise. Functions are static: files compiled for different instruction
// sets share no code.
#pragma once

#include <cstdint>

namespace lanefold {

static constexpr std::int32_t as_signed(std::uint32_t a) { return static_cast<std::int32_t>(a); }

static constexpr std::uint32_t high_signed(std::uint32_t a, std::uint32_t b) {
  const std::int64_t product = std::int64_t{as_signed(a)} * as_signed(b);
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(product) >> 32);
}
static constexpr std::uint32_t high_unsigned(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t product = static_cast<std::uint64_t>(a) * b;
  return static_cast<std::uint32_t>(product >> 32);
}
static constexpr std::uint32_t high_mixed(std::uint32_t a, std::uint32_t b) {
  return high_unsigned(a, b) - (as_signed(a) < 0 ? b : 0);
}

/// The divisor, or 1 where the quotient is not a number of 32 bits (x / 0, INT_MIN / -1).
static constexpr std::uint32_t safe_signed_divisor(std::uint32_t a, std::uint32_t b) {
  const bool overflows = a == 0x8000'0000 && b == 0xffff'ffff;
  return b == 0 || overflows ? 1 : b;
}
static constexpr std::uint32_t safe_unsigned_divisor(std::uint32_t b) { return b == 0 ? 1 : b; }

/// Division in double precision is exact here: two different quotients of 32-bit integers differ by
/// far more than half a unit of a 53-bit significand, so rounding never reaches the next integer.
static constexpr std::uint32_t exact_signed(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(
      static_cast<std::int32_t>(static_cast<double>(as_signed(a)) / as_signed(b)));
}
static constexpr std::uint32_t exact_unsigned(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(static_cast<double>(a) / static_cast<double>(b));
}

static constexpr std::uint32_t quotient_signed(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t quotient = exact_signed(a, safe_signed_divisor(a, b));
  return b == 0 ? 0xffff'ffff : quotient;
}
static constexpr std::uint32_t quotient_unsigned(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t quotient = exact_unsigned(a, safe_unsigned_divisor(b));
  return b == 0 ? 0xffff'ffff : quotient;
}
static constexpr std::uint32_t remainder_signed(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t divisor = safe_signed_divisor(a, b);
  const std::uint32_t rest = a - exact_signed(a, divisor) * divisor;
  return b == 0 ? a : rest;
}
static constexpr std::uint32_t remainder_unsigned(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t divisor = safe_unsigned_divisor(b);
  const std::uint32_t rest = a - exact_unsigned(a, divisor) * divisor;
  return b == 0 ? a : rest;
}

/// The number of bits that are set.
static constexpr std::uint32_t ones(std::uint32_t a) {
  a -= a >> 1 & 0x5555'5555;
  a = (a & 0x3333'3333) + (a >> 2 & 0x3333'3333);
  a = (a + (a >> 4)) & 0x0f0f'0f0f;
  return a * 0x0101'0101 >> 24;
}
/// The zeros above the highest bit that is set; 32 if none is.
static constexpr std::uint32_t leading_zeros(std::uint32_t a) {
  for (unsigned shift = 1; shift < 32; shift *= 2) a |= a >> shift;
  return ones(~a);
}
static constexpr std::uint32_t rotated_right(std::uint32_t a, std::uint32_t by) {
  return a >> (by & 31) | a << ((0 - by) & 31);
}
/// All bits of each byte that has one.
static constexpr std::uint32_t filled_bytes(std::uint32_t a) {
  a |= a >> 4 & 0x0f0f'0f0f;
  a |= a >> 2 & 0x0303'0303;
  a |= a >> 1;
  return (a & 0x0101'0101) * 0xff;
}

}  // namespace lanefold
