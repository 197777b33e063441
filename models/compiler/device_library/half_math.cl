// SPDX-License-Identifier: Apache-2.0
// Math functions of halves (cl_khr_fp16; OpenCL 1.2 clause 6.12.2): those of floats, rounded once
// more. The error of a float function is a small part of a half's last place.
#include "expand.h"
#include "pointer_forms.h"

#define LANEFOLD_HALF_1(NAME)                                                                     \
  LANEFOLD_INLINE half NAME(half a) { return (half)NAME((float)a); }                              \
  LANEFOLD_VECTORS_1(half, NAME, half)
#define LANEFOLD_HALF_2(NAME)                                                                     \
  LANEFOLD_INLINE half NAME(half a, half b) { return (half)NAME((float)a, (float)b); }            \
  LANEFOLD_VECTORS_2(half, NAME, half, half)
#define LANEFOLD_HALF_2_INT(NAME)                                                                 \
  LANEFOLD_INLINE half NAME(half a, int n) { return (half)NAME((float)a, n); }                    \
  LANEFOLD_VECTORS_2(half, NAME, half, int)

// clang-format off
LANEFOLD_HALF_1(acos) LANEFOLD_HALF_1(acosh) LANEFOLD_HALF_1(acospi)
LANEFOLD_HALF_1(asin) LANEFOLD_HALF_1(asinh) LANEFOLD_HALF_1(asinpi)
LANEFOLD_HALF_1(atan) LANEFOLD_HALF_1(atanh) LANEFOLD_HALF_1(atanpi)
LANEFOLD_HALF_1(cbrt) LANEFOLD_HALF_1(cos) LANEFOLD_HALF_1(cosh) LANEFOLD_HALF_1(cospi)
LANEFOLD_HALF_1(erf) LANEFOLD_HALF_1(erfc) LANEFOLD_HALF_1(exp) LANEFOLD_HALF_1(exp2)
LANEFOLD_HALF_1(exp10) LANEFOLD_HALF_1(expm1) LANEFOLD_HALF_1(lgamma) LANEFOLD_HALF_1(log)
LANEFOLD_HALF_1(log2) LANEFOLD_HALF_1(log10) LANEFOLD_HALF_1(log1p) LANEFOLD_HALF_1(logb)
LANEFOLD_HALF_1(rsqrt) LANEFOLD_HALF_1(sin) LANEFOLD_HALF_1(sinh) LANEFOLD_HALF_1(sinpi)
LANEFOLD_HALF_1(tan) LANEFOLD_HALF_1(tanh) LANEFOLD_HALF_1(tanpi) LANEFOLD_HALF_1(tgamma)
LANEFOLD_HALF_2(atan2) LANEFOLD_HALF_2(atan2pi) LANEFOLD_HALF_2(hypot) LANEFOLD_HALF_2(pow)
LANEFOLD_HALF_2(powr) LANEFOLD_HALF_2_INT(pown) LANEFOLD_HALF_2_INT(rootn)
// These results are halves as they are.
LANEFOLD_HALF_1(ceil) LANEFOLD_HALF_1(floor) LANEFOLD_HALF_1(rint) LANEFOLD_HALF_1(round)
LANEFOLD_HALF_1(trunc) LANEFOLD_HALF_2(fmax) LANEFOLD_HALF_2(fmin) LANEFOLD_HALF_2(fmod)
LANEFOLD_HALF_2(maxmag) LANEFOLD_HALF_2(minmag) LANEFOLD_HALF_2(remainder)
// These are rounded right: a float has twice the bits of a half and two more (fdim, sqrt), or its
// subnormal numbers are nothing to a half (ldexp).
LANEFOLD_HALF_1(sqrt) LANEFOLD_HALF_2(fdim) LANEFOLD_HALF_2_INT(ldexp)
// clang-format on
LANEFOLD_WIDTHS_OF(LANEFOLD_SCALAR_SECOND, half)

LANEFOLD_INLINE half fabs(half a) { return as_half((ushort)(as_ushort(a) & 0x7fffU)); }
LANEFOLD_VECTORS_1(half, fabs, half)
LANEFOLD_INLINE half copysign(half a, half b) {
  return as_half((ushort)((as_ushort(a) & 0x7fffU) | (as_ushort(b) & 0x8000U)));
}
LANEFOLD_VECTORS_2(half, copysign, half, half)
LANEFOLD_INLINE half nan(ushort code) { return as_half((ushort)(0x7e00U | (code & 0x1ffU))); }
LANEFOLD_VECTORS_1(half, nan, ushort)
LANEFOLD_INLINE int ilogb(half a) { return ilogb((float)a); }
LANEFOLD_VECTORS_1(int, ilogb, half)

LANEFOLD_INLINE half nextafter(half a, half b) {
  const float from = a;
  const float to = b;
  if (from != from || to != to) return (half)(from + to);
  if (from == to) return b;
  if (from == 0.0f) return copysign(as_half((ushort)1), b);
  const int step = (from < to) == (from > 0.0f) ? 1 : -1;
  return as_half((ushort)(as_ushort(a) + step));
}
LANEFOLD_VECTORS_2(half, nextafter, half, half)

// The product is exact. The sum is cut off, and its last bit tells whether anything was lost, so
// that it rounds as the exact sum would.
LANEFOLD_CALL half fma(half a, half b, half c) {
  const float product = (float)a * (float)b;
  const float addend = c;
  const float sum = product + addend;
  const float rest = sum - product;
  const float lost = (product - (sum - rest)) + (addend - rest);
  if (!(fabs(sum) < INFINITY) || lost == 0.0f) return (half)sum;
  const uint cut = as_uint(sum) - ((lost < 0.0f) == (sum < 0.0f) ? 0U : 1U);
  return (half)as_float(cut | 1U);
}
LANEFOLD_VECTORS_3(half, fma, half, half, half)
LANEFOLD_INLINE half mad(half a, half b, half c) { return fma(a, b, c); }
LANEFOLD_VECTORS_3(half, mad, half, half, half)

// T NAME(T a, __private P* p) of halves by floats.
#define LANEFOLD_HALF_SECOND(NAME)                                                                \
  LANEFOLD_INLINE half NAME(half a, __private half* second) {                                     \
    float wide;                                                                                   \
    const half first = (half)NAME((float)a, &wide);                                               \
    *second = (half)wide;                                                                         \
    return first;                                                                                 \
  }                                                                                               \
  LANEFOLD_POINTER_FORMS_1(NAME, half, half)
LANEFOLD_HALF_SECOND(modf)
LANEFOLD_HALF_SECOND(sincos)
#define LANEFOLD_HALF_SECOND_INT(NAME)                                                            \
  LANEFOLD_INLINE half NAME(half a, __private int* second) { return (half)NAME((float)a, second); }\
  LANEFOLD_POINTER_FORMS_1(NAME, half, int)
LANEFOLD_HALF_SECOND_INT(frexp)
LANEFOLD_HALF_SECOND_INT(lgamma_r)
LANEFOLD_INLINE half remquo(half a, half b, __private int* quotient) {
  return (half)remquo((float)a, (float)b, quotient);
}
LANEFOLD_POINTER_FORMS_2(remquo, half, int)
// The fraction stays below 1.
LANEFOLD_INLINE half fract(half a, __private half* whole) {
  float wide;
  const float rest = fract((float)a, &wide);
  *whole = (half)wide;
  return rest > 0x1.ffcp-1f ? 0x1.ffcp-1h : (half)rest;
}
LANEFOLD_POINTER_FORMS_1(fract, half, half)
