// SPDX-License-Identifier: Apache-2.0
// Math functions that are exact: rounding, splitting, scaling, remainders (OpenCL 1.2 clause
// 6.12.2), for float and double alike.
#include "expand.h"
#include "extended_math.h"
#include "pointer_forms.h"

// Per type: the unsigned and signed integers of its size, its significand's bits, exponent bias.
#define LANEFOLD_UINT_float uint
#define LANEFOLD_INT_float int
#define LANEFOLD_UINT_double ulong
#define LANEFOLD_INT_double long
#define LANEFOLD_AS_UINT_float as_uint
#define LANEFOLD_AS_UINT_double as_ulong
#define LANEFOLD_FRACTION_float 23
#define LANEFOLD_FRACTION_double 52
#define LANEFOLD_BIAS_float 127
#define LANEFOLD_BIAS_double 1023
#define LANEFOLD_BELOW_ONE_float 0x1.fffffep-1f
#define LANEFOLD_BELOW_ONE_double 0x1.fffffffffffffp-1

#define LANEFOLD_UNARY_BUILTIN(NAME, T, BUILTIN)                                                  \
  LANEFOLD_INLINE T NAME(T a) { return BUILTIN(a); }                                              \
  LANEFOLD_VECTORS_1(T, NAME, T)
#define LANEFOLD_SCALAR_SECOND(T, N)                                                              \
  LANEFOLD_INLINE T##N fmax(T##N a, T b) { return fmax(a, (T##N)(b)); }                           \
  LANEFOLD_INLINE T##N fmin(T##N a, T b) { return fmin(a, (T##N)(b)); }                           \
  LANEFOLD_INLINE T##N ldexp(T##N a, int b) { return ldexp(a, (int##N)(b)); }

