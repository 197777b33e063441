// SPDX-License-Identifier: Apache-2.0
// Hyperbolic functions of doubles and their inverses (OpenCL 1.2 clause 6.12.2).
#include "expand.h"

#ifdef cl_khr_fp64
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
