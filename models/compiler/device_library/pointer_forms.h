// SPDX-License-Identifier: Apache-2.0
// Functions with a second result behind a pointer: from the scalar form with a private pointer to
// all widths and address spaces.
#pragma once

#include "expand.h"

// T NAME(T, __private P*) exists.
#define LANEFOLD_POINTER_FORMS_1(NAME, T, P)                                                      \
  LANEFOLD_POINTER_WIDTHS_1(NAME, T, P, __private)                                                \
  LANEFOLD_POINTER_SCALAR_1(NAME, T, P, __global)                                                 \
  LANEFOLD_POINTER_WIDTHS_1(NAME, T, P, __global)                                                 \
  LANEFOLD_POINTER_SCALAR_1(NAME, T, P, __local)                                                  \
  LANEFOLD_POINTER_WIDTHS_1(NAME, T, P, __local)

#define LANEFOLD_POINTER_SCALAR_1(NAME, T, P, SPACE)                                              \
  LANEFOLD_INLINE T NAME(T a, SPACE P* p) {                                                       \
    P second;                                                                                     \
    const T first = NAME(a, &second);                                                             \
    *p = second;                                                                                  \
    return first;                                                                                 \
  }
#define LANEFOLD_POINTER_WIDTHS_1(NAME, T, P, SPACE)                                              \
  LANEFOLD_POINTER_WIDTH_1(NAME, T, P, SPACE, 2, )                                                \
  LANEFOLD_INLINE T##3 NAME(T##3 a, SPACE P##3* p) {                                              \
    P##2 low;                                                                                     \
    P high;                                                                                       \
    const T##2 first = NAME(a.xy, &low);                                                          \
    const T last = NAME(a.z, &high);                                                              \
    *p = (P##3)(low, high);                                                                       \
    return (T##3)(first, last);                                                                   \
  }                                                                                               \
  LANEFOLD_POINTER_WIDTH_1(NAME, T, P, SPACE, 4, 2)                                               \
  LANEFOLD_POINTER_WIDTH_1(NAME, T, P, SPACE, 8, 4)                                               \
  LANEFOLD_POINTER_WIDTH_1(NAME, T, P, SPACE, 16, 8)
#define LANEFOLD_POINTER_WIDTH_1(NAME, T, P, SPACE, N, HALF)                                      \
  LANEFOLD_INLINE T##N NAME(T##N a, SPACE P##N* p) {                                              \
    P##HALF low;                                                                                  \
    P##HALF high;                                                                                 \
    const T##HALF first = NAME(a.lo, &low);                                                       \
    const T##HALF last = NAME(a.hi, &high);                                                       \
    *p = (P##N)(low, high);                                                                       \
    return (T##N)(first, last);                                                                   \
  }

// T NAME(T, T, __private P*) exists.
#define LANEFOLD_POINTER_FORMS_2(NAME, T, P)                                                      \
  LANEFOLD_POINTER_WIDTHS_2(NAME, T, P, __private)                                                \
  LANEFOLD_POINTER_SCALAR_2(NAME, T, P, __global)                                                 \
  LANEFOLD_POINTER_WIDTHS_2(NAME, T, P, __global)                                                 \
  LANEFOLD_POINTER_SCALAR_2(NAME, T, P, __local)                                                  \
  LANEFOLD_POINTER_WIDTHS_2(NAME, T, P, __local)

#define LANEFOLD_POINTER_SCALAR_2(NAME, T, P, SPACE)                                              \
  LANEFOLD_INLINE T NAME(T a, T b, SPACE P* p) {                                                  \
    P second;                                                                                     \
    const T first = NAME(a, b, &second);                                                          \
    *p = second;                                                                                  \
    return first;                                                                                 \
  }
#define LANEFOLD_POINTER_WIDTHS_2(NAME, T, P, SPACE)                                              \
  LANEFOLD_POINTER_WIDTH_2(NAME, T, P, SPACE, 2, )                                                \
  LANEFOLD_INLINE T##3 NAME(T##3 a, T##3 b, SPACE P##3* p) {                                      \
    P##2 low;                                                                                     \
    P high;                                                                                       \
    const T##2 first = NAME(a.xy, b.xy, &low);                                                    \
    const T last = NAME(a.z, b.z, &high);                                                         \
    *p = (P##3)(low, high);                                                                       \
    return (T##3)(first, last);                                                                   \
  }                                                                                               \
  LANEFOLD_POINTER_WIDTH_2(NAME, T, P, SPACE, 4, 2)                                               \
  LANEFOLD_POINTER_WIDTH_2(NAME, T, P, SPACE, 8, 4)                                               \
  LANEFOLD_POINTER_WIDTH_2(NAME, T, P, SPACE, 16, 8)
#define LANEFOLD_POINTER_WIDTH_2(NAME, T, P, SPACE, N, HALF)                                      \
  LANEFOLD_INLINE T##N NAME(T##N a, T##N b, SPACE P##N* p) {                                      \
    P##HALF low;                                                                                  \
    P##HALF high;                                                                                 \
    const T##HALF first = NAME(a.lo, b.lo, &low);                                                 \
    const T##HALF last = NAME(a.hi, b.hi, &high);                                                 \
    *p = (P##N)(low, high);                                                                       \
    return (T##N)(first, last);                                                                   \
  }
