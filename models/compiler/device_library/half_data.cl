// SPDX-License-Identifier: Apache-2.0
// Loads and stores of 16-bit floats; the machine computes in 32 bits (OpenCL 1.2 clause 6.12.7).
#include "expand.h"

enum { LANEFOLD_RTE, LANEFOLD_RTZ, LANEFOLD_RTP, LANEFOLD_RTN };

// Exact: scaling by 2^112 moves the exponent, which makes subnormal values normal as well.
static float lanefold_half_to_float(ushort bits) {
  const uint magnitude = bits & 0x7fffU;
  uint result = as_uint(as_float(magnitude << 13) * 0x1p112f);
  if (magnitude >= 0x7c00U) result = 0x7f800000U | (magnitude << 13);
  return as_float(result | (uint)(bits & 0x8000U) << 16);
}

// `magnitude` is what is left of the sign; `away` says whether any remainder rounds up.
static ushort lanefold_float_to_half(float value, int rounding) {
  const uint bits = as_uint(value);
  const uint magnitude = bits & 0x7fffffffU;
  const uint sign = bits >> 31;
  if (magnitude > 0x7f800000U) return (ushort)(sign << 15 | 0x7e00U | (magnitude >> 13 & 0x1ffU));
  if (magnitude == 0x7f800000U) return (ushort)(sign << 15 | 0x7c00U);

  const bool away = rounding == (sign != 0 ? LANEFOLD_RTN : LANEFOLD_RTP);
  const int exponent = (int)(magnitude >> 23) - 112;
  uint significand = magnitude & 0x7fffffU;
  uint kept;
  uint rest;
  uint half_way;
  if (exponent >= 31) {
    kept = 0x7bffU;
    rest = 3;
    half_way = 2;
  } else {
    if (magnitude >= 0x800000U) significand |= 0x800000U;
    const uint shift = exponent > 0 ? 13 : min(14 - exponent, 31);
    kept = (significand >> shift) + (exponent > 0 ? (uint)(exponent - 1) << 10 : 0);
    rest = significand & ((1U << shift) - 1);
    half_way = 1U << (shift - 1);
  }
  bool up = away && rest != 0;
  if (rounding == LANEFOLD_RTE) up = rest > half_way || (rest == half_way && (kept & 1U) != 0);
  return (ushort)(sign << 15 | (kept + (up ? 1U : 0U)));
}

#define LANEFOLD_LOAD(I) lanefold_half_to_float(from[I])
#define LANEFOLD_LOAD_2(I) LANEFOLD_LOAD(I), LANEFOLD_LOAD(I + 1)
#define LANEFOLD_LOAD_3(I) LANEFOLD_LOAD_2(I), LANEFOLD_LOAD(I + 2)
#define LANEFOLD_LOAD_4(I) LANEFOLD_LOAD_2(I), LANEFOLD_LOAD_2(I + 2)
#define LANEFOLD_LOAD_8(I) LANEFOLD_LOAD_4(I), LANEFOLD_LOAD_4(I + 4)
#define LANEFOLD_LOAD_16(I) LANEFOLD_LOAD_8(I), LANEFOLD_LOAD_8(I + 8)

// Vectors of three lie four apart in the aligned forms.
#define LANEFOLD_VLOAD_HALF_N(SPACE, N, APART)                                                    \
  LANEFOLD_INLINE float##N vload_half##N(size_t offset, const SPACE half* p) {                    \
    const SPACE ushort* from = (const SPACE ushort*)p + N * offset;                               \
    return (float##N)(LANEFOLD_LOAD_##N(0));                                                      \
  }                                                                                               \
  LANEFOLD_INLINE float##N vloada_half##N(size_t offset, const SPACE half* p) {                   \
    const SPACE ushort* from = (const SPACE ushort*)p + APART * offset;                           \
    return (float##N)(LANEFOLD_LOAD_##N(0));                                                      \
  }
#define LANEFOLD_VLOAD_HALF(SPACE)                                                                \
  LANEFOLD_INLINE float vload_half(size_t offset, const SPACE half* p) {                          \
    return lanefold_half_to_float(((const SPACE ushort*)p)[offset]);                              \
  }                                                                                               \
  LANEFOLD_INLINE float vloada_half(size_t offset, const SPACE half* p) {                         \
    return vload_half(offset, p);                                                                 \
  }                                                                                               \
  LANEFOLD_VLOAD_HALF_N(SPACE, 2, 2)                                                              \
  LANEFOLD_VLOAD_HALF_N(SPACE, 3, 4)                                                              \
  LANEFOLD_VLOAD_HALF_N(SPACE, 4, 4)                                                              \
  LANEFOLD_VLOAD_HALF_N(SPACE, 8, 8) LANEFOLD_VLOAD_HALF_N(SPACE, 16, 16)
