// SPDX-License-Identifier: Apache-2.0
// IEEE 754 arithmetic in integers: exact 128-bit intermediate results, rounded once.

#include "decisions/isa/soft_float.h"

#include "decisions/isa/exact_number.h"

namespace lanefold {
namespace {

/// Largest r with r * r <= value, for value below 2^126.
Wide integer_square_root(Wide value) {
  Wide root = 0;
  for (int bit = 62; bit >= 0; --bit) {
    const Wide candidate = root | Wide{1} << bit;
    root = candidate * candidate <= value ? candidate : root;
  }
  return root;
}

template <class Bits>
Bits zero(bool negative) {
  return negative ? FloatFormat<Bits>::kSign : Bits{0};
}

template <class Bits>
Bits infinity(bool negative) {
  return FloatFormat<Bits>::kInfinity | zero<Bits>(negative);
}

}  // namespace

template <class Bits>
Bits SoftFloat::invalid() {
  flags_ |= kInvalid;
  return FloatFormat<Bits>::kNan;
}

template <class Bits>
Bits SoftFloat::any_nan(bool signalling) {
  flags_ |= signalling ? kInvalid : 0;
  return FloatFormat<Bits>::kNan;
}

template <class Bits>
Bits SoftFloat::fma(Bits a, Bits b, Bits c) {
  const bool negative = is_negative(a) != is_negative(b);
  if ((is_infinity(a) && is_zero(b)) || (is_zero(a) && is_infinity(b))) {
    return invalid<Bits>();  // even when c is a quiet NaN
  }
  if (is_nan(a) || is_nan(b) || is_nan(c)) {
    return any_nan<Bits>(is_signalling(a) || is_signalling(b) || is_signalling(c));
  }
  if (is_infinity(a) || is_infinity(b)) {
    return is_infinity(c) && is_negative(c) != negative ? invalid<Bits>()
                                                        : infinity<Bits>(negative);
  }
  if (is_infinity(c)) {
    return c;
  }
  const bool no_product = is_zero(a) || is_zero(b);
  if (no_product && is_zero(c)) {
    const bool same = negative == is_negative(c);
    return zero<Bits>(same ? negative : mode_ == Rounding::Down);
  }
  if (no_product) {
    return c;
  }
  const Exact x = unpack(a);
  const Exact y = unpack(b);
  const Exact product = {negative, x.exponent + y.exponent, x.significand * y.significand};
  const Exact total = is_zero(c) ? product : sum(product, unpack(c));
  return total.significand == 0 ? zero<Bits>(mode_ == Rounding::Down)
                                : pack<Bits>(total, mode_, flags_);
}

template <class Bits>
Bits SoftFloat::add(Bits a, Bits b) {
  using F = FloatFormat<Bits>;
  constexpr Bits kOne = static_cast<Bits>(F::kBias) << F::kFractionBits;
  return fma(a, kOne, b);
}

template <class Bits>
Bits SoftFloat::sub(Bits a, Bits b) {
  return add(a, static_cast<Bits>(b ^ FloatFormat<Bits>::kSign));
}

template <class Bits>
Bits SoftFloat::mul(Bits a, Bits b) {
  return fma(a, b, zero<Bits>(is_negative(a) != is_negative(b)));
}

template <class Bits>
Bits SoftFloat::div(Bits a, Bits b) {
  const bool negative = is_negative(a) != is_negative(b);
  if (is_nan(a) || is_nan(b)) {
    return any_nan<Bits>(is_signalling(a) || is_signalling(b));
  }
  if ((is_infinity(a) && is_infinity(b)) || (is_zero(a) && is_zero(b))) {
    return invalid<Bits>();
  }
  if (is_infinity(a) || is_zero(b)) {
    flags_ |= is_infinity(a) ? 0 : kDivideByZero;
    return infinity<Bits>(negative);
  }
  if (is_zero(a) || is_infinity(b)) {
    return zero<Bits>(negative);
  }
  const Exact x = align(unpack(a));
  const Exact y = unpack(b);
  const Wide quotient = x.significand / y.significand;
  const Wide rest = x.significand % y.significand;
  return pack<Bits>(
      {negative, x.exponent - y.exponent - 1, quotient << 1 | static_cast<Wide>(rest != 0)}, mode_,
      flags_);
}

template <class Bits>
Bits SoftFloat::sqrt(Bits a) {
  if (is_nan(a)) {
    return any_nan<Bits>(is_signalling(a));
  }
  if (is_zero(a)) {
    return a;
  }
  if (is_negative(a)) {
    return invalid<Bits>();
  }
  if (is_infinity(a)) {
    return a;
  }
  Exact x = align(unpack(a));
  if (x.exponent % 2 != 0) {
    x = {false, x.exponent + 1, x.significand >> 1};
  }
  const Wide root = integer_square_root(x.significand);
  const bool rest = root * root != x.significand;
  return pack<Bits>({false, x.exponent / 2 - 1, root << 1 | static_cast<Wide>(rest)}, mode_,
                    flags_);
}

template <class Bits>
bool SoftFloat::equal(Bits a, Bits b) {
  flags_ |= is_signalling(a) || is_signalling(b) ? kInvalid : 0;
  return !is_nan(a) && !is_nan(b) && (a == b || (is_zero(a) && is_zero(b)));
}

template <class Bits>
bool SoftFloat::less(Bits a, Bits b) {
  flags_ |= is_nan(a) || is_nan(b) ? kInvalid : 0;
  return !is_nan(a) && !is_nan(b) && !(is_zero(a) && is_zero(b)) && order_key(a) < order_key(b);
}

template <class Bits>
bool SoftFloat::less_equal(Bits a, Bits b) {
  flags_ |= is_nan(a) || is_nan(b) ? kInvalid : 0;
  return !is_nan(a) && !is_nan(b) && ((is_zero(a) && is_zero(b)) || order_key(a) <= order_key(b));
}

template <class Bits>
Bits SoftFloat::min(Bits a, Bits b) {
  flags_ |= is_signalling(a) || is_signalling(b) ? kInvalid : 0;
  return lesser(a, b);
}

template <class Bits>
Bits SoftFloat::max(Bits a, Bits b) {
  flags_ |= is_signalling(a) || is_signalling(b) ? kInvalid : 0;
  return greater(a, b);
}

template <class Bits>
std::uint32_t SoftFloat::to_integer(Bits a, std::int64_t lowest, std::int64_t highest) {
  const Exact number = unpack(a);
  const bool negative = number.negative && !is_nan(a);
  const int top = is_zero(a) ? 0 : number.exponent + highest_bit(number.significand);
  if (is_nan(a) || is_infinity(a) || top > 32) {
    flags_ |= kInvalid;
    return static_cast<std::uint32_t>(negative ? lowest : highest);
  }
  const Cut at = number.exponent >= 0 ? Cut{number.significand << number.exponent, false, false}
                                      : cut(number.significand, -number.exponent);
  const auto magnitude = static_cast<std::int64_t>(rounded(mode_, negative, at));
  const std::int64_t value = negative ? -magnitude : magnitude;
  if (value < lowest || value > highest) {
    flags_ |= kInvalid;
    return static_cast<std::uint32_t>(negative ? lowest : highest);
  }
  flags_ |= at.half || at.remainder ? kInexact : 0;
  return static_cast<std::uint32_t>(value);
}

template <class Bits>
std::uint32_t SoftFloat::to_signed(Bits a) {
  return to_integer(a, INT32_MIN, INT32_MAX);
}

template <class Bits>
std::uint32_t SoftFloat::to_unsigned(Bits a) {
  return to_integer(a, 0, UINT32_MAX);
}

template <class Bits>
Bits SoftFloat::from_signed(std::uint32_t a) {
  const bool negative = static_cast<std::int32_t>(a) < 0;
  const Wide magnitude = negative ? 0U - a : a;
  return a == 0 ? Bits{0} : pack<Bits>({negative, 0, magnitude}, mode_, flags_);
}

template <class Bits>
Bits SoftFloat::from_unsigned(std::uint32_t a) {
  return a == 0 ? Bits{0} : pack<Bits>({false, 0, a}, mode_, flags_);
}

std::uint32_t SoftFloat::narrow(std::uint64_t a) {
  if (is_nan(a)) {
    return any_nan<std::uint32_t>(is_signalling(a));
  }
  if (is_infinity(a)) {
    return infinity<std::uint32_t>(is_negative(a));
  }
  return is_zero(a) ? zero<std::uint32_t>(is_negative(a))
                    : pack<std::uint32_t>(unpack(a), mode_, flags_);
}

std::uint64_t SoftFloat::widen(std::uint32_t a) {
  if (is_nan(a)) {
    return any_nan<std::uint64_t>(is_signalling(a));
  }
  if (is_infinity(a)) {
    return infinity<std::uint64_t>(is_negative(a));
  }
  return is_zero(a) ? zero<std::uint64_t>(is_negative(a))
                    : pack<std::uint64_t>(unpack(a), mode_, flags_);
}

#define LANEFOLD_INSTANTIATE(Bits)                     \
  template Bits SoftFloat::add(Bits, Bits);            \
  template Bits SoftFloat::sub(Bits, Bits);            \
  template Bits SoftFloat::mul(Bits, Bits);            \
  template Bits SoftFloat::div(Bits, Bits);            \
  template Bits SoftFloat::sqrt(Bits);                 \
  template Bits SoftFloat::fma(Bits, Bits, Bits);      \
  template bool SoftFloat::equal(Bits, Bits);          \
  template bool SoftFloat::less(Bits, Bits);           \
  template bool SoftFloat::less_equal(Bits, Bits);     \
  template Bits SoftFloat::min(Bits, Bits);            \
  template Bits SoftFloat::max(Bits, Bits);            \
  template std::uint32_t SoftFloat::to_signed(Bits);   \
  template std::uint32_t SoftFloat::to_unsigned(Bits); \
  template Bits SoftFloat::from_signed(std::uint32_t); \
  template Bits SoftFloat::from_unsigned(std::uint32_t);
LANEFOLD_INSTANTIATE(std::uint32_t)
LANEFOLD_INSTANTIATE(std::uint64_t)
#undef LANEFOLD_INSTANTIATE

}  // namespace lanefold
