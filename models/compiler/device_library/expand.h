// SPDX-License-Identifier: Apache-2.0
// From a scalar function to its vector forms, and from one type to all of them.
#pragma once

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Small functions always become part of their caller: no vector is passed through memory.
#define LANEFOLD_INLINE __attribute__((overloadable, always_inline))
// Scalar functions of more than a few dozen instructions may remain calls.
#define LANEFOLD_CALL __attribute__((overloadable))

// R NAME(A) for scalars exists; these make the forms for 2, 3, 4, 8 and 16 components.
#define LANEFOLD_VECTORS_1(R, NAME, A)                                                          \
  LANEFOLD_INLINE R##2 NAME(A##2 a) { return (R##2)(NAME(a.x), NAME(a.y)); }                    \
  LANEFOLD_INLINE R##3 NAME(A##3 a) { return (R##3)(NAME(a.x), NAME(a.y), NAME(a.z)); }         \
  LANEFOLD_INLINE R##4 NAME(A##4 a) { return (R##4)(NAME(a.lo), NAME(a.hi)); }                  \
  LANEFOLD_INLINE R##8 NAME(A##8 a) { return (R##8)(NAME(a.lo), NAME(a.hi)); }                  \
  LANEFOLD_INLINE R##16 NAME(A##16 a) { return (R##16)(NAME(a.lo), NAME(a.hi)); }

#define LANEFOLD_VECTORS_2(R, NAME, A, B)                                                       \
  LANEFOLD_INLINE R##2 NAME(A##2 a, B##2 b) { return (R##2)(NAME(a.x, b.x), NAME(a.y, b.y)); }  \
  LANEFOLD_INLINE R##3 NAME(A##3 a, B##3 b) {                                                   \
    return (R##3)(NAME(a.x, b.x), NAME(a.y, b.y), NAME(a.z, b.z));                              \
  }                                                                                             \
  LANEFOLD_INLINE R##4 NAME(A##4 a, B##4 b) {                                                   \
    return (R##4)(NAME(a.lo, b.lo), NAME(a.hi, b.hi));                                          \
  }                                                                                             \
  LANEFOLD_INLINE R##8 NAME(A##8 a, B##8 b) {                                                   \
    return (R##8)(NAME(a.lo, b.lo), NAME(a.hi, b.hi));                                          \
  }                                                                                             \
  LANEFOLD_INLINE R##16 NAME(A##16 a, B##16 b) {                                                \
    return (R##16)(NAME(a.lo, b.lo), NAME(a.hi, b.hi));                                         \
  }

#define LANEFOLD_VECTORS_3(R, NAME, A, B, C)                                                    \
  LANEFOLD_INLINE R##2 NAME(A##2 a, B##2 b, C##2 c) {                                           \
    return (R##2)(NAME(a.x, b.x, c.x), NAME(a.y, b.y, c.y));                                    \
  }                                                                                             \
  LANEFOLD_INLINE R##3 NAME(A##3 a, B##3 b, C##3 c) {                                           \
    return (R##3)(NAME(a.x, b.x, c.x), NAME(a.y, b.y, c.y), NAME(a.z, b.z, c.z));               \
  }                                                                                             \
  LANEFOLD_INLINE R##4 NAME(A##4 a, B##4 b, C##4 c) {                                           \
    return (R##4)(NAME(a.lo, b.lo, c.lo), NAME(a.hi, b.hi, c.hi));                              \
  }                                                                                             \
  LANEFOLD_INLINE R##8 NAME(A##8 a, B##8 b, C##8 c) {                                           \
    return (R##8)(NAME(a.lo, b.lo, c.lo), NAME(a.hi, b.hi, c.hi));                              \
  }                                                                                             \
  LANEFOLD_INLINE R##16 NAME(A##16 a, B##16 b, C##16 c) {                                       \
    return (R##16)(NAME(a.lo, b.lo, c.lo), NAME(a.hi, b.hi, c.hi));                             \
  }

// A vector form whose further arguments are scalars: BODY(n) for each width.
#define LANEFOLD_WIDTHS(BODY) BODY(2) BODY(3) BODY(4) BODY(8) BODY(16)
#define LANEFOLD_WIDTHS_OF(BODY, T) BODY(T, 2) BODY(T, 3) BODY(T, 4) BODY(T, 8) BODY(T, 16)

// A function with a pointer result, in every address space that OpenCL 1.2 allows.
#define LANEFOLD_WRITABLE_SPACES(BODY) BODY(__global) BODY(__local) BODY(__private)

#ifdef cl_khr_fp64
#define LANEFOLD_IF_DOUBLE(...) __VA_ARGS__
#else
#define LANEFOLD_IF_DOUBLE(...)
#endif

// BODY(type, unsigned type of the same size, signed type of the same size)
#define LANEFOLD_SIGNED_INTEGERS(BODY)                                         \
  BODY(char, uchar, char) BODY(short, ushort, short) BODY(int, uint, int) BODY(long, ulong, long)
#define LANEFOLD_UNSIGNED_INTEGERS(BODY)                                         \
  BODY(uchar, uchar, char) BODY(ushort, ushort, short) BODY(uint, uint, int)     \
  BODY(ulong, ulong, long)
#define LANEFOLD_INTEGERS(BODY) LANEFOLD_SIGNED_INTEGERS(BODY) LANEFOLD_UNSIGNED_INTEGERS(BODY)
#define LANEFOLD_ALL_TYPES(BODY)                     \
  LANEFOLD_INTEGERS(BODY) BODY(float, uint, int)     \
  BODY(half, ushort, short)                          \
  LANEFOLD_IF_DOUBLE(BODY(double, ulong, long))
