// SPDX-License-Identifier: Apache-2.0
// Error and gamma functions of doubles (OpenCL 1.2 clause 6.12.2): by series and continued
// fractions, slow but short.
#include "expand.h"
#include "pointer_forms.h"

#ifdef cl_khr_fp64
// exp(-a^2) with the square in two parts: its rounding error would be multiplied by a^2.
static double lanefold_gauss(double a) {
  const double square = a * a;
  return lanefold_exp_sum(-square, -fma(a, a, -square));
}

// For a from 0 to 0.8: all terms are positive, each the last one times 2 a^2 / (2 n + 1).
static double lanefold_erf_series(double a) {
  double term = 1.0;
  double sum = 1.0;
  for (int n = 1; term > sum * 0x1p-55; ++n) {
    term *= 2.0 * a * a / (double)(2 * n + 1);
    sum += term;
  }
  return 1.12837916709551257390 * a * lanefold_gauss(a) * sum;
}
// For a of at least 0.8: Laplace's continued fraction, from a level that is deep enough.
static double lanefold_erfc_fraction(double a) {
  const int levels = a < 1.2 ? 480 : a < 2.0 ? 260 : a < 4.0 ? 90 : 40;
  double v = 0.0;
  for (int k = levels; k > 0; --k) v = 0.5 * (double)k / (a + v);
  return 0.56418958354775628695 * lanefold_gauss(a) / (a + v);
}

LANEFOLD_CALL double erf(double a) {
  if (a != a) return a;
  const double size = fabs(a);
  if (size < 0.8) return copysign(lanefold_erf_series(size), a);
  return copysign(size > 6.0 ? 1.0 : 1.0 - lanefold_erfc_fraction(size), a);
}
LANEFOLD_DOUBLE_1(erf)

LANEFOLD_CALL double erfc(double a) {
  if (a != a) return a;
  const double size = fabs(a);
  if (size < 0.8) return 1.0 - copysign(lanefold_erf_series(size), a);
  const double value = size > 27.5 ? 0.0 : lanefold_erfc_fraction(size);
  return a < 0.0 ? 2.0 - value : value;
}
LANEFOLD_DOUBLE_1(erfc)

// log(gamma(a)) - (a - 1/2) log(a) + a - log(sqrt(2 pi)) for a of at least 16, by Stirling's series.
static double lanefold_stirling(double a) {
  const double inverse = 1.0 / a;
  const double z = inverse * inverse;
  double p = 1.0 / 156.0;
  p = fma(p, z, -691.0 / 360360.0);
  p = fma(p, z, 1.0 / 1188.0);
  p = fma(p, z, -1.0 / 1680.0);
  p = fma(p, z, 1.0 / 1260.0);
  p = fma(p, z, -1.0 / 360.0);
  p = fma(p, z, 1.0 / 12.0);
  return p * inverse;
}

// Moves a up to at least 16; returns the product of the values passed, in two parts. `lost` is what
// rounding has taken from a on its way.
static double lanefold_rising(__private double* a, __private double* low, __private double* lost) {
  const double start = *a;
  double steps = 0.0;
  double high = 1.0;
  *low = 0.0;
  while (*a < 16.0) {
    const double next = high * *a;
    *low = fma(*low, *a, fma(high, *a, -next));
    high = next;
    steps += 1.0;
    *a = start + steps;
  }
  *lost = start - (*a - steps);
  return high;
}

// The product carries the sign of a negative a.
static double lanefold_tgamma_positive(double a) {
  if (a > 171.7) return INFINITY;
  double low;
  double lost;
  const double product = lanefold_rising(&a, &low, &lost);
  // a^(a - 1/2) alone would overflow before the gamma function does.
  const double root = lanefold_power(a, 0.5 * (a - 0.5), 0.0);
  double rest;
  const double exponent = lanefold_normal_sum(-a, lanefold_stirling(a), &rest);
  const double scale = 2.50662827463100050242 * lanefold_exp_sum(exponent, rest);
  return root * scale * root / product * (1.0 - low / product + lost * log(a));
}

