// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms, powers and roots of floats, on the extended-math instructions; native_
// and half_ forms are the same instructions (OpenCL 1.2 clause 6.12.2).
#include "expand.h"
#include "extended_math.h"

#define LANEFOLD_FLOAT_1(NAME, EXPRESSION)                                                        \
  LANEFOLD_INLINE float NAME(float a) { return EXPRESSION; }                                      \
  LANEFOLD_VECTORS_1(float, NAME, float)
#define LANEFOLD_FLOAT_2(NAME, EXPRESSION)                                                        \
  LANEFOLD_INLINE float NAME(float a, float b) { return EXPRESSION; }                             \
  LANEFOLD_VECTORS_2(float, NAME, float, float)
#define LANEFOLD_FLOAT_CALL_1(NAME) LANEFOLD_VECTORS_1(float, NAME, float)

LANEFOLD_FLOAT_1(rsqrt, lanefold_rsqrt(a))
LANEFOLD_FLOAT_1(exp, lanefold_exp(a))
LANEFOLD_FLOAT_1(exp2, lanefold_exp2(a))
LANEFOLD_FLOAT_1(exp10, lanefold_pow(10.0f, a))
LANEFOLD_FLOAT_1(log, lanefold_log(a))
LANEFOLD_FLOAT_1(log2, lanefold_log2(a))
LANEFOLD_FLOAT_1(log10, lanefold_log2(a) * 0.301029995663981195f)
LANEFOLD_FLOAT_2(pow, lanefold_pow(a, b))

