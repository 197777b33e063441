// SPDX-License-Identifier: Apache-2.0
// Trigonometric functions of floats and their inverses (OpenCL 1.2 clause 6.12.2). Polynomials
// interpolate at Chebyshev nodes of the interval named.
#include "expand.h"
#include "extended_math.h"
#include "pointer_forms.h"

#define LANEFOLD_PI 3.14159265358979324f
#define LANEFOLD_HALF_PI 1.57079632679489662f
#define LANEFOLD_QUARTER_PI 0.785398163397448310f
#define LANEFOLD_INVERSE_PI 0.318309886183790672f
// What the float nearest to pi/2 lacks of it.
#define LANEFOLD_HALF_PI_REST -4.37113883e-8f

LANEFOLD_FLOAT_1(sin, lanefold_sin(a))
LANEFOLD_FLOAT_1(cos, lanefold_cos(a))
LANEFOLD_FLOAT_1(tan, lanefold_sin(a) / lanefold_cos(a))

LANEFOLD_INLINE float sincos(float a, __private float* cosine) {
  *cosine = lanefold_cos(a);
  return lanefold_sin(a);
}
LANEFOLD_POINTER_FORMS_1(sincos, float, float)

// sin and cos of pi * a for a from 0 to 1/2, by the one whose argument is at most pi/4.
static float lanefold_sinpi_quarter(float a) {
  return a <= 0.25f ? lanefold_sin(LANEFOLD_PI * a) : lanefold_cos(LANEFOLD_PI * (0.5f - a));
}
static float lanefold_cospi_quarter(float a) {
  return a <= 0.25f ? lanefold_cos(LANEFOLD_PI * a) : lanefold_sin(LANEFOLD_PI * (0.5f - a));
}
// The distance of a to the nearest even number, with its sign: exact.
static float lanefold_turn(float a) { return a - 2.0f * rint(0.5f * a); }

LANEFOLD_CALL float sinpi(float a) {
  if (!(fabs(a) < INFINITY)) return nan(0U);
  const float turn = lanefold_turn(a);
  const float size = fabs(turn);
  const float value = lanefold_sinpi_quarter(size > 0.5f ? 1.0f - size : size);
  return copysign(value, value == 0.0f ? a : turn);
}
LANEFOLD_FLOAT_CALL_1(sinpi)

LANEFOLD_CALL float cospi(float a) {
  if (!(fabs(a) < INFINITY)) return nan(0U);
  const float size = fabs(lanefold_turn(a));
  return size > 0.5f ? -lanefold_cospi_quarter(1.0f - size) : lanefold_cospi_quarter(size);
}
LANEFOLD_FLOAT_CALL_1(cospi)

LANEFOLD_INLINE float tanpi(float a) { return sinpi(a) / cospi(a); }
LANEFOLD_FLOAT_CALL_1(tanpi)

// atan on [0, 1]; above tan(pi/8) by the difference to pi/4.
static float lanefold_atan_unit(float a) {
  const bool upper = a > 0.41421356f;
  const float t = upper ? (a - 1.0f) / (a + 1.0f) : a;
  const float z = t * t;
  float p = -0.0643103868f;
  p = fma(p, z, 0.10737397f);
  p = fma(p, z, -0.142633666f);
  p = fma(p, z, 0.199995234f);
  p = fma(p, z, -0.333333317f);
  const float value = fma(p * z, t, t);
  return upper ? LANEFOLD_QUARTER_PI + (value + 0.5f * LANEFOLD_HALF_PI_REST) : value;
}
static float lanefold_complement(float a) {
  return LANEFOLD_HALF_PI - (a - LANEFOLD_HALF_PI_REST);
}

LANEFOLD_CALL float atan(float a) {
  const float size = fabs(a);
  const float value =
      size > 1.0f ? lanefold_complement(lanefold_atan_unit(1.0f / size)) : lanefold_atan_unit(size);
  return a != a ? a : copysign(value, a);
}
LANEFOLD_FLOAT_CALL_1(atan)

LANEFOLD_CALL float atan2(float a, float b) {
  if (a != a || b != b) return nan(0U);
  const float y = fabs(a);
  const float x = fabs(b);
  const float large = fmax(x, y);
  const float small = fmin(x, y);
  const float ratio = large == 0.0f ? 0.0f : small == INFINITY ? 1.0f : small / large;
  float value = lanefold_atan_unit(ratio);
  if (y > x) value = lanefold_complement(value);
  if (signbit(b) != 0) value = LANEFOLD_PI - (value - 2.0f * LANEFOLD_HALF_PI_REST);
  return copysign(value, a);
}
LANEFOLD_VECTORS_2(float, atan2, float, float)

// asin(x) = x + x^3 P(x^2) on [0, 1/2]; `a` is x and `z` its square.
static float lanefold_asin_small(float a, float z) {
  float p = 0.0337007249f;
  p = fma(p, z, 0.0171437179f);
  p = fma(p, z, 0.0311017275f);
  p = fma(p, z, 0.0445993192f);
  p = fma(p, z, 0.0750009476f);
  p = fma(p, z, 0.166666663f);
  return fma(p * z, a, a);
}
// acos(a) for a above 1/2: twice the asin of a half-angle.
static float lanefold_acos_large(float a) {
  const float z = 0.5f * (1.0f - a);
  return 2.0f * lanefold_asin_small(__builtin_elementwise_sqrt(z), z);
}

LANEFOLD_CALL float asin(float a) {
  const float size = fabs(a);
  const float value = size > 0.5f ? lanefold_complement(lanefold_acos_large(size))
                                  : lanefold_asin_small(size, size * size);
  return copysign(value, a);
}
LANEFOLD_FLOAT_CALL_1(asin)

LANEFOLD_CALL float acos(float a) {
  if (a > 0.5f) return lanefold_acos_large(a);
  if (a < -0.5f) {
    return LANEFOLD_PI - (lanefold_acos_large(-a) - 2.0f * LANEFOLD_HALF_PI_REST);
  }
  return lanefold_complement(lanefold_asin_small(a, a * a));
}
LANEFOLD_FLOAT_CALL_1(acos)

LANEFOLD_FLOAT_1(acospi, acos(a) * LANEFOLD_INVERSE_PI)
LANEFOLD_FLOAT_1(asinpi, asin(a) * LANEFOLD_INVERSE_PI)
LANEFOLD_FLOAT_1(atanpi, atan(a) * LANEFOLD_INVERSE_PI)
LANEFOLD_FLOAT_2(atan2pi, atan2(a, b) * LANEFOLD_INVERSE_PI)
