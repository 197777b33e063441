// SPDX-License-Identifier: Apache-2.0
// Explicit conversions with rounding and saturation (OpenCL 1.2 clause 6.2.3).
#include "expand.h"

// Directed rounding of an integer to float: truncate to 24 significant bits, then step by one unit
// in the last place where the mode demands it. `value` is exact in neither case.
static float lanefold_round_ulong(ulong value, bool up) {
  const int surplus = 40 - (int)clz(value);
  if (surplus <= 0) return (float)value;
  const float kept = (float)(value >> surplus << surplus);
  const bool exact = (value & ((1UL << surplus) - 1)) == 0;
  return as_float(as_uint(kept) + (up && !exact ? 1U : 0U));
}
static float lanefold_round_long(long value, bool up, bool down) {
  return value < 0 ? -lanefold_round_ulong(-(ulong)value, down)
                   : lanefold_round_ulong((ulong)value, up);
}
#define LANEFOLD_TO_float_rte(S, a) ((float)(a))
#define LANEFOLD_TO_float_rtz(S, a) LANEFOLD_DIRECTED_##S(a, false, false)
#define LANEFOLD_TO_float_rtp(S, a) LANEFOLD_DIRECTED_##S(a, true, false)
#define LANEFOLD_TO_float_rtn(S, a) LANEFOLD_DIRECTED_##S(a, false, true)
#define LANEFOLD_DIRECTED_char(a, up, down) ((float)(a))
#define LANEFOLD_DIRECTED_uchar(a, up, down) ((float)(a))
#define LANEFOLD_DIRECTED_short(a, up, down) ((float)(a))
#define LANEFOLD_DIRECTED_ushort(a, up, down) ((float)(a))
#define LANEFOLD_DIRECTED_int(a, up, down) lanefold_round_long(a, up, down)
#define LANEFOLD_DIRECTED_uint(a, up, down) lanefold_round_ulong(a, up)
#define LANEFOLD_DIRECTED_long(a, up, down) lanefold_round_long(a, up, down)
#define LANEFOLD_DIRECTED_ulong(a, up, down) lanefold_round_ulong(a, up)
#define LANEFOLD_DIRECTED_half(a, up, down) ((float)(a))
#define LANEFOLD_DIRECTED_float(a, up, down) (a)
#define LANEFOLD_DIRECTED_double(a, up, down) lanefold_narrow(a, up, down)

#ifdef cl_khr_fp64
static float lanefold_narrow(double value, bool up, bool down) {
  float result;
  if (up) {
    __asm__("fcvt.s.d %0, %1, rup" : "=f"(result) : "f"(value));
  } else if (down) {
    __asm__("fcvt.s.d %0, %1, rdn" : "=f"(result) : "f"(value));
  } else {
    __asm__("fcvt.s.d %0, %1, rtz" : "=f"(result) : "f"(value));
  }
  return result;
}
static double lanefold_wide_ulong(ulong value, bool up) {
  const int surplus = 11 - (int)clz(value);
  if (surplus <= 0) return (double)value;
  const double kept = (double)(value >> surplus << surplus);
  const bool exact = (value & ((1UL << surplus) - 1)) == 0;
  return as_double(as_ulong(kept) + (up && !exact ? 1UL : 0UL));
}
static double lanefold_wide_long(long value, bool up, bool down) {
  return value < 0 ? -lanefold_wide_ulong(-(ulong)value, down)
                   : lanefold_wide_ulong((ulong)value, up);
}
#define LANEFOLD_TO_double_rte(S, a) ((double)(a))
#define LANEFOLD_TO_double_rtz(S, a) LANEFOLD_WIDE_##S(a, false, false)
#define LANEFOLD_TO_double_rtp(S, a) LANEFOLD_WIDE_##S(a, true, false)
#define LANEFOLD_TO_double_rtn(S, a) LANEFOLD_WIDE_##S(a, false, true)
#define LANEFOLD_WIDE_char(a, up, down) ((double)(a))
#define LANEFOLD_WIDE_uchar(a, up, down) ((double)(a))
#define LANEFOLD_WIDE_short(a, up, down) ((double)(a))
#define LANEFOLD_WIDE_ushort(a, up, down) ((double)(a))
#define LANEFOLD_WIDE_int(a, up, down) ((double)(a))
#define LANEFOLD_WIDE_uint(a, up, down) ((double)(a))
#define LANEFOLD_WIDE_long(a, up, down) lanefold_wide_long(a, up, down)
#define LANEFOLD_WIDE_ulong(a, up, down) lanefold_wide_ulong(a, up)
#define LANEFOLD_WIDE_half(a, up, down) ((double)(a))
#define LANEFOLD_WIDE_float(a, up, down) ((double)(a))
#define LANEFOLD_WIDE_double(a, up, down) (a)
#endif