#define LANEFOLD_BASIC(T, U, I)                                                                   \
  LANEFOLD_UNARY_BUILTIN(fabs, T, __builtin_elementwise_abs)                                      \
  LANEFOLD_UNARY_BUILTIN(ceil, T, __builtin_elementwise_ceil)                                     \
  LANEFOLD_UNARY_BUILTIN(floor, T, __builtin_elementwise_floor)                                   \
  LANEFOLD_UNARY_BUILTIN(trunc, T, __builtin_elementwise_trunc)                                   \
  LANEFOLD_UNARY_BUILTIN(rint, T, __builtin_elementwise_rint)                                     \
  LANEFOLD_UNARY_BUILTIN(round, T, __builtin_elementwise_round)                                   \
  LANEFOLD_UNARY_BUILTIN(sqrt, T, __builtin_elementwise_sqrt)                                     \
  LANEFOLD_INLINE T copysign(T a, T b) { return __builtin_elementwise_copysign(a, b); }           \
  LANEFOLD_VECTORS_2(T, copysign, T, T)                                                           \
  LANEFOLD_INLINE T fma(T a, T b, T c) { return __builtin_elementwise_fma(a, b, c); }             \
  LANEFOLD_VECTORS_3(T, fma, T, T, T)                                                             \
  LANEFOLD_INLINE T mad(T a, T b, T c) { return __builtin_elementwise_fma(a, b, c); }             \
  LANEFOLD_VECTORS_3(T, mad, T, T, T)                                                             \
  LANEFOLD_INLINE T fmax(T a, T b) { return __builtin_elementwise_max(a, b); }                    \
  LANEFOLD_VECTORS_2(T, fmax, T, T)                                                               \
  LANEFOLD_INLINE T fmin(T a, T b) { return __builtin_elementwise_min(a, b); }                    \
  LANEFOLD_VECTORS_2(T, fmin, T, T)                                                               \
  LANEFOLD_INLINE T fdim(T a, T b) { return a <= b ? (T)0 : a - b; }                              \
  LANEFOLD_VECTORS_2(T, fdim, T, T)                                                               \
  LANEFOLD_INLINE T maxmag(T a, T b) {                                                            \
    return fabs(a) > fabs(b) ? a : fabs(b) > fabs(a) ? b : fmax(a, b);                            \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, maxmag, T, T)                                                             \
  LANEFOLD_INLINE T minmag(T a, T b) {                                                            \
    return fabs(a) < fabs(b) ? a : fabs(b) < fabs(a) ? b : fmin(a, b);                            \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, minmag, T, T)                                                             \
  LANEFOLD_INLINE T nan(U code) {                                                                 \
    return as_##T(LANEFOLD_AS_UINT_##T((T)INFINITY) | (U)1 << (LANEFOLD_FRACTION_##T - 1) |       \
                  (code & (((U)1 << (LANEFOLD_FRACTION_##T - 1)) - 1)));                          \
  }                                                                                               \
  LANEFOLD_VECTORS_1(T, nan, U)                                                                   \
  LANEFOLD_INLINE T nextafter(T a, T b) {                                                         \
    if (a != a || b != b) return a + b;                                                           \
    if (a == b) return b;                                                                         \
    if (a == (T)0) return copysign(as_##T((U)1), b);                                              \
    return as_##T(LANEFOLD_AS_UINT_##T(a) + ((a < b) == (a > (T)0) ? (U)1 : (U)-1));              \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, nextafter, T, T)

#define LANEFOLD_SPLITTING(T, U, I)                                                               \
  LANEFOLD_INLINE T fract(T a, __private T* whole) {                                              \
    *whole = floor(a);                                                                            \
    if (fabs(a) == (T)INFINITY) return copysign((T)0, a);                                         \
    const T rest = a - *whole;                                                                    \
    return rest >= (T)1 ? LANEFOLD_BELOW_ONE_##T : copysign(rest, a == (T)0 ? a : rest);          \
  }                                                                                               \
  LANEFOLD_POINTER_FORMS_1(fract, T, T)                                                           \
  LANEFOLD_INLINE T modf(T a, __private T* whole) {                                               \
    *whole = trunc(a);                                                                            \
    return copysign(fabs(a) == (T)INFINITY ? (T)0 : a - *whole, a);                               \
  }                                                                                               \
  LANEFOLD_POINTER_FORMS_1(modf, T, T)                                                            \
  /* Binary exponent of a finite value other than zero, subnormal values included. */             \
  static int lanefold_exponent(T a) {                                                             \
    const U magnitude = LANEFOLD_AS_UINT_##T(fabs(a));                                            \
    const int biased = (int)(magnitude >> LANEFOLD_FRACTION_##T);                                 \
    if (biased != 0) return biased - LANEFOLD_BIAS_##T;                                           \
    return (int)(sizeof(T) * 8) - (int)clz(magnitude) - LANEFOLD_BIAS_##T - LANEFOLD_FRACTION_##T;\
  }                                                                                               \
  LANEFOLD_INLINE int ilogb(T a) {                                                                \
    if (a == (T)0) return FP_ILOGB0;                                                              \
    if (a != a) return FP_ILOGBNAN;                                                               \
    return fabs(a) == (T)INFINITY ? INT_MAX : lanefold_exponent(a);                               \
  }                                                                                               \
  LANEFOLD_VECTORS_1(int, ilogb, T)                                                               \
  LANEFOLD_INLINE T logb(T a) {                                                                   \
    if (a == (T)0) return (T)-INFINITY;                                                           \
    return fabs(a) < (T)INFINITY ? (T)lanefold_exponent(a) : a * a;                               \
  }                                                                                               \
  LANEFOLD_VECTORS_1(T, logb, T)                                                                  \
  static T lanefold_power_of_two(int exponent) {                                                  \
    return as_##T((U)(exponent + LANEFOLD_BIAS_##T) << LANEFOLD_FRACTION_##T);                    \
  }                                                                                               \
  /* Only the last of at most three products can be rounded, so no rounding happens twice. */     \
  LANEFOLD_CALL T ldexp(T a, int n) {                                                             \
    const int most = LANEFOLD_BIAS_##T;                                                           \
    const int least = LANEFOLD_FRACTION_##T + 2 - LANEFOLD_BIAS_##T;                              \
    for (int i = 0; i < 2 && n > most; ++i) {                                                     \
      a *= lanefold_power_of_two(most);                                                           \
      n -= most;                                                                                  \
    }                                                                                             \
    for (int i = 0; i < 2 && n < 1 - most; ++i) {                                                 \
      a *= lanefold_power_of_two(least);                                                          \
      n -= least;                                                                                 \
    }                                                                                             \
    return a * lanefold_power_of_two(clamp(n, 1 - most, most));                                   \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, ldexp, T, int)                                                            \
  LANEFOLD_WIDTHS_OF(LANEFOLD_SCALAR_SECOND, T)                                                   \
  LANEFOLD_INLINE T frexp(T a, __private int* exponent) {                                         \
    if (a == (T)0 || !(fabs(a) < (T)INFINITY)) {                                                  \
      *exponent = 0;                                                                              \
      return a;                                                                                   \
    }                                                                                             \
    *exponent = lanefold_exponent(a) + 1;                                                         \
    return ldexp(a, -*exponent);                                                                  \
  }                                                                                               \
  LANEFOLD_POINTER_FORMS_1(frexp, T, int)

// Long division of significands, as many quotient bits at a time as the word has room for. The
// quotient's low bits are kept; `shift` is the difference of the exponents, not negative.
#define LANEFOLD_REMAINDERS(T, U, I)                                                              \
  static U lanefold_divide(U dividend, U divisor, int shift, __private uint* quotient) {          \
    const int room = (int)(sizeof(T) * 8) - LANEFOLD_FRACTION_##T - 1;                            \
    *quotient = (uint)(dividend / divisor);                                                       \
    dividend %= divisor;                                                                          \
    while (shift > 0) {                                                                           \
      const int step = min(shift, room);                                                          \
      dividend <<= step;                                                                          \
      *quotient = (*quotient << step) + (uint)(dividend / divisor);                               \
      dividend %= divisor;                                                                        \
      shift -= step;                                                                              \
    }                                                                                             \
    return dividend;                                                                              \
  }                                                                                               \
  /* The significand as an integer with its highest bit set. */                                   \
  static U lanefold_significand(T a, int exponent) {                                              \
    return (U)ldexp(fabs(a), LANEFOLD_FRACTION_##T - exponent);                                   \
  }                                                                                               \
  static bool lanefold_no_remainder(T a, T b) {                                                   \
    return !(fabs(a) < (T)INFINITY) || b != b || b == (T)0;                                       \
  }                                                                                               \
  LANEFOLD_CALL T fmod(T a, T b) {                                                                \
    if (lanefold_no_remainder(a, b)) return nan((U)0);                                            \
    if (fabs(a) < fabs(b)) return a;                                                              \
    const int b_exponent = lanefold_exponent(b);                                                  \
    const int a_exponent = lanefold_exponent(a);                                                  \
    uint quotient;                                                                                \
    const U rest = lanefold_divide(lanefold_significand(a, a_exponent),                           \
                                   lanefold_significand(b, b_exponent),                           \
                                   a_exponent - b_exponent, &quotient);                           \
    return copysign(ldexp((T)rest, b_exponent - LANEFOLD_FRACTION_##T), a);                       \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, fmod, T, T)                                                               \
  LANEFOLD_CALL T remquo(T a, T b, __private int* result) {                                       \
    *result = 0;                                                                                  \
    if (lanefold_no_remainder(a, b)) return nan((U)0);                                            \
    if (a == (T)0 || fabs(b) == (T)INFINITY) return a;                                            \
    const int b_exponent = lanefold_exponent(b);                                                  \
    const int shift = lanefold_exponent(a) - b_exponent;                                          \
    if (shift < -1) return a;                                                                     \
    /* In units of half the divisor's last place. */                                              \
    const U divisor = lanefold_significand(b, b_exponent);                                        \
    U rest = lanefold_significand(a, shift + b_exponent);                                         \
    uint quotient = 0;                                                                            \
    if (shift >= 0) rest = 2 * lanefold_divide(rest, divisor, shift, &quotient);                  \
    const bool up = rest > divisor || (rest == divisor && (quotient & 1U) != 0);                  \
    if (up) {                                                                                     \
      rest = 2 * divisor - rest;                                                                  \
      ++quotient;                                                                                 \
    }                                                                                             \
    const int low = (int)(quotient & 0x7fU);                                                      \
    *result = (a < (T)0) == (b < (T)0) ? low : -low;                                              \
    const T size = ldexp((T)rest, b_exponent - LANEFOLD_FRACTION_##T - 1);                        \
    return (a < (T)0) == up ? size == (T)0 ? copysign(size, a) : size : -size;                    \
  }                                                                                               \
  LANEFOLD_POINTER_FORMS_2(remquo, T, int)                                                        \
  LANEFOLD_INLINE T remainder(T a, T b) {                                                         \
    int quotient;                                                                                 \
    return remquo(a, b, &quotient);                                                               \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, remainder, T, T)

LANEFOLD_BASIC(float, uint, int)
LANEFOLD_SPLITTING(float, uint, int)
LANEFOLD_REMAINDERS(float, uint, int)
#ifdef cl_khr_fp64
LANEFOLD_BASIC(double, ulong, long)
#define lanefold_exponent lanefold_exponent_double
#define lanefold_power_of_two lanefold_power_of_two_double
#define lanefold_divide lanefold_divide_double
#define lanefold_significand lanefold_significand_double
#define lanefold_no_remainder lanefold_no_remainder_double
LANEFOLD_SPLITTING(double, ulong, long)
LANEFOLD_REMAINDERS(double, ulong, long)
#undef lanefold_exponent
#undef lanefold_power_of_two
#undef lanefold_divide
#undef lanefold_significand
#undef lanefold_no_remainder
#endif
