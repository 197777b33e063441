// SPDX-License-Identifier: Apache-2.0
// Integer functions (OpenCL 1.2 clause 6.12.3).
#include "expand.h"

#define LANEFOLD_BITS(T) ((int)sizeof(T) * 8)

#define LANEFOLD_SIGNED_ABS(T, U, S)                                                              \
  LANEFOLD_INLINE U abs(T a) { return (U)(a < 0 ? (U)0 - (U)a : (U)a); }                          \
  LANEFOLD_VECTORS_1(U, abs, T)
LANEFOLD_SIGNED_INTEGERS(LANEFOLD_SIGNED_ABS)
#define LANEFOLD_UNSIGNED_ABS(T, U, S)                                                            \
  LANEFOLD_INLINE U abs(T a) { return a; }                                                        \
  LANEFOLD_VECTORS_1(U, abs, T)
LANEFOLD_UNSIGNED_INTEGERS(LANEFOLD_UNSIGNED_ABS)

// The saturating operations are on vectors, because scalars would be promoted to int first.
#define LANEFOLD_INTEGER_FUNCTIONS(T, U, S)                                                       \
  LANEFOLD_INLINE U abs_diff(T a, T b) { return (U)(a > b ? (U)a - (U)b : (U)b - (U)a); }         \
  LANEFOLD_VECTORS_2(U, abs_diff, T, T)                                                           \
  LANEFOLD_INLINE T add_sat(T a, T b) {                                                           \
    return __builtin_elementwise_add_sat((T##2)(a), (T##2)(b)).x;                                 \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, add_sat, T, T)                                                            \
  LANEFOLD_INLINE T sub_sat(T a, T b) {                                                           \
    return __builtin_elementwise_sub_sat((T##2)(a), (T##2)(b)).x;                                 \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, sub_sat, T, T)                                                            \
  LANEFOLD_INLINE T hadd(T a, T b) { return (T)((a & b) + ((a ^ b) >> 1)); }                      \
  LANEFOLD_VECTORS_2(T, hadd, T, T)                                                               \
  LANEFOLD_INLINE T rhadd(T a, T b) { return (T)((a | b) - ((a ^ b) >> 1)); }                     \
  LANEFOLD_VECTORS_2(T, rhadd, T, T)                                                              \
  LANEFOLD_INLINE T clz(T a) { return (T)__builtin_clzg((U)a, LANEFOLD_BITS(T)); }                \
  LANEFOLD_VECTORS_1(T, clz, T)                                                                   \
  LANEFOLD_INLINE T popcount(T a) { return (T)__builtin_popcountg((U)a); }                        \
  LANEFOLD_VECTORS_1(T, popcount, T)                                                              \
  LANEFOLD_INLINE T rotate(T a, T b) {                                                            \
    const uint left = (uint)b & (LANEFOLD_BITS(T) - 1);                                           \
    return (T)((U)((U)a << left) | (U)((U)a >> (-left & (LANEFOLD_BITS(T) - 1))));                \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, rotate, T, T)                                                             \
  LANEFOLD_INLINE T max(T a, T b) { return a > b ? a : b; }                                       \
  LANEFOLD_VECTORS_2(T, max, T, T)                                                                \
  LANEFOLD_INLINE T min(T a, T b) { return b < a ? b : a; }                                       \
  LANEFOLD_VECTORS_2(T, min, T, T)                                                                \
  LANEFOLD_INLINE T clamp(T a, T b, T c) { return min(max(a, b), c); }                            \
  LANEFOLD_VECTORS_3(T, clamp, T, T, T)                                                           \
  LANEFOLD_WIDTHS_OF(LANEFOLD_SCALAR_BOUNDS, T)
#define LANEFOLD_SCALAR_BOUNDS(T, N)                                                              \
  LANEFOLD_INLINE T##N max(T##N a, T b) { return max(a, (T##N)(b)); }                             \
  LANEFOLD_INLINE T##N min(T##N a, T b) { return min(a, (T##N)(b)); }                             \
  LANEFOLD_INLINE T##N clamp(T##N a, T b, T c) { return clamp(a, (T##N)(b), (T##N)(c)); }
LANEFOLD_INTEGERS(LANEFOLD_INTEGER_FUNCTIONS)

// The upper half of a product, and a * b + c with saturation, in a type of twice the size.
#define LANEFOLD_WIDE_PRODUCT(T, W, LEAST, MOST)                                                  \
  LANEFOLD_INLINE T mul_hi(T a, T b) { return (T)(((W)a * (W)b) >> LANEFOLD_BITS(T)); }           \
  LANEFOLD_INLINE T mad_sat(T a, T b, T c) {                                                      \
    const W product = (W)a * (W)b;                                                                \
    const W sum = product + (W)c;                                                                 \
    return sum > (W)MOST ? MOST : sum < (W)LEAST ? LEAST : (T)sum;                                \
  }
LANEFOLD_WIDE_PRODUCT(char, int, CHAR_MIN, CHAR_MAX)
LANEFOLD_WIDE_PRODUCT(uchar, uint, 0, UCHAR_MAX)
LANEFOLD_WIDE_PRODUCT(short, int, SHRT_MIN, SHRT_MAX)
LANEFOLD_WIDE_PRODUCT(ushort, uint, 0, USHRT_MAX)
LANEFOLD_WIDE_PRODUCT(int, long, INT_MIN, INT_MAX)
LANEFOLD_WIDE_PRODUCT(uint, ulong, 0, UINT_MAX)

LANEFOLD_CALL ulong mul_hi(ulong a, ulong b) {
  const ulong low = (a & UINT_MAX) * (b & UINT_MAX);
  const ulong cross = (a >> 32) * (b & UINT_MAX) + (low >> 32);
  const ulong other = (a & UINT_MAX) * (b >> 32) + (cross & UINT_MAX);
  return (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);
}

LANEFOLD_CALL long mul_hi(long a, long b) {
  // The unsigned product counts 2^64 for each negative factor too often.
  const ulong high = mul_hi((ulong)a, (ulong)b);
  return (long)(high - (a < 0 ? (ulong)b : 0) - (b < 0 ? (ulong)a : 0));
}

LANEFOLD_CALL ulong mad_sat(ulong a, ulong b, ulong c) {
  const ulong sum = a * b + c;
  return mul_hi(a, b) != 0 || sum < c ? ULONG_MAX : sum;
}

LANEFOLD_CALL long mad_sat(long a, long b, long c) {
  const ulong low = (ulong)a * (ulong)b;
  const ulong sum = low + (ulong)c;
  const long high = mul_hi(a, b) + (c >> 63) + (sum < low ? 1 : 0);
  if (high == (long)sum >> 63) return (long)sum;
  return high < 0 ? LONG_MIN : LONG_MAX;
}

#define LANEFOLD_PRODUCT_FORMS(T, U, S)                                                           \
  LANEFOLD_VECTORS_2(T, mul_hi, T, T)                                                             \
  LANEFOLD_VECTORS_3(T, mad_sat, T, T, T)                                                         \
  LANEFOLD_INLINE T mad_hi(T a, T b, T c) { return (T)(mul_hi(a, b) + c); }                       \
  LANEFOLD_VECTORS_3(T, mad_hi, T, T, T)
LANEFOLD_INTEGERS(LANEFOLD_PRODUCT_FORMS)

// A full 32-bit product is as fast as a 24-bit one here.
#define LANEFOLD_24(T)                                                                            \
  LANEFOLD_INLINE T mul24(T a, T b) { return a * b; }                                             \
  LANEFOLD_VECTORS_2(T, mul24, T, T)                                                              \
  LANEFOLD_INLINE T mad24(T a, T b, T c) { return a * b + c; }                                    \
  LANEFOLD_VECTORS_3(T, mad24, T, T, T)
LANEFOLD_24(int)
LANEFOLD_24(uint)

#define LANEFOLD_UPSAMPLE(R, A, B)                                                                \
  LANEFOLD_INLINE R upsample(A a, B b) { return (R)(((R)a << LANEFOLD_BITS(A)) | (R)b); }         \
  LANEFOLD_VECTORS_2(R, upsample, A, B)
LANEFOLD_UPSAMPLE(short, char, uchar)
LANEFOLD_UPSAMPLE(ushort, uchar, uchar)
LANEFOLD_UPSAMPLE(int, short, ushort)
LANEFOLD_UPSAMPLE(uint, ushort, ushort)
LANEFOLD_UPSAMPLE(long, int, uint)
LANEFOLD_UPSAMPLE(ulong, uint, uint)
