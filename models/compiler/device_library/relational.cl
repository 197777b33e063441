// SPDX-License-Identifier: Apache-2.0
// Relational functions (OpenCL 1.2 clause 6.12.6): scalars give 0 or 1, vectors 0 or -1 per component.
#include "expand.h"

#define LANEFOLD_RELATION_1(NAME, T, R, EXPRESSION)                                               \
  LANEFOLD_INLINE int NAME(T a) { return EXPRESSION; }                                            \
  LANEFOLD_INLINE R##2 NAME(T##2 a) { return EXPRESSION; }                                        \
  LANEFOLD_INLINE R##3 NAME(T##3 a) { return EXPRESSION; }                                        \
  LANEFOLD_INLINE R##4 NAME(T##4 a) { return EXPRESSION; }                                        \
  LANEFOLD_INLINE R##8 NAME(T##8 a) { return EXPRESSION; }                                        \
  LANEFOLD_INLINE R##16 NAME(T##16 a) { return EXPRESSION; }
#define LANEFOLD_RELATION_2(NAME, T, R, EXPRESSION)                                               \
  LANEFOLD_INLINE int NAME(T a, T b) { return EXPRESSION; }                                       \
  LANEFOLD_INLINE R##2 NAME(T##2 a, T##2 b) { return EXPRESSION; }                                \
  LANEFOLD_INLINE R##3 NAME(T##3 a, T##3 b) { return EXPRESSION; }                                \
  LANEFOLD_INLINE R##4 NAME(T##4 a, T##4 b) { return EXPRESSION; }                                \
  LANEFOLD_INLINE R##8 NAME(T##8 a, T##8 b) { return EXPRESSION; }                                \
  LANEFOLD_INLINE R##16 NAME(T##16 a, T##16 b) { return EXPRESSION; }

#define LANEFOLD_RELATIONS(T, U, S, LEAST_NORMAL)                                                 \
  LANEFOLD_RELATION_2(isequal, T, S, a == b)                                                      \
  LANEFOLD_RELATION_2(isnotequal, T, S, a != b)                                                   \
  LANEFOLD_RELATION_2(isgreater, T, S, a > b)                                                     \
  LANEFOLD_RELATION_2(isgreaterequal, T, S, a >= b)                                               \
  LANEFOLD_RELATION_2(isless, T, S, a < b)                                                        \
  LANEFOLD_RELATION_2(islessequal, T, S, a <= b)                                                  \
  LANEFOLD_RELATION_2(islessgreater, T, S, (a < b) | (a > b))                                     \
  LANEFOLD_RELATION_2(isordered, T, S, (a == a) & (b == b))                                       \
  LANEFOLD_RELATION_2(isunordered, T, S, (a != a) | (b != b))                                     \
  LANEFOLD_RELATION_1(isnan, T, S, a != a)                                                        \
  LANEFOLD_RELATION_1(isinf, T, S, __builtin_elementwise_abs(a) == (T)INFINITY)                   \
  LANEFOLD_RELATION_1(isfinite, T, S, __builtin_elementwise_abs(a) < (T)INFINITY)                 \
  LANEFOLD_RELATION_1(isnormal, T, S, (__builtin_elementwise_abs(a) < (T)INFINITY) &              \
                                          (__builtin_elementwise_abs(a) >= LEAST_NORMAL))         \
  LANEFOLD_INLINE int signbit(T a) { return as_##S(a) < 0; }                                      \
  LANEFOLD_WIDTHS(LANEFOLD_SIGNBIT_##T)
#define LANEFOLD_SIGNBIT_float(N) \
  LANEFOLD_INLINE int##N signbit(float##N a) { return as_int##N(a) < 0; }
#define LANEFOLD_SIGNBIT_half(N) \
  LANEFOLD_INLINE short##N signbit(half##N a) { return as_short##N(a) < (short)0; }
#define LANEFOLD_SIGNBIT_double(N) \
  LANEFOLD_INLINE long##N signbit(double##N a) { return as_long##N(a) < 0; }
LANEFOLD_RELATIONS(float, uint, int, FLT_MIN)
LANEFOLD_RELATIONS(half, ushort, short, HALF_MIN)
LANEFOLD_IF_DOUBLE(LANEFOLD_RELATIONS(double, ulong, long, DBL_MIN))

#define LANEFOLD_ANY_ALL(T, U, S)                                                                 \
  LANEFOLD_INLINE int any(T a) { return a < 0; }                                                  \
  LANEFOLD_INLINE int any(T##2 a) { return any((T)(a.x | a.y)); }                                 \
  LANEFOLD_INLINE int any(T##3 a) { return any((T)(a.x | a.y | a.z)); }                           \
  LANEFOLD_INLINE int any(T##4 a) { return any(a.lo | a.hi); }                                    \
  LANEFOLD_INLINE int any(T##8 a) { return any(a.lo | a.hi); }                                    \
  LANEFOLD_INLINE int any(T##16 a) { return any(a.lo | a.hi); }                                   \
  LANEFOLD_INLINE int all(T a) { return a < 0; }                                                  \
  LANEFOLD_INLINE int all(T##2 a) { return all((T)(a.x & a.y)); }                                 \
  LANEFOLD_INLINE int all(T##3 a) { return all((T)(a.x & a.y & a.z)); }                           \
  LANEFOLD_INLINE int all(T##4 a) { return all(a.lo & a.hi); }                                    \
  LANEFOLD_INLINE int all(T##8 a) { return all(a.lo & a.hi); }                                    \
  LANEFOLD_INLINE int all(T##16 a) { return all(a.lo & a.hi); }
LANEFOLD_SIGNED_INTEGERS(LANEFOLD_ANY_ALL)

#define LANEFOLD_BITSELECT(T, U, S)                                                               \
  LANEFOLD_INLINE T bitselect(T a, T b, T c) {                                                    \
    return as_##T((U)((as_##U(a) & ~as_##U(c)) | (as_##U(b) & as_##U(c))));                       \
  }                                                                                               \
  LANEFOLD_VECTORS_3(T, bitselect, T, T, T)
LANEFOLD_ALL_TYPES(LANEFOLD_BITSELECT)

// A scalar condition counts when it is not zero, a vector's component when its highest bit is set.
#define LANEFOLD_SELECT_VECTOR(T, C, N) \
  LANEFOLD_INLINE T##N select(T##N a, T##N b, C##N c) { return c ? b : a; }
#define LANEFOLD_SELECT_BY(T, C)                                                                  \
  LANEFOLD_INLINE T select(T a, T b, C c) { return c ? b : a; }                                   \
  LANEFOLD_SELECT_VECTOR(T, C, 2)                                                                 \
  LANEFOLD_SELECT_VECTOR(T, C, 3)                                                                 \
  LANEFOLD_SELECT_VECTOR(T, C, 4) LANEFOLD_SELECT_VECTOR(T, C, 8) LANEFOLD_SELECT_VECTOR(T, C, 16)
#define LANEFOLD_SELECT(T, U, S) LANEFOLD_SELECT_BY(T, U) LANEFOLD_SELECT_BY(T, S)
LANEFOLD_ALL_TYPES(LANEFOLD_SELECT)
