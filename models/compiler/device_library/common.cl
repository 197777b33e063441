// SPDX-License-Identifier: Apache-2.0
// Common functions (OpenCL 1.2 clause 6.12.4) and geometric functions (clause 6.12.5).
#include "expand.h"
#include "extended_math.h"

#define LANEFOLD_COMMON(T)                                                                        \
  LANEFOLD_INLINE T max(T a, T b) { return a < b ? b : a; }                                       \
  LANEFOLD_INLINE T min(T a, T b) { return b < a ? b : a; }                                       \
  LANEFOLD_INLINE T clamp(T a, T b, T c) {                                                        \
    return __builtin_elementwise_min(__builtin_elementwise_max(a, b), c);                         \
  }                                                                                               \
  LANEFOLD_INLINE T degrees(T a) { return LANEFOLD_DEGREES_##T * a; }                        \
  LANEFOLD_INLINE T radians(T a) { return LANEFOLD_RADIANS_##T * a; }                      \
  LANEFOLD_INLINE T mix(T a, T b, T c) { return a + (b - a) * c; }                                \
  LANEFOLD_INLINE T step(T a, T b) { return b < a ? (T)0 : (T)1; }                                \
  LANEFOLD_INLINE T smoothstep(T a, T b, T c) {                                                   \
    const T t = clamp((c - a) / (b - a), (T)0, (T)1);                                             \
    return t * t * ((T)3 - (T)2 * t);                                                             \
  }                                                                                               \
  LANEFOLD_INLINE T sign(T a) {                                                                   \
    return a != a ? (T)0 : a == (T)0 ? a : __builtin_elementwise_copysign((T)1, a);               \
  }                                                                                               \
  LANEFOLD_VECTORS_2(T, max, T, T)                                                                \
  LANEFOLD_VECTORS_2(T, min, T, T)                                                                \
  LANEFOLD_VECTORS_3(T, clamp, T, T, T)                                                           \
  LANEFOLD_VECTORS_1(T, degrees, T)                                                               \
  LANEFOLD_VECTORS_1(T, radians, T)                                                               \
  LANEFOLD_VECTORS_3(T, mix, T, T, T)                                                             \
  LANEFOLD_VECTORS_2(T, step, T, T)                                                               \
  LANEFOLD_VECTORS_3(T, smoothstep, T, T, T)                                                      \
  LANEFOLD_VECTORS_1(T, sign, T)                                                                  \
  LANEFOLD_WIDTHS_OF(LANEFOLD_COMMON_SCALAR, T)
#define LANEFOLD_COMMON_SCALAR(T, N)                                                              \
  LANEFOLD_INLINE T##N max(T##N a, T b) { return max(a, (T##N)(b)); }                             \
  LANEFOLD_INLINE T##N min(T##N a, T b) { return min(a, (T##N)(b)); }                             \
  LANEFOLD_INLINE T##N clamp(T##N a, T b, T c) { return clamp(a, (T##N)(b), (T##N)(c)); }         \
  LANEFOLD_INLINE T##N mix(T##N a, T##N b, T c) { return mix(a, b, (T##N)(c)); }                  \
  LANEFOLD_INLINE T##N step(T a, T##N b) { return step((T##N)(a), b); }                           \
  LANEFOLD_INLINE T##N smoothstep(T a, T b, T##N c) {                                             \
    return smoothstep((T##N)(a), (T##N)(b), c);                                                   \
  }
#define LANEFOLD_DEGREES_float 57.295779513082320876f
#define LANEFOLD_DEGREES_double 57.295779513082320876
#define LANEFOLD_RADIANS_float 0.017453292519943295769f
#define LANEFOLD_RADIANS_double 0.017453292519943295769
LANEFOLD_COMMON(float)
LANEFOLD_IF_DOUBLE(LANEFOLD_COMMON(double))

// Sums run from the first component to the last, each product rounded: what plain C would give.
#define LANEFOLD_DOT(T)                                                                           \
  LANEFOLD_INLINE T dot(T a, T b) { return a * b; }                                               \
  LANEFOLD_INLINE T dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; }                         \
  LANEFOLD_INLINE T dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }             \
  LANEFOLD_INLINE T dot(T##4 a, T##4 b) {                                                         \
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;                                         \
  }                                                                                               \
  LANEFOLD_INLINE T##3 cross(T##3 a, T##3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }            \
  LANEFOLD_INLINE T##4 cross(T##4 a, T##4 b) { return (T##4)(cross(a.xyz, b.xyz), (T)0); }        \
  LANEFOLD_INLINE T length(T a) { return __builtin_elementwise_abs(a); }                          \
  LANEFOLD_INLINE T distance(T a, T b) { return length(a - b); }                                  \
  LANEFOLD_INLINE T normalize(T a) { return a != a ? a : sign(a); }                               \
  LANEFOLD_LENGTH(T, T##2) LANEFOLD_LENGTH(T, T##3) LANEFOLD_LENGTH(T, T##4)
// Squares that leave the range of T are taken of components scaled by a power of two. An infinite
// component has the direction of a 1 among zeros.
#define LANEFOLD_LENGTH(T, V)                                                                     \
  LANEFOLD_INLINE T length(V a) {                                                                 \
    const T square = dot(a, a);                                                                   \
    if (square > LANEFOLD_SMALL_##T && square < (T)INFINITY) {                                    \
      return __builtin_elementwise_sqrt(square);                                                  \
    }                                                                                             \
    const T scale = square > (T)1 ? LANEFOLD_SHRINK_##T : LANEFOLD_GROW_##T;                      \
    const V scaled = a * scale;                                                                   \
    return __builtin_elementwise_sqrt(dot(scaled, scaled)) / scale;                               \
  }                                                                                               \
  LANEFOLD_INLINE T distance(V a, V b) { return length(a - b); }                                  \
  LANEFOLD_INLINE V normalize(V a) {                                                              \
    const T square = dot(a, a);                                                                   \
    if (square > LANEFOLD_SMALL_##T && square < (T)INFINITY) {                                    \
      return a * LANEFOLD_INVERSE_ROOT_##T(square);                                               \
    }                                                                                             \
    const bool large = square > (T)1;                                                             \
    const V scaled = a * (large ? LANEFOLD_SHRINK_##T : LANEFOLD_GROW_##T);                       \
    const T sum = dot(scaled, scaled);                                                            \
    if (sum == (T)0) return a;                                                                    \
    if (sum == (T)INFINITY) {                                                                     \
      const V unit = __builtin_elementwise_copysign(                                              \
          __builtin_elementwise_abs(a) == (V)(INFINITY) ? (V)(1) : (V)(0), a);                    \
      return unit * LANEFOLD_INVERSE_ROOT_##T(dot(unit, unit));                                   \
    }                                                                                             \
    /* Small components beside a large one would lose bits by shrinking first. */                 \
    const T inverse = LANEFOLD_INVERSE_ROOT_##T(sum);                                             \
    return large ? a * inverse * LANEFOLD_SHRINK_##T : scaled * inverse;                          \
  }
#define LANEFOLD_SMALL_float 0x1p-100f
#define LANEFOLD_SMALL_double 0x1p-900
#define LANEFOLD_SHRINK_float 0x1p-70f
#define LANEFOLD_SHRINK_double 0x1p-520
#define LANEFOLD_GROW_float 0x1p90f
#define LANEFOLD_GROW_double 0x1p600
#define LANEFOLD_INVERSE_ROOT_float(a) lanefold_rsqrt(a)
#define LANEFOLD_INVERSE_ROOT_double(a) (1.0 / __builtin_elementwise_sqrt(a))
LANEFOLD_DOT(float)
LANEFOLD_IF_DOUBLE(LANEFOLD_DOT(double))

#define LANEFOLD_FAST(V)                                                                          \
  LANEFOLD_INLINE float fast_length(V a) { return __builtin_elementwise_sqrt(dot(a, a)); }        \
  LANEFOLD_INLINE float fast_distance(V a, V b) { return fast_length(a - b); }                    \
  LANEFOLD_INLINE V fast_normalize(V a) {                                                         \
    const float square = dot(a, a);                                                               \
    return square == 0.0f ? a : a * lanefold_rsqrt(square);                                           \
  }
LANEFOLD_FAST(float2)
LANEFOLD_FAST(float3)
LANEFOLD_FAST(float4)
LANEFOLD_INLINE float fast_length(float a) { return __builtin_elementwise_abs(a); }
LANEFOLD_INLINE float fast_distance(float a, float b) { return fast_length(a - b); }
LANEFOLD_INLINE float fast_normalize(float a) { return normalize(a); }