// Every integer fits into long or ulong, so bounds are compared there.
#define LANEFOLD_SATURATE_SIGNED(T, a, LEAST, MOST) \
  ((long)(a) < (long)(LEAST) ? (T)(LEAST) : (long)(a) > (long)(MOST) ? (T)(MOST) : (T)(a))
#define LANEFOLD_SATURATE_UNSIGNED(T, a, MOST) ((ulong)(a) > (ulong)(MOST) ? (T)(MOST) : (T)(a))
#define LANEFOLD_SATURATE_FLOAT(T, a, LEAST, MOST, BOUND)                                      \
  ((a) != (a) ? (T)0 : (a) <= (LEAST) ? (T)(LEAST) : (a) >= (BOUND) ? (T)(MOST) : (T)(a))

// One scalar conversion and its vector forms.
#define LANEFOLD_CONVERT(T, SUFFIX, S, VALUE)                                                  \
  LANEFOLD_INLINE T convert_##T##SUFFIX(S a) { return VALUE; }                                 \
  LANEFOLD_INLINE T##2 convert_##T##2##SUFFIX(S##2 a) {                                        \
    return (T##2)(convert_##T##SUFFIX(a.x), convert_##T##SUFFIX(a.y));                         \
  }                                                                                            \
  LANEFOLD_INLINE T##3 convert_##T##3##SUFFIX(S##3 a) {                                        \
    return (T##3)(convert_##T##SUFFIX(a.x), convert_##T##SUFFIX(a.y),                          \
                  convert_##T##SUFFIX(a.z));                                                   \
  }                                                                                            \
  LANEFOLD_INLINE T##4 convert_##T##4##SUFFIX(S##4 a) {                                        \
    return (T##4)(convert_##T##2##SUFFIX(a.lo), convert_##T##2##SUFFIX(a.hi));                 \
  }                                                                                            \
  LANEFOLD_INLINE T##8 convert_##T##8##SUFFIX(S##8 a) {                                        \
    return (T##8)(convert_##T##4##SUFFIX(a.lo), convert_##T##4##SUFFIX(a.hi));                 \
  }                                                                                            \
  LANEFOLD_INLINE T##16 convert_##T##16##SUFFIX(S##16 a) {                                     \
    return (T##16)(convert_##T##8##SUFFIX(a.lo), convert_##T##8##SUFFIX(a.hi));                \
  }

// Integer to integer: rounding modes make no difference.
#define LANEFOLD_EXACT(T, S, SATURATED)                                                        \
  LANEFOLD_CONVERT(T, , S, (T)a)                                                               \
  LANEFOLD_CONVERT(T, _rte, S, (T)a)                                                           \
  LANEFOLD_CONVERT(T, _rtz, S, (T)a)                                                           \
  LANEFOLD_CONVERT(T, _rtp, S, (T)a)                                                           \
  LANEFOLD_CONVERT(T, _rtn, S, (T)a)                                                           \
  LANEFOLD_CONVERT(T, _sat, S, SATURATED)                                                      \
  LANEFOLD_CONVERT(T, _sat_rte, S, SATURATED)                                                  \
  LANEFOLD_CONVERT(T, _sat_rtz, S, SATURATED)                                                  \
  LANEFOLD_CONVERT(T, _sat_rtp, S, SATURATED)                                                  \
  LANEFOLD_CONVERT(T, _sat_rtn, S, SATURATED)

// Float to integer: round to an integral value first, then convert; toward zero by default.
#define LANEFOLD_FROM_FLOAT(T, S, LEAST, MOST, BOUND)                                          \
  LANEFOLD_CONVERT(T, , S, (T)a)                                                               \
  LANEFOLD_CONVERT(T, _rte, S, (T)__builtin_elementwise_rint(a))                               \
  LANEFOLD_CONVERT(T, _rtz, S, (T)a)                                                           \
  LANEFOLD_CONVERT(T, _rtp, S, (T)__builtin_elementwise_ceil(a))                               \
  LANEFOLD_CONVERT(T, _rtn, S, (T)__builtin_elementwise_floor(a))                              \
  LANEFOLD_CONVERT(T, _sat, S, LANEFOLD_SATURATE_FLOAT(T, a, LEAST, MOST, BOUND))              \
  LANEFOLD_CONVERT(T, _sat_rtz, S, LANEFOLD_SATURATE_FLOAT(T, a, LEAST, MOST, BOUND))          \
  LANEFOLD_CONVERT(T, _sat_rte, S, LANEFOLD_SATURATE_FLOAT(                                    \
      T, __builtin_elementwise_rint(a), LEAST, MOST, BOUND))                                   \
  LANEFOLD_CONVERT(T, _sat_rtp, S, LANEFOLD_SATURATE_FLOAT(                                    \
      T, __builtin_elementwise_ceil(a), LEAST, MOST, BOUND))                                   \
  LANEFOLD_CONVERT(T, _sat_rtn, S, LANEFOLD_SATURATE_FLOAT(                                    \
      T, __builtin_elementwise_floor(a), LEAST, MOST, BOUND))

