// SPDX-License-Identifier: Apache-2.0
// IEEE 754 arithmetic in integers: every rounding mode, every exception, the same on every host.
// It stands behind programs that look at fflags or choose a rounding mode; all others run on the
// host's vector unit, with the same results.
#pragma once

#include <cstdint>

#include "decisions/isa/float_bits.h"

namespace lanefold {

/// Arithmetic on bit patterns (std::uint32_t single, std::uint64_t double) in one rounding mode.
/// Results are canonical; exceptions accumulate in `flags()`. Tininess is detected after rounding.
class SoftFloat {
 public:
  explicit SoftFloat(Rounding mode) : mode_(mode) {}
  std::uint8_t flags() const { return flags_; }

  template <class Bits>
  Bits add(Bits a, Bits b);
  template <class Bits>
  Bits sub(Bits a, Bits b);
  template <class Bits>
  Bits mul(Bits a, Bits b);
  template <class Bits>
  Bits div(Bits a, Bits b);
  template <class Bits>
  Bits sqrt(Bits a);
  /// a * b + c, rounded once.
  template <class Bits>
  Bits fma(Bits a, Bits b, Bits c);

  template <class Bits>
  bool equal(Bits a, Bits b);
  template <class Bits>
  bool less(Bits a, Bits b);
  template <class Bits>
  bool less_equal(Bits a, Bits b);
  template <class Bits>
  Bits min(Bits a, Bits b);
  template <class Bits>
  Bits max(Bits a, Bits b);

  template <class Bits>
  std::uint32_t to_signed(Bits a);
  template <class Bits>
  std::uint32_t to_unsigned(Bits a);
  template <class Bits>
  Bits from_signed(std::uint32_t a);
  template <class Bits>
  Bits from_unsigned(std::uint32_t a);
  std::uint32_t narrow(std::uint64_t a);
  std::uint64_t widen(std::uint32_t a);

 private:
  template <class Bits>
  Bits invalid();
  template <class Bits>
  Bits any_nan(bool signalling);
  template <class Bits>
  std::uint32_t to_integer(Bits a, std::int64_t lowest, std::int64_t highest);

  Rounding mode_;
  std::uint8_t flags_ = 0;
};

}  // namespace lanefold
