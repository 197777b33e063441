// SPDX-License-Identifier: Apache-2.0
// Exponentials and logarithms of doubles (OpenCL 1.2 clause 6.12.2). Sums of two doubles, high +
// low, carry what one cannot hold.
#include "expand.h"

#ifdef cl_khr_fp64
#define LANEFOLD_DOUBLE_1(NAME) LANEFOLD_VECTORS_1(double, NAME, double)
#define LANEFOLD_DOUBLE_2(NAME) LANEFOLD_VECTORS_2(double, NAME, double, double)

// ln 2 and log10 2: the first part has trailing zeros, so that its product with an exponent is exact.
#define LANEFOLD_LN2_HIGH 0x1.62e42fee00000p-1
#define LANEFOLD_LN2_LOW 0x1.a39ef35793c76p-33
#define LANEFOLD_LG2_HIGH 0x1.3441350800000p-2
#define LANEFOLD_LG2_LOW 0x1.f79fef311f12bp-34
#define LANEFOLD_INVERSE_LN2 0x1.71547652b82fep+0
#define LANEFOLD_INVERSE_LN10 0x1.bcb7b1526e50ep-2
#define LANEFOLD_LN2_DOUBLE 0x1.62e42fefa39efp-1

// exp(r) * 2^n for |r| up to ln(2)/2, by the power series; `low` is what r lacks.
static double lanefold_exp_reduced(double r, double low, int n) {
  double p = 1.0 / 6227020800.0;
  p = fma(p, r, 1.0 / 479001600.0);
  p = fma(p, r, 1.0 / 39916800.0);
  p = fma(p, r, 1.0 / 3628800.0);
  p = fma(p, r, 1.0 / 362880.0);
  p = fma(p, r, 1.0 / 40320.0);
  p = fma(p, r, 1.0 / 5040.0);
  p = fma(p, r, 1.0 / 720.0);
  p = fma(p, r, 1.0 / 120.0);
  p = fma(p, r, 1.0 / 24.0);
  p = fma(p, r, 1.0 / 6.0);
  p = fma(p, r, 0.5);
  const double tail = fma(p * r, r, low);
  return ldexp(1.0 + (r + (tail + low * r)), n);
}

// high + rest, and what the sum has lost; |high| is the larger.
static double lanefold_normal_sum(double high, double rest, __private double* low) {
  const double sum = high + rest;
  *low = high - sum + rest;
  return sum;
}

// exp(high + low)
static double lanefold_exp_sum(double high, double low) {
  if (high > 710.0) return INFINITY;
  if (high < -746.0) return 0.0;
  const double n = rint(high * LANEFOLD_INVERSE_LN2);
  const double near = fma(-n, LANEFOLD_LN2_HIGH, high);
  const double part = n * LANEFOLD_LN2_LOW;
  const double r = near - part;
  double rest;
  const double sum = lanefold_normal_sum(r, (near - r - part) + low, &rest);
  return lanefold_exp_reduced(sum, rest, (int)n);
}

LANEFOLD_CALL double exp(double a) { return a != a ? a : lanefold_exp_sum(a, 0.0); }
LANEFOLD_DOUBLE_1(exp)

LANEFOLD_CALL double exp2(double a) {
  if (a != a) return a;
  if (a > 1025.0) return INFINITY;
  if (a < -1080.0) return 0.0;
  const double n = rint(a);
  const double r = (a - n) * LANEFOLD_LN2_DOUBLE;
  return lanefold_exp_reduced(r, fma(a - n, LANEFOLD_LN2_DOUBLE, -r), (int)n);
}
LANEFOLD_DOUBLE_1(exp2)

