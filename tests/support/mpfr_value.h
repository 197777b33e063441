// SPDX-License-Identifier: Apache-2.0
// A number of MPFR that cleans up after itself, and the distance of a result from it in ulp.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace lanefold {

/// MPFR keeps the constants that it has computed for the thread; they are no leak of ours.
struct MpfrConstants {
  ~MpfrConstants() { mpfr_free_cache(); }
};
inline const MpfrConstants kMpfrConstants;

class MpfrValue {
 public:
  static constexpr mpfr_prec_t kBits = 256;

  explicit MpfrValue(mpfr_prec_t bits = kBits) { mpfr_init2(value_, bits); }
  explicit MpfrValue(double value) : MpfrValue() { mpfr_set_d(value_, value, MPFR_RNDN); }
  ~MpfrValue() { mpfr_clear(value_); }
  MpfrValue(const MpfrValue&) = delete;
  MpfrValue& operator=(const MpfrValue&) = delete;

  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

 private:
  mpfr_t value_;
};

template <class T>
T rounded_to(mpfr_srcptr exact) {
  if constexpr (std::is_same_v<T, float>) {
    return mpfr_get_flt(exact, MPFR_RNDN);
  } else {
    return mpfr_get_d(exact, MPFR_RNDN);
  }
}

/// Binary exponent of ulp(x) as OpenCL 1.2 clause 7.4 defines it: the distance of the two numbers
/// of type T around x; for x itself a power of two, that to the next smaller one.
template <class T>
int ulp_exponent(mpfr_srcptr x) {
  using Limits = std::numeric_limits<T>;
  constexpr int kDigits = Limits::digits;
  if (mpfr_zero_p(x) != 0) return Limits::min_exponent - kDigits;
  const mpfr_exp_t exponent = mpfr_get_exp(x);
  const bool power_of_two = mpfr_min_prec(x) == 1;
  const mpfr_exp_t low = Limits::min_exponent;
  const mpfr_exp_t high = Limits::max_exponent;
  return static_cast<int>(std::clamp(exponent - (power_of_two ? 1 : 0), low, high)) - kDigits;
}

/// Distance of `got` from `exact`, in ulp of `exact` or, where `scale` is larger, of `scale`. The
/// same infinity, any NaN for a NaN and a zero of the same sign (any sign where there is a scale)
/// are at distance 0; an infinity by
/// overflow counts as the next power of two.
template <class T>
double ulp_error(T got, mpfr_srcptr exact, mpfr_srcptr scale) {
  if (mpfr_nan_p(exact) != 0) return std::isnan(got) ? 0.0 : INFINITY;
  if (std::isnan(got)) return INFINITY;
  const T nearest = rounded_to<T>(exact);
  const bool same_sign = std::signbit(got) == std::signbit(nearest);
  if (got == 0 && nearest == 0 && !same_sign && mpfr_zero_p(scale) != 0) return INFINITY;
  if (got == nearest && (std::isinf(got) || mpfr_zero_p(exact) != 0)) return 0.0;
  if (mpfr_inf_p(exact) != 0) return INFINITY;
  MpfrValue distance;
  mpfr_set_d(distance, static_cast<double>(got), MPFR_RNDN);
  if (std::isinf(got)) {
    mpfr_set_si_2exp(distance, got > 0 ? 1 : -1, std::numeric_limits<T>::max_exponent, MPFR_RNDN);
  }
  mpfr_sub(distance, distance, exact, MPFR_RNDN);
  mpfr_abs(distance, distance, MPFR_RNDN);
  const bool scaled = mpfr_cmpabs(scale, exact) > 0;
  mpfr_mul_2si(distance, distance, -ulp_exponent<T>(scaled ? scale : exact), MPFR_RNDN);
  return mpfr_get_d(distance, MPFR_RNDN);
}

}  // namespace lanefold
