// SPDX-License-Identifier: Apache-2.0
// What the exact results of built-in functions are made of.
#pragma once

#include "tests/support/math_cases.h"

namespace lanefold {

using UnaryFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using BinaryFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

template <UnaryFunction Function>
void of_a(MathCall& x) {
  Function(x.result, x.a, MPFR_RNDN);
}
template <BinaryFunction Function>
void of_a_b(MathCall& x) {
  Function(x.result, x.a, x.b, MPFR_RNDN);
}
template <mpfr_rnd_t Mode>
void to_integer(MathCall& x) {
  mpfr_rint(x.result, x.a, Mode);
}
inline void set(MathCall& x, double value) { mpfr_set_d(x.result, value, MPFR_RNDN); }
inline void set(MathCall& x, mpfr_srcptr value) { mpfr_set(x.result, value, MPFR_RNDN); }
inline bool any_nan(const MathCall& x, int count) {
  for (int i = 0; i < count; ++i) {
    if (std::isnan(x.arguments.at(i))) return true;
  }
  return false;
}
inline bool all_below(const MathCall& x, int count, int exponent) {
  for (int i = 0; i < count; ++i) {
    if (!(std::fabs(x.arguments.at(i)) < std::ldexp(1.0, x.single ? exponent : 8 * exponent))) {
      return false;
    }
  }
  return true;
}
inline void enlarge_scale(MathCall& x, mpfr_srcptr value) {
  if (mpfr_cmpabs(value, x.scale) > 0) mpfr_set(x.scale, value, MPFR_RNDN);
}

}  // namespace lanefold