LANEFOLD_WRITABLE_SPACES(LANEFOLD_VLOAD_HALF)
LANEFOLD_VLOAD_HALF(__constant)

#define LANEFOLD_STORE(T, I) to[I] = lanefold_round_##T(value[I], rounding);
#define LANEFOLD_STORE_2(T, I) LANEFOLD_STORE(T, I) LANEFOLD_STORE(T, I + 1)
#define LANEFOLD_STORE_3(T, I) LANEFOLD_STORE_2(T, I) LANEFOLD_STORE(T, I + 2)
#define LANEFOLD_STORE_4(T, I) LANEFOLD_STORE_2(T, I) LANEFOLD_STORE_2(T, I + 2)
#define LANEFOLD_STORE_8(T, I) LANEFOLD_STORE_4(T, I) LANEFOLD_STORE_4(T, I + 4)
#define LANEFOLD_STORE_16(T, I) LANEFOLD_STORE_8(T, I) LANEFOLD_STORE_8(T, I + 8)

#define LANEFOLD_VSTORE_HALF_N(T, SPACE, MODE, ROUNDING, N, APART)                                \
  LANEFOLD_INLINE void vstore_half##N##MODE(T##N value, size_t offset, SPACE half* p) {           \
    SPACE ushort* to = (SPACE ushort*)p + N * offset;                                             \
    const int rounding = ROUNDING;                                                                \
    LANEFOLD_STORE_##N(T, 0)                                                                      \
  }                                                                                               \
  LANEFOLD_INLINE void vstorea_half##N##MODE(T##N value, size_t offset, SPACE half* p) {          \
    SPACE ushort* to = (SPACE ushort*)p + APART * offset;                                         \
    const int rounding = ROUNDING;                                                                \
    LANEFOLD_STORE_##N(T, 0)                                                                      \
  }
#define LANEFOLD_VSTORE_HALF_MODE(T, SPACE, MODE, ROUNDING)                                       \
  LANEFOLD_INLINE void vstore_half##MODE(T value, size_t offset, SPACE half* p) {                 \
    ((SPACE ushort*)p)[offset] = lanefold_round_##T(value, ROUNDING);                             \
  }                                                                                               \
  LANEFOLD_INLINE void vstorea_half##MODE(T value, size_t offset, SPACE half* p) {                \
    ((SPACE ushort*)p)[offset] = lanefold_round_##T(value, ROUNDING);                             \
  }                                                                                               \
  LANEFOLD_VSTORE_HALF_N(T, SPACE, MODE, ROUNDING, 2, 2)                                          \
  LANEFOLD_VSTORE_HALF_N(T, SPACE, MODE, ROUNDING, 3, 4)                                          \
  LANEFOLD_VSTORE_HALF_N(T, SPACE, MODE, ROUNDING, 4, 4)                                          \
  LANEFOLD_VSTORE_HALF_N(T, SPACE, MODE, ROUNDING, 8, 8)                                          \
  LANEFOLD_VSTORE_HALF_N(T, SPACE, MODE, ROUNDING, 16, 16)
#define LANEFOLD_VSTORE_HALF(T, SPACE)                                                            \
  LANEFOLD_VSTORE_HALF_MODE(T, SPACE, , LANEFOLD_RTE)                                             \
  LANEFOLD_VSTORE_HALF_MODE(T, SPACE, _rte, LANEFOLD_RTE)                                         \
  LANEFOLD_VSTORE_HALF_MODE(T, SPACE, _rtz, LANEFOLD_RTZ)                                         \
  LANEFOLD_VSTORE_HALF_MODE(T, SPACE, _rtp, LANEFOLD_RTP)                                         \
  LANEFOLD_VSTORE_HALF_MODE(T, SPACE, _rtn, LANEFOLD_RTN)
#define LANEFOLD_VSTORE_HALVES(T)                                                                 \
  LANEFOLD_VSTORE_HALF(T, __global)                                                               \
  LANEFOLD_VSTORE_HALF(T, __local) LANEFOLD_VSTORE_HALF(T, __private)

static ushort lanefold_round_float(float value, int rounding) {
  return lanefold_float_to_half(value, rounding);
}
LANEFOLD_VSTORE_HALVES(float)

#ifdef cl_khr_fp64
// Rounding to odd on the way to float keeps the second rounding exact.
static ushort lanefold_round_double(double value, int rounding) {
  float narrow;
  __asm__("fcvt.s.d %0, %1, rtz" : "=f"(narrow) : "f"(value));
  uint bits = as_uint(narrow);
  if ((double)narrow != value && value == value) bits |= 1U;
  return lanefold_float_to_half(as_float(bits), rounding);
}
LANEFOLD_VSTORE_HALVES(double)
#endif