LANEFOLD_CALL double tgamma(double a) {
  if (a != a || a == INFINITY) return a;
  if (fabs(a) < 0x1p-60) return 1.0 / a;
  if (a > 0.0) return lanefold_tgamma_positive(a);
  if (floor(a) == a) return nan(0UL);
  if (a > -8.0) return lanefold_tgamma_positive(a);
  const double sine = sinpi(a);
  if (a < -185.0) return copysign(0.0, sine);
  // gamma(a) gamma(1 - a) sin(pi a) = pi, in two factors of moderate size
  if (a > -170.0) return 3.14159265358979323846 / (-a * sine) / lanefold_tgamma_positive(-a);
  double below = a;
  double product = 1.0;
  while (below < -165.0) {
    product *= below;
    below += 1.0;
  }
  return 3.14159265358979323846 / (-below * sinpi(below)) / lanefold_tgamma_positive(-below) /
         product;
}
LANEFOLD_DOUBLE_1(tgamma)

// log(gamma(2 + t)) for t from -1/2 to 1/2: the series of (zeta(k) - 1) (-t)^k / k, which keeps its
// relative precision at the zero.
static double lanefold_lgamma_near_2(double t) {
  double p = -2.7595228851242334e-10;
  p = fma(p, t, 5.7313672416788623e-10);
  p = fma(p, t, -1.1921401405860912e-09);
  p = fma(p, t, 2.4836745438024785e-09);
  p = fma(p, t, -5.1834750419700466e-09);
  p = fma(p, t, 1.0838659214896955e-08);
  p = fma(p, t, -2.2711094608943164e-08);
  p = fma(p, t, 4.7698101693639804e-08);
  p = fma(p, t, -1.0043224823968099e-07);
  p = fma(p, t, 2.1207184805554665e-07);
  p = fma(p, t, -4.4924691987645662e-07);
  p = fma(p, t, 9.5514121304074194e-07);
  p = fma(p, t, -2.0392157538013662e-06);
  p = fma(p, t, 4.3748667899074882e-06);
  p = fma(p, t, -9.4394882752683967e-06);
  p = fma(p, t, 2.0507212775670691e-05);
  p = fma(p, t, -4.4926236738133142e-05);
  p = fma(p, t, 9.9457512781808531e-05);
  p = fma(p, t, -0.00022315475845357939);
  p = fma(p, t, 0.00050966952474304245);
  p = fma(p, t, -0.001192753911703261);
  p = fma(p, t, 0.0028905103307415234);
  p = fma(p, t, -0.0073855510286739857);
  p = fma(p, t, 0.020580808427784546);
  p = fma(p, t, -0.067352301053198102);
  p = fma(p, t, 0.3224670334241132);
  p = fma(p, t, 0.42278433509846713);
  return p * t;
}

// For a > 0; the recurrence leads to the interval around 2.
static double lanefold_lgamma_positive_double(double a) {
  if (a > 0x1p100) return a * (log(a) - 1.0);
  if (a >= 16.0) {
    return fma(a - 0.5, log(a), -a) + (0.91893853320467274178 + lanefold_stirling(a));
  }
  if (a < 0.5) return lanefold_lgamma_near_2(a) - log1p(a) - log(a);
  if (a < 1.5) return lanefold_lgamma_near_2(a - 1.0) - log1p(a - 1.0);
  double product = 1.0;
  while (a > 2.5) {
    a -= 1.0;
    product *= a;
  }
  return lanefold_lgamma_near_2(a - 2.0) + log(product);
}

LANEFOLD_CALL double lgamma_r(double a, __private int* sign) {
  *sign = 1;
  if (a != a || a == INFINITY) return a;
  if (a > 0.0) return lanefold_lgamma_positive_double(a);
  if (floor(a) == a) {
    *sign = 0;
    return INFINITY;
  }
  const double sine = sinpi(a);
  *sign = sine < 0.0 ? -1 : 1;
  if (fabs(a) < 0x1p-60) return -log(fabs(a));
  return log(3.14159265358979323846 / fabs(a * sine)) - lanefold_lgamma_positive_double(-a);
}
LANEFOLD_POINTER_FORMS_1(lgamma_r, double, int)

LANEFOLD_INLINE double lgamma(double a) {
  int sign;
  return lgamma_r(a, &sign);
}
LANEFOLD_DOUBLE_1(lgamma)
#endif