#define LANEFOLD_FROM_SIGNED(T, S, LEAST, MOST) \
  LANEFOLD_EXACT(T, S, LANEFOLD_SATURATE_SIGNED(T, a, LEAST, MOST))
// No value of a signed type exceeds ULONG_MAX, which a long could not hold either.
#define LANEFOLD_FROM_UNSIGNED(T, S, MOST) \
  LANEFOLD_EXACT(T, S, LANEFOLD_SATURATE_UNSIGNED(T, a, MOST))

// BOUND is the least float above MOST, or MOST itself where a float can hold it.
#define LANEFOLD_TO_INTEGER(T, LEAST, MOST, SIGNED_MOST, BOUND)                                \
  LANEFOLD_FROM_SIGNED(T, char, LEAST, SIGNED_MOST)                                            \
  LANEFOLD_FROM_SIGNED(T, short, LEAST, SIGNED_MOST)                                           \
  LANEFOLD_FROM_SIGNED(T, int, LEAST, SIGNED_MOST)                                             \
  LANEFOLD_FROM_SIGNED(T, long, LEAST, SIGNED_MOST)                                            \
  LANEFOLD_FROM_UNSIGNED(T, uchar, MOST)                                                       \
  LANEFOLD_FROM_UNSIGNED(T, ushort, MOST)                                                      \
  LANEFOLD_FROM_UNSIGNED(T, uint, MOST)                                                        \
  LANEFOLD_FROM_UNSIGNED(T, ulong, MOST)                                                       \
  LANEFOLD_FROM_FLOAT(T, float, LEAST, MOST, BOUND)                                            \
  LANEFOLD_IF_DOUBLE(LANEFOLD_FROM_FLOAT(T, double, LEAST, MOST, BOUND))
LANEFOLD_TO_INTEGER(char, CHAR_MIN, CHAR_MAX, CHAR_MAX, 0x1p7f)
LANEFOLD_TO_INTEGER(uchar, 0, UCHAR_MAX, UCHAR_MAX, 0x1p8f)
LANEFOLD_TO_INTEGER(short, SHRT_MIN, SHRT_MAX, SHRT_MAX, 0x1p15f)
LANEFOLD_TO_INTEGER(ushort, 0, USHRT_MAX, USHRT_MAX, 0x1p16f)
LANEFOLD_TO_INTEGER(int, INT_MIN, INT_MAX, INT_MAX, 0x1p31f)
LANEFOLD_TO_INTEGER(uint, 0, UINT_MAX, UINT_MAX, 0x1p32f)
LANEFOLD_TO_INTEGER(long, LONG_MIN, LONG_MAX, LONG_MAX, 0x1p63f)
LANEFOLD_TO_INTEGER(ulong, 0, ULONG_MAX, LONG_MAX, 0x1p64f)

#define LANEFOLD_TO_REAL(T, S)                                                                 \
  LANEFOLD_CONVERT(T, , S, (T)a)                                                               \
  LANEFOLD_CONVERT(T, _rte, S, LANEFOLD_TO_##T##_rte(S, a))                                    \
  LANEFOLD_CONVERT(T, _rtz, S, LANEFOLD_TO_##T##_rtz(S, a))                                    \
  LANEFOLD_CONVERT(T, _rtp, S, LANEFOLD_TO_##T##_rtp(S, a))                                    \
  LANEFOLD_CONVERT(T, _rtn, S, LANEFOLD_TO_##T##_rtn(S, a))
#define LANEFOLD_TO_FLOAT(S, U, SIGNED) LANEFOLD_TO_REAL(float, S)
LANEFOLD_ALL_TYPES(LANEFOLD_TO_FLOAT)
#ifdef cl_khr_fp64
#define LANEFOLD_TO_DOUBLE(S, U, SIGNED) LANEFOLD_TO_REAL(double, S)
LANEFOLD_ALL_TYPES(LANEFOLD_TO_DOUBLE)
#endif