#define LANEFOLD_FAST_FORMS(PREFIX)                                                               \
  LANEFOLD_FLOAT_1(PREFIX##_rsqrt, lanefold_rsqrt(a))                                             \
  LANEFOLD_FLOAT_1(PREFIX##_sqrt, __builtin_elementwise_sqrt(a))                                  \
  LANEFOLD_FLOAT_1(PREFIX##_exp, lanefold_exp(a))                                                 \
  LANEFOLD_FLOAT_1(PREFIX##_exp2, lanefold_exp2(a))                                               \
  LANEFOLD_FLOAT_1(PREFIX##_exp10, lanefold_pow(10.0f, a))                                        \
  LANEFOLD_FLOAT_1(PREFIX##_log, lanefold_log(a))                                                 \
  LANEFOLD_FLOAT_1(PREFIX##_log2, lanefold_log2(a))                                               \
  LANEFOLD_FLOAT_1(PREFIX##_log10, lanefold_log2(a) * 0.301029995663981195f)                      \
  LANEFOLD_FLOAT_2(PREFIX##_divide, a / b)                                                        \
  LANEFOLD_FLOAT_1(PREFIX##_recip, 1.0f / a)                                                      \
  LANEFOLD_FLOAT_1(PREFIX##_sin, lanefold_sin(a))                                                 \
  LANEFOLD_FLOAT_1(PREFIX##_cos, lanefold_cos(a))                                                 \
  LANEFOLD_FLOAT_1(PREFIX##_tan, lanefold_sin(a) / lanefold_cos(a))
LANEFOLD_FAST_FORMS(native)
LANEFOLD_FAST_FORMS(half)

// For small a the rounding errors of u - 1 and log(u) are the same and cancel in their quotient.
LANEFOLD_CALL float expm1(float a) {
  const float u = lanefold_exp(a);
  if (u == 1.0f) return a;
  const float difference = u - 1.0f;
  if (difference == -1.0f || u == INFINITY) return difference;
  return difference * (a / lanefold_log(u));
}
LANEFOLD_FLOAT_CALL_1(expm1)

// What the sum has lost is put back to first order.
LANEFOLD_CALL float log1p(float a) {
  const float u = 1.0f + a;
  if (u == 1.0f || a == INFINITY) return a;
  if (u == 0.0f) return -INFINITY;
  return lanefold_log(u) + (a - (u - 1.0f)) / u;
}
LANEFOLD_FLOAT_CALL_1(log1p)

// An int exponent may have more bits than a float, so its low byte is a factor of its own. The
// exponent's parity decides about the sign.
LANEFOLD_INLINE float pown(float a, int b) {
  const int low = b % 256;
  float size = lanefold_pow(fabs(a), (float)low);
  if (b != low) size *= lanefold_pow(fabs(a), (float)(b - low));
  return (b & 1) != 0 ? copysign(size, a) : size;
}
LANEFOLD_VECTORS_2(float, pown, float, int)

// exp2(b * log2(a)): indeterminate forms that pow defines are not numbers here.
LANEFOLD_INLINE float powr(float a, float b) {
  const bool indeterminate = (a == 0.0f && b == 0.0f) || (a == INFINITY && b == 0.0f) ||
                             (a == 1.0f && fabs(b) == INFINITY);
  if (a < 0.0f || a != a || b != b || indeterminate) return nan(0U);
  return lanefold_pow(fabs(a), b);
}
LANEFOLD_VECTORS_2(float, powr, float, float)
LANEFOLD_FLOAT_2(half_powr, powr(a, b))
LANEFOLD_FLOAT_2(native_powr, lanefold_pow(a, b))

// The power 1/3 is not a float; one Newton step on the cube removes its error.
LANEFOLD_CALL float cbrt(float a) {
  float size = fabs(a);
  if (size == 0.0f || !(size < INFINITY)) return a;
  const bool subnormal = size < FLT_MIN;
  if (subnormal) size *= 0x1p24f;
  float root = lanefold_pow(size, 0.333333333f);
  const float square = root * root;
  const float low = fma(root, root, -square);
  const float residue = fma(square, root, -size) + low * root;
  root -= residue / (3.0f * square);
  return copysign(subnormal ? root * 0x1p-8f : root, a);
}
LANEFOLD_FLOAT_CALL_1(cbrt)

LANEFOLD_CALL float rootn(float a, int n) {
  const bool odd = (n & 1) != 0;
  if (n == 0 || a != a || (signbit(a) != 0 && !odd && a != 0.0f)) return nan(0U);
  const float size = fabs(a);
  float root;
  switch (n) {
    case 1: root = size; break;
    case -1: root = 1.0f / size; break;
    case 2: root = __builtin_elementwise_sqrt(size); break;
    case -2: root = lanefold_rsqrt(size); break;
    case 3: root = cbrt(size); break;
    case -3: root = 1.0f / cbrt(size); break;
    default: root = lanefold_pow(size, 1.0f / (float)n);
  }
  return odd ? copysign(root, a) : root;
}
LANEFOLD_VECTORS_2(float, rootn, float, int)

LANEFOLD_CALL float hypot(float a, float b) {
  const float large = fmax(fabs(a), fabs(b));
  const float small = fmin(fabs(a), fabs(b));
  if (large == INFINITY) return large;
  if (a != a || b != b) return nan(0U);
  if (large == 0.0f) return 0.0f;
  const float scale = large > 0x1p60f ? 0x1p-64f : large < 0x1p-40f ? 0x1p100f : 1.0f;
  const float x = large * scale;
  const float y = small * scale;
  return __builtin_elementwise_sqrt(fma(x, x, y * y)) / scale;
}
LANEFOLD_VECTORS_2(float, hypot, float, float)

LANEFOLD_CALL float sinh(float a) {
  const float size = fabs(a);
  if (size > 88.0f) {
    const float half_root = lanefold_exp(0.5f * size);
    return copysign(0.5f * half_root * half_root, a);
  }
  const float t = expm1(size);
  return copysign(0.5f * (t + t / (t + 1.0f)), a);
}
LANEFOLD_FLOAT_CALL_1(sinh)

LANEFOLD_CALL float cosh(float a) {
  const float size = fabs(a);
  if (size > 88.0f) {
    const float half_root = lanefold_exp(0.5f * size);
    return 0.5f * half_root * half_root;
  }
  const float e = lanefold_exp(size);
  return 0.5f * e + 0.5f / e;
}
LANEFOLD_FLOAT_CALL_1(cosh)

LANEFOLD_CALL float tanh(float a) {
  const float size = fabs(a);
  if (size > 20.0f) return copysign(1.0f, a);
  const float t = expm1(2.0f * size);
  return copysign(t / (t + 2.0f), a);
}
LANEFOLD_FLOAT_CALL_1(tanh)

#define LANEFOLD_LN2 0.693147180559945309f

LANEFOLD_CALL float asinh(float a) {
  const float size = fabs(a);
  if (!(size < INFINITY)) return a;
  if (size > 0x1p28f) return copysign(lanefold_log(size) + LANEFOLD_LN2, a);
  const float square = size * size;
  const float root = __builtin_elementwise_sqrt(square + 1.0f);
  return copysign(log1p(size + square / (1.0f + root)), a);
}
LANEFOLD_FLOAT_CALL_1(asinh)

LANEFOLD_CALL float acosh(float a) {
  if (a < 1.0f) return nan(0U);
  if (a > 0x1p28f) return lanefold_log(a) + LANEFOLD_LN2;
  const float t = a - 1.0f;
  return log1p(t + __builtin_elementwise_sqrt(fma(t, t, 2.0f * t)));
}
LANEFOLD_FLOAT_CALL_1(acosh)

LANEFOLD_CALL float atanh(float a) {
  const float size = fabs(a);
  return copysign(0.5f * log1p(2.0f * size / (1.0f - size)), a);
}
LANEFOLD_FLOAT_CALL_1(atanh)
