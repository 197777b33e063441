// SPDX-License-Identifier: Apache-2.0
// Powers and roots of doubles (OpenCL 1.2 clause 6.12.2), on the sums of two doubles behind
// double_exponential.cl's logarithm and exponential.
#include "expand.h"

#ifdef cl_khr_fp64
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
#endif
