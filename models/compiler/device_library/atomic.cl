// SPDX-License-Identifier: Apache-2.0
// Atomic functions on 32-bit integers (OpenCL 1.2 clause 6.12.11): one AMO instruction each;
// compare-and-exchange is a load-reserved / store-conditional loop, from which lanes leave one by
// one as their store succeeds or their comparison fails.
#include "expand.h"

#define LANEFOLD_ATOMIC(NAME, OPERATION, T, SPACE)                                                \
  LANEFOLD_INLINE T atomic_##NAME(volatile SPACE T* p, T value) {                                 \
    return OPERATION(p, value, __ATOMIC_RELAXED);                                                 \
  }                                                                                               \
  LANEFOLD_INLINE T atom_##NAME(volatile SPACE T* p, T value) { return atomic_##NAME(p, value); }

#define LANEFOLD_ATOMICS(T, SPACE)                                                                \
  LANEFOLD_ATOMIC(add, __atomic_fetch_add, T, SPACE)                                              \
  LANEFOLD_ATOMIC(sub, __atomic_fetch_sub, T, SPACE)                                              \
  LANEFOLD_ATOMIC(and, __atomic_fetch_and, T, SPACE)                                              \
  LANEFOLD_ATOMIC(or, __atomic_fetch_or, T, SPACE)                                                \
  LANEFOLD_ATOMIC(xor, __atomic_fetch_xor, T, SPACE)                                              \
  LANEFOLD_ATOMIC(min, __atomic_fetch_min, T, SPACE)                                              \
  LANEFOLD_ATOMIC(max, __atomic_fetch_max, T, SPACE)                                              \
  LANEFOLD_ATOMIC(xchg, __atomic_exchange_n, T, SPACE)                                            \
  LANEFOLD_INLINE T atomic_inc(volatile SPACE T* p) { return atomic_add(p, (T)1); }               \
  LANEFOLD_INLINE T atomic_dec(volatile SPACE T* p) { return atomic_sub(p, (T)1); }               \
  LANEFOLD_INLINE T atom_inc(volatile SPACE T* p) { return atomic_add(p, (T)1); }                 \
  LANEFOLD_INLINE T atom_dec(volatile SPACE T* p) { return atomic_sub(p, (T)1); }                 \
  LANEFOLD_INLINE T atomic_cmpxchg(volatile SPACE T* p, T expected, T value) {                    \
    __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);  \
    return expected;                                                                              \
  }                                                                                               \
  LANEFOLD_INLINE T atom_cmpxchg(volatile SPACE T* p, T expected, T value) {                      \
    return atomic_cmpxchg(p, expected, value);                                                    \
  }

LANEFOLD_ATOMICS(int, __global)
LANEFOLD_ATOMICS(uint, __global)
LANEFOLD_ATOMICS(int, __local)
LANEFOLD_ATOMICS(uint, __local)

LANEFOLD_INLINE float atomic_xchg(volatile __global float* p, float value) {
  return as_float(atomic_xchg((volatile __global uint*)p, as_uint(value)));
}
LANEFOLD_INLINE float atomic_xchg(volatile __local float* p, float value) {
  return as_float(atomic_xchg((volatile __local uint*)p, as_uint(value)));
}
