// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms, powers and roots of doubles (OpenCL 1.2 clause 6.12.2). Sums of two
// doubles, high + low, carry what one cannot hold.
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

// a^(b + b_low) for positive finite a
static double lanefold_power(double a, double b, double b_low) {
  double low;
  const double high = lanefold_log_sum(a, &low);
  const double product = b * high;
  if (!(fabs(product) < 2000.0)) return product > 0.0 ? INFINITY : 0.0;
  return lanefold_exp_sum(product, fma(b, high, -product) + (b * low + b_low * high));
}
static bool lanefold_is_odd(double b) {
  return fabs(b) < 0x1p53 && rint(b) == b && rint(0.5 * b) != 0.5 * b;
}

LANEFOLD_CALL double pow(double a, double b) {
  if (b == 0.0 || a == 1.0) return 1.0;
  if (a != a || b != b) return a + b;
  const double size = fabs(a);
  const double sign = lanefold_is_odd(b) ? copysign(1.0, a) : 1.0;
  if (fabs(b) == INFINITY) return size == 1.0 ? 1.0 : (size > 1.0) == (b > 0.0) ? INFINITY : 0.0;
  if (size == 0.0 || size == INFINITY) return sign * ((size == 0.0) == (b > 0.0) ? 0.0 : INFINITY);
  if (a < 0.0 && rint(b) != b) return nan(0UL);
  return sign * lanefold_power(size, b, 0.0);
}
LANEFOLD_DOUBLE_2(pow)

LANEFOLD_INLINE double pown(double a, int b) { return pow(a, (double)b); }
LANEFOLD_VECTORS_2(double, pown, double, int)

LANEFOLD_INLINE double powr(double a, double b) {
  const bool indeterminate = (b == 0.0 && (a == 0.0 || a == INFINITY)) ||
                             (a == 1.0 && fabs(b) == INFINITY);
  return a < 0.0 || a != a || b != b || indeterminate ? nan(0UL) : pow(fabs(a), b);
}
LANEFOLD_DOUBLE_2(powr)

LANEFOLD_INLINE double exp10(double a) { return pow(10.0, a); }
LANEFOLD_DOUBLE_1(exp10)
LANEFOLD_INLINE double rsqrt(double a) { return 1.0 / sqrt(a); }
LANEFOLD_DOUBLE_1(rsqrt)

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

// The error of the power 1/3 goes away in one Newton step on the cube.
LANEFOLD_CALL double cbrt(double a) {
  double size = fabs(a);
  if (size == 0.0 || !(size < INFINITY)) return a;
  const bool subnormal = size < DBL_MIN;
  if (subnormal) size *= 0x1p54;
  double root = lanefold_power(size, 1.0 / 3.0, 0.0);
  const double square = root * root;
  const double residue = fma(square, root, -size) + fma(root, root, -square) * root;
  root -= residue / (3.0 * square);
  return copysign(subnormal ? root * 0x1p-18 : root, a);
}
LANEFOLD_DOUBLE_1(cbrt)

// The exponent's rounding error would count as often as the logarithm is large.
static double lanefold_any_root(double size, double n) {
  const double inverse = 1.0 / n;
  if (size == 0.0 || !(size < INFINITY)) return pow(size, inverse);
  return lanefold_power(size, inverse, fma(-inverse, n, 1.0) / n);
}

LANEFOLD_CALL double rootn(double a, int n) {
  const bool odd = (n & 1) != 0;
  if (n == 0 || a != a || (a < 0.0 && !odd)) return nan(0UL);
  const double size = fabs(a);
  double root;
  switch (n) {
    case 1: root = size; break;
    case -1: root = 1.0 / size; break;
    case 2: root = sqrt(size); break;
    case -2: root = rsqrt(size); break;
    case 3: root = cbrt(size); break;
    case -3: root = 1.0 / cbrt(size); break;
    default: root = lanefold_any_root(size, (double)n);
  }
  return odd ? copysign(root, a) : root;
}
LANEFOLD_VECTORS_2(double, rootn, double, int)

LANEFOLD_CALL double hypot(double a, double b) {
  const double large = fmax(fabs(a), fabs(b));
  const double small = fmin(fabs(a), fabs(b));
  if (fabs(a) == INFINITY || fabs(b) == INFINITY) return INFINITY;
  if (a != a || b != b) return nan(0UL);
  if (large == 0.0) return 0.0;
  const double scale = large > 0x1p500 ? 0x1p-530 : large < 0x1p-400 ? 0x1p800 : 1.0;
  const double x = large * scale;
  const double y = small * scale;
  return sqrt(fma(x, x, y * y)) / scale;
}
LANEFOLD_DOUBLE_2(hypot)

LANEFOLD_CALL double sinh(double a) {
  const double size = fabs(a);
  if (size > 709.0) {
    const double half_root = exp(0.5 * size);
    return copysign(0.5 * half_root * half_root, a);
  }
  const double t = expm1(size);
  return copysign(0.5 * (t + t / (t + 1.0)), a);
}
LANEFOLD_DOUBLE_1(sinh)

LANEFOLD_CALL double cosh(double a) {
  const double size = fabs(a);
  if (size > 709.0) {
    const double half_root = exp(0.5 * size);
    return 0.5 * half_root * half_root;
  }
  const double e = exp(size);
  return 0.5 * e + 0.5 / e;
}
LANEFOLD_DOUBLE_1(cosh)

LANEFOLD_CALL double tanh(double a) {
  const double size = fabs(a);
  if (size > 40.0) return copysign(1.0, a);
  const double t = expm1(2.0 * size);
  return copysign(t / (t + 2.0), a);
}
LANEFOLD_DOUBLE_1(tanh)

LANEFOLD_CALL double asinh(double a) {
  const double size = fabs(a);
  if (!(size < INFINITY)) return a;
  if (size > 0x1p60) return copysign(log(size) + LANEFOLD_LN2_DOUBLE, a);
  const double square = size * size;
  return copysign(log1p(size + square / (1.0 + sqrt(square + 1.0))), a);
}
LANEFOLD_DOUBLE_1(asinh)

LANEFOLD_CALL double acosh(double a) {
  if (a < 1.0) return nan(0UL);
  if (a > 0x1p60) return log(a) + LANEFOLD_LN2_DOUBLE;
  const double t = a - 1.0;
  return log1p(t + sqrt(fma(t, t, 2.0 * t)));
}
LANEFOLD_DOUBLE_1(acosh)

LANEFOLD_CALL double atanh(double a) {
  const double size = fabs(a);
  return copysign(0.5 * log1p(2.0 * size / (1.0 - size)), a);
}
LANEFOLD_DOUBLE_1(atanh)
#endif
