// SPDX-License-Identifier: Apache-2.0
// Error and gamma functions of floats (OpenCL 1.2 clause 6.12.2). Polynomials interpolate at
// Chebyshev nodes of the interval named.
#include "expand.h"
#include "extended_math.h"
#include "pointer_forms.h"

// erf(a) / a in a^2, on [0, 1].
static float lanefold_erf_small(float a) {
  const float z = a * a;
  float p = 7.87587505e-05f;
  p = fma(p, z, -0.000801686428f);
  p = fma(p, z, 0.00518908742f);
  p = fma(p, z, -0.026854212f);
  p = fma(p, z, 0.112835947f);
  p = fma(p, z, -0.376126267f);
  return a * fma(p, z, 1.12837917f);
}
// erfc(a) * exp(a^2) in t = 1 / (a + 2), for a from 1 to 10.6; the exponential's argument is split,
// because its rounding error would be multiplied by a^2.
static float lanefold_erfc_large(float a) {
  const float t = 1.0f / (a + 2.0f);
  float p = 19.3532834f;
  p = fma(p, t, -21.5152928f);
  p = fma(p, t, 0.128477543f);
  p = fma(p, t, 3.92572539f);
  p = fma(p, t, 2.40283413f);
  p = fma(p, t, 2.04132041f);
  p = fma(p, t, 1.1224888f);
  p = fma(p, t, 0.564466513f);
  p = fma(p, t, -5.40506791e-06f);
  const float square = a * a;
  const float rest = fma(a, a, -square);
  return lanefold_exp(-square) * (p - p * rest);
}

LANEFOLD_CALL float erf(float a) {
  const float size = fabs(a);
  if (size < 1.0f) return lanefold_erf_small(a);
  if (a != a) return a;
  return copysign(size > 4.0f ? 1.0f : 1.0f - lanefold_erfc_large(size), a);
}
LANEFOLD_FLOAT_CALL_1(erf)

LANEFOLD_CALL float erfc(float a) {
  const float size = fabs(a);
  if (size < 1.0f) return 1.0f - lanefold_erf_small(a);
  if (a != a) return a;
  const float value = size > 10.5f ? 0.0f : lanefold_erfc_large(size);
  return a < 0.0f ? 2.0f - value : value;
}
LANEFOLD_FLOAT_CALL_1(erfc)

// gamma(2 + t) - 1 for t from -1/2 to 1/2.
static float lanefold_gamma_near_2(float t) {
  float p = -0.00106902095f;
  p = fma(p, t, 0.00240762942f);
  p = fma(p, t, -0.00282377162f);
  p = fma(p, t, 0.011095396f);
  p = fma(p, t, -0.000269013132f);
  p = fma(p, t, 0.0742531355f);
  p = fma(p, t, 0.0815769575f);
  p = fma(p, t, 0.411840253f);
  return t * fma(p, t, 0.422784335f);
}

// By the recurrence gamma(x + 1) = x gamma(x) to the interval around 2. The product's rounding
// errors are carried along, and it is applied in parts, so that it cannot overflow.
LANEFOLD_CALL float tgamma(float a) {
  if (a != a || a == INFINITY) return a;
  if (a == 0.0f) return copysign(INFINITY, a);
  if (a < 0.0f && floor(a) == a) return nan(0U);
  if (a > 35.0401f) return INFINITY;
  if (a < -44.0f) return copysign(0.0f, sinpi(a));
  float x = a;
  float high = 1.0f;
  float low = 0.0f;
  float divided = 1.0f;
  float divided_low = 0.0f;
  while (x > 2.5f) {
    x -= 1.0f;
    const float next = high * x;
    low = fma(low, x, fma(high, x, -next));
    high = next;
  }
  while (x < 1.5f) {
    if (fabs(divided) > 0x1p60f) {
      high = high / divided * (1.0f - divided_low / divided);
      divided = 1.0f;
      divided_low = 0.0f;
    }
    const float next = divided * x;
    divided_low = fma(divided_low, x, fma(divided, x, -next));
    divided = next;
    x += 1.0f;
  }
  const float near_2 = lanefold_gamma_near_2(x - 2.0f);
  const float value = fma(high, near_2, low + low * near_2) + high;
  return value / divided * (1.0f - divided_low / divided);
}
LANEFOLD_FLOAT_CALL_1(tgamma)

// For a > 0.
static float lanefold_lgamma_positive(float a) {
  if (a >= 8.0f) {
    if (a > 0x1p100f) return a * (lanefold_log(a) - 1.0f);
    const float inverse = 1.0f / a;
    const float z = inverse * inverse;
    const float series = inverse * fma(z, fma(z, 7.93650794e-4f, -2.77777778e-3f), 0.0833333333f);
    return fma(a - 0.5f, lanefold_log(a) - 1.0f, series + 0.418938533f);
  }
  float product = 1.0f;
  while (a > 2.5f) {
    a -= 1.0f;
    product *= a;
  }
  const float t = a < 0.5f ? a : a < 1.5f ? a - 1.0f : a - 2.0f;
  const float value = log1p(lanefold_gamma_near_2(t));
  if (a < 0.5f) return value - log1p(a) - lanefold_log(a);
  return a < 1.5f ? value - log1p(t) : value + lanefold_log(product);
}

LANEFOLD_CALL float lgamma_r(float a, __private int* sign) {
  *sign = 1;
  if (a != a || a == INFINITY) return a;
  if (a > 0.0f) return lanefold_lgamma_positive(a);
  if (floor(a) == a) {
    *sign = 0;
    return INFINITY;
  }
  const float sine = sinpi(a);
  *sign = sine < 0.0f ? -1 : 1;
  if (fabs(a) < 0x1p-30f) return -lanefold_log(fabs(a));
  // gamma(a) gamma(1 - a) sin(pi a) = pi, and gamma(1 - a) = -a gamma(-a)
  return lanefold_log(3.14159265358979324f / fabs(a * sine)) - lanefold_lgamma_positive(-a);
}
LANEFOLD_POINTER_FORMS_1(lgamma_r, float, int)

LANEFOLD_INLINE float lgamma(float a) {
  int sign;
  return lgamma_r(a, &sign);
}
LANEFOLD_FLOAT_CALL_1(lgamma)
