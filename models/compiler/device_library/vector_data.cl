// SPDX-License-Identifier: Apache-2.0
// Vector loads and stores, element by element, and shuffles (OpenCL 1.2 clauses 6.12.7, 6.12.12).
#include "expand.h"

#define LANEFOLD_VLOAD(T, SPACE)                                                                  \
  LANEFOLD_INLINE T##2 vload2(size_t offset, const SPACE T* p) {                                  \
    p += 2 * offset;                                                                              \
    return (T##2)(p[0], p[1]);                                                                    \
  }                                                                                               \
  LANEFOLD_INLINE T##3 vload3(size_t offset, const SPACE T* p) {                                  \
    p += 3 * offset;                                                                              \
    return (T##3)(p[0], p[1], p[2]);                                                              \
  }                                                                                               \
  LANEFOLD_INLINE T##4 vload4(size_t offset, const SPACE T* p) {                                  \
    return (T##4)(vload2(2 * offset, p), vload2(2 * offset + 1, p));                              \
  }                                                                                               \
  LANEFOLD_INLINE T##8 vload8(size_t offset, const SPACE T* p) {                                  \
    return (T##8)(vload4(2 * offset, p), vload4(2 * offset + 1, p));                              \
  }                                                                                               \
  LANEFOLD_INLINE T##16 vload16(size_t offset, const SPACE T* p) {                                \
    return (T##16)(vload8(2 * offset, p), vload8(2 * offset + 1, p));                             \
  }
#define LANEFOLD_VLOADS(T, U, S)                                                                  \
  LANEFOLD_VLOAD(T, __global)                                                                     \
  LANEFOLD_VLOAD(T, __constant) LANEFOLD_VLOAD(T, __local) LANEFOLD_VLOAD(T, __private)
LANEFOLD_ALL_TYPES(LANEFOLD_VLOADS)

#define LANEFOLD_VSTORE(T, SPACE)                                                                 \
  LANEFOLD_INLINE void vstore2(T##2 value, size_t offset, SPACE T* p) {                           \
    p += 2 * offset;                                                                              \
    p[0] = value.x;                                                                               \
    p[1] = value.y;                                                                               \
  }                                                                                               \
  LANEFOLD_INLINE void vstore3(T##3 value, size_t offset, SPACE T* p) {                           \
    p += 3 * offset;                                                                              \
    p[0] = value.x;                                                                               \
    p[1] = value.y;                                                                               \
    p[2] = value.z;                                                                               \
  }                                                                                               \
  LANEFOLD_INLINE void vstore4(T##4 value, size_t offset, SPACE T* p) {                           \
    vstore2(value.lo, 2 * offset, p);                                                             \
    vstore2(value.hi, 2 * offset + 1, p);                                                         \
  }                                                                                               \
  LANEFOLD_INLINE void vstore8(T##8 value, size_t offset, SPACE T* p) {                           \
    vstore4(value.lo, 2 * offset, p);                                                             \
    vstore4(value.hi, 2 * offset + 1, p);                                                         \
  }                                                                                               \
  LANEFOLD_INLINE void vstore16(T##16 value, size_t offset, SPACE T* p) {                         \
    vstore8(value.lo, 2 * offset, p);                                                             \
    vstore8(value.hi, 2 * offset + 1, p);                                                         \
  }
#define LANEFOLD_VSTORES(T, U, S)                                                                 \
  LANEFOLD_VSTORE(T, __global) LANEFOLD_VSTORE(T, __local) LANEFOLD_VSTORE(T, __private)
LANEFOLD_ALL_TYPES(LANEFOLD_VSTORES)

// shuffle: the low bits of each mask component choose a component of the M-component source.
#define LANEFOLD_PICK(I) a[m[I] & last]
#define LANEFOLD_PICK_2(I) LANEFOLD_PICK(I), LANEFOLD_PICK(I + 1)
#define LANEFOLD_PICK_4(I) LANEFOLD_PICK_2(I), LANEFOLD_PICK_2(I + 2)
#define LANEFOLD_PICK_8(I) LANEFOLD_PICK_4(I), LANEFOLD_PICK_4(I + 4)
#define LANEFOLD_PICK_16(I) LANEFOLD_PICK_8(I), LANEFOLD_PICK_8(I + 8)
#define LANEFOLD_SHUFFLE(T, U, M, N)                                                              \
  LANEFOLD_INLINE T##N shuffle(T##M a, U##N m) {                                                  \
    const int last = M - 1;                                                                       \
    return (T##N)(LANEFOLD_PICK_##N(0));                                                          \
  }
#define LANEFOLD_SHUFFLE2(T, U, M, DOUBLED, N)                                                    \
  LANEFOLD_INLINE T##N shuffle2(T##M x, T##M y, U##N m) {                                         \
    return shuffle((T##DOUBLED)(x, y), m);                                                        \
  }
// Two sources of 16 have no common vector type.
#define LANEFOLD_SHUFFLE2_16(T, U, S, N)                                                          \
  LANEFOLD_INLINE T##N shuffle2(T##16 x, T##16 y, U##N m) {                                       \
    const S##N second = __builtin_convertvector((m & (U)16) != (U)0, S##N);                       \
    return second ? shuffle(y, m) : shuffle(x, m);                                                \
  }
#define LANEFOLD_SHUFFLES_TO(T, U, S, N)                                                          \
  LANEFOLD_SHUFFLE(T, U, 2, N)                                                                    \
  LANEFOLD_SHUFFLE(T, U, 4, N)                                                                    \
  LANEFOLD_SHUFFLE(T, U, 8, N)                                                                    \
  LANEFOLD_SHUFFLE(T, U, 16, N)                                                                   \
  LANEFOLD_SHUFFLE2(T, U, 2, 4, N)                                                                \
  LANEFOLD_SHUFFLE2(T, U, 4, 8, N)                                                                \
  LANEFOLD_SHUFFLE2(T, U, 8, 16, N)                                                               \
  LANEFOLD_SHUFFLE2_16(T, U, S, N)
#define LANEFOLD_SHUFFLES(T, U, S)                                                                \
  LANEFOLD_SHUFFLES_TO(T, U, S, 2)                                                                \
  LANEFOLD_SHUFFLES_TO(T, U, S, 4)                                                                \
  LANEFOLD_SHUFFLES_TO(T, U, S, 8) LANEFOLD_SHUFFLES_TO(T, U, S, 16)
LANEFOLD_ALL_TYPES(LANEFOLD_SHUFFLES)