// log(1 + f) for 1 + f between sqrt(1/2) and sqrt(2), as high + low. With s = f / (2 + f) it is
// 2 s + 2 s^3 / 3 + …; the first two terms are kept in two parts. `low` is below high's last place.
static double lanefold_log_near_1(double f, __private double* low) {
  const double sum = 2.0 + f;
  const double sum_low = f - (sum - 2.0);
  const double s = f / sum;
  const double s_low = (fma(-s, sum, f) - s * sum_low) / sum;
  const double z = s * s;
  double p = 2.0 / 25.0;
  p = fma(p, z, 2.0 / 23.0);
  p = fma(p, z, 2.0 / 21.0);
  p = fma(p, z, 2.0 / 19.0);
  p = fma(p, z, 2.0 / 17.0);
  p = fma(p, z, 2.0 / 15.0);
  p = fma(p, z, 2.0 / 13.0);
  p = fma(p, z, 2.0 / 11.0);
  p = fma(p, z, 2.0 / 9.0);
  p = fma(p, z, 2.0 / 7.0);
  p = fma(p, z, 2.0 / 5.0);
  const double cube = z * s;
  const double cube_low = fma(z, s, -cube) + s * fma(s, s, -z) + 3.0 * z * s_low;
  const double third = cube * 0x1.5555555555555p-1;
  const double third_low = fma(cube, 0x1.5555555555555p-1, -third) + cube * 0x1.5555555555555p-55 +
                           cube_low * 0x1.5555555555555p-1;
  const double first = 2.0 * s;
  const double high = first + third;
  const double rest = (first - high + third) + (third_low + 2.0 * s_low + cube * z * p);
  return lanefold_normal_sum(high, rest, low);
}

// a = (1 + f) * 2^n for positive finite a
static double lanefold_split(double a, __private double* n) {
  int exponent = ilogb(a);
  double m = ldexp(a, -exponent);
  if (m > 0x1.6a09e667f3bcdp+0) {
    m *= 0.5;
    ++exponent;
  }
  *n = (double)exponent;
  return m - 1.0;
}

static bool lanefold_log_special(double a) { return !(a > 0.0 && a < INFINITY); }
static double lanefold_log_of_special(double a) {
  return a == 0.0 ? -INFINITY : a < 0.0 ? nan(0UL) : a;
}

// log(a) as high + low
static double lanefold_log_sum(double a, __private double* low) {
  double n;
  double rest;
  const double near = lanefold_log_near_1(lanefold_split(a, &n), &rest);
  const double whole = n * LANEFOLD_LN2_HIGH;
  const double high = whole + near;
  rest = (n == 0.0 ? 0.0 : whole - high + near) + fma(n, LANEFOLD_LN2_LOW, rest);
  return lanefold_normal_sum(high, rest, low);
}

LANEFOLD_CALL double log(double a) {
  if (lanefold_log_special(a)) return lanefold_log_of_special(a);
  double low;
  const double high = lanefold_log_sum(a, &low);
  return high + low;
}
LANEFOLD_DOUBLE_1(log)

// The logarithm of the significand in another base, plus the exponent's share.
#define LANEFOLD_LOG_BASE(NAME, INVERSE, EXPONENT_HIGH, EXPONENT_LOW)             \
  LANEFOLD_CALL double NAME(double a) {                                           \
    if (lanefold_log_special(a)) return lanefold_log_of_special(a);               \
    double n;                                                                     \
    double low;                                                                   \
    const double high = lanefold_log_near_1(lanefold_split(a, &n), &low);         \
    const double share = high * INVERSE;                                          \
    const double rest = fma(high, INVERSE, -share) + low * INVERSE;               \
    const double whole = n * EXPONENT_HIGH;                                       \
    const double sum = whole + share;                                             \
    return sum + ((whole - sum + share) + fma(n, EXPONENT_LOW, rest));            \
  }                                                                               \
  LANEFOLD_DOUBLE_1(NAME)
LANEFOLD_LOG_BASE(log2, LANEFOLD_INVERSE_LN2, 1.0, 0.0)
LANEFOLD_LOG_BASE(log10, LANEFOLD_INVERSE_LN10, LANEFOLD_LG2_HIGH, LANEFOLD_LG2_LOW)

LANEFOLD_CALL double expm1(double a) {
  const double u = exp(a);
  if (u == 1.0) return a;
  const double difference = u - 1.0;
  if (difference == -1.0 || u == INFINITY) return difference;
  return difference * (a / log(u));
}
LANEFOLD_DOUBLE_1(expm1)

LANEFOLD_CALL double log1p(double a) {
  const double u = 1.0 + a;
  if (u == 1.0 || a == INFINITY) return a;
  if (u == 0.0) return -INFINITY;
  return log(u) + (a - (u - 1.0)) / u;
}
LANEFOLD_DOUBLE_1(log1p)
#endif
