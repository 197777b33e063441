// SPDX-License-Identifier: Apache-2.0
// Functions of sub-groups (cl_khr_subgroups; OpenCL C 2.0 extension clause 9.17). A sub-group is
// what a warp holds. Its work-items exchange values through local memory, between two barriers of
// the sub-group.
#include "expand.h"

#define LANEFOLD_SUB_GROUP_NUMBER(NAME, CSR)                            \
  __attribute__((overloadable, const, always_inline)) uint NAME(void) { \
    return LANEFOLD_READ_CSR(CSR);                                      \
  }
LANEFOLD_SUB_GROUP_NUMBER(get_sub_group_size, LANEFOLD_CSR_SUB_GROUP_SIZE)
LANEFOLD_SUB_GROUP_NUMBER(get_max_sub_group_size, LANEFOLD_CSR_MAX_SUB_GROUP_SIZE)
LANEFOLD_SUB_GROUP_NUMBER(get_num_sub_groups, LANEFOLD_CSR_SUB_GROUP_COUNT)
// All work-groups of a launch have the same size.
LANEFOLD_SUB_GROUP_NUMBER(get_enqueued_num_sub_groups, LANEFOLD_CSR_SUB_GROUP_COUNT)
LANEFOLD_SUB_GROUP_NUMBER(get_sub_group_id, LANEFOLD_CSR_SUB_GROUP_ID)
LANEFOLD_SUB_GROUP_NUMBER(get_sub_group_local_id, LANEFOLD_CSR_SUB_GROUP_LOCAL_ID)

__attribute__((overloadable, convergent, always_inline)) void sub_group_barrier(
    cl_mem_fence_flags flags) {
  if (__builtin_constant_p(flags) && !(flags & CLK_GLOBAL_MEM_FENCE)) {
    __asm__ volatile(".insn r %0, %1, 3, x0, x0, x0" ::"i"(LANEFOLD_CUSTOM0), "i"(LANEFOLD_BARRIER)
                     : "memory");
  } else {
    __asm__ volatile(".insn r %0, %1, 2, x0, x0, x0" ::"i"(LANEFOLD_CUSTOM0), "i"(LANEFOLD_BARRIER)
                     : "memory");
  }
}

// Each function reads what all have written, from the first work-item to the last, so that sums of
// floats are the same on every machine. None goes on, and writes again, before all have read.
#define LANEFOLD_SUB_GROUP_BEGIN(T, VALUE)                                                        \
  __local T* const all = (__local T*)LANEFOLD_READ_CSR(LANEFOLD_CSR_SUB_GROUP_EXCHANGE);          \
  const uint own = get_sub_group_local_id();                                                      \
  all[own] = VALUE;                                                                               \
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
#define LANEFOLD_SUB_GROUP_END sub_group_barrier(CLK_LOCAL_MEM_FENCE);
#define LANEFOLD_CONVERGENT __attribute__((overloadable, convergent, always_inline))
// Loads of several values at once wait for local memory together.
#define LANEFOLD_UNROLLED __attribute__((opencl_unroll_hint(4)))

#define LANEFOLD_SUB_GROUP_FOLD(T, NAME, NEXT, FIRST)                                             \
  LANEFOLD_CONVERGENT T sub_group_reduce_##NAME(T value) {                                        \
    LANEFOLD_SUB_GROUP_BEGIN(T, value)                                                            \
    const uint count = get_sub_group_size();                                                      \
    T sum = all[0];                                                                               \
    LANEFOLD_UNROLLED for (uint i = 1; i < count; ++i) sum = NEXT(sum, all[i]);                   \
    LANEFOLD_SUB_GROUP_END                                                                        \
    return sum;                                                                                   \
  }                                                                                               \
  LANEFOLD_CONVERGENT T sub_group_scan_inclusive_##NAME(T value) {                                \
    LANEFOLD_SUB_GROUP_BEGIN(T, value)                                                            \
    T sum = all[0];                                                                               \
    for (uint i = 1; i <= own; ++i) sum = NEXT(sum, all[i]);                                      \
    LANEFOLD_SUB_GROUP_END                                                                        \
    return sum;                                                                                   \
  }                                                                                               \
  LANEFOLD_CONVERGENT T sub_group_scan_exclusive_##NAME(T value) {                                \
    LANEFOLD_SUB_GROUP_BEGIN(T, value)                                                            \
    T sum = own == 0 ? FIRST : all[0];                                                            \
    for (uint i = 1; i < own; ++i) sum = NEXT(sum, all[i]);                                       \
    LANEFOLD_SUB_GROUP_END                                                                        \
    return sum;                                                                                   \
  }

#define LANEFOLD_SUB_GROUP_SUM(a, b) ((a) + (b))
#define LANEFOLD_SUB_GROUP_FUNCTIONS(T, LEAST, MOST)                                              \
  LANEFOLD_CONVERGENT T sub_group_broadcast(T value, uint from) {                                 \
    LANEFOLD_SUB_GROUP_BEGIN(T, value)                                                            \
    const T result = all[from];                                                                   \
    LANEFOLD_SUB_GROUP_END                                                                        \
    return result;                                                                                \
  }                                                                                               \
  LANEFOLD_SUB_GROUP_FOLD(T, add, LANEFOLD_SUB_GROUP_SUM, (T)0)                                   \
  LANEFOLD_SUB_GROUP_FOLD(T, min, min, MOST)                                                      \
  LANEFOLD_SUB_GROUP_FOLD(T, max, max, LEAST)
LANEFOLD_SUB_GROUP_FUNCTIONS(int, INT_MIN, INT_MAX)
LANEFOLD_SUB_GROUP_FUNCTIONS(uint, 0U, UINT_MAX)
LANEFOLD_SUB_GROUP_FUNCTIONS(long, LONG_MIN, LONG_MAX)
LANEFOLD_SUB_GROUP_FUNCTIONS(ulong, 0UL, ULONG_MAX)
LANEFOLD_SUB_GROUP_FUNCTIONS(float, -INFINITY, INFINITY)
LANEFOLD_SUB_GROUP_FUNCTIONS(half, (half)-INFINITY, (half)INFINITY)
LANEFOLD_IF_DOUBLE(LANEFOLD_SUB_GROUP_FUNCTIONS(double, (double)-INFINITY, (double)INFINITY))

LANEFOLD_CONVERGENT int sub_group_all(int predicate) {
  return (int)sub_group_reduce_min((uint)(predicate != 0));
}
LANEFOLD_CONVERGENT int sub_group_any(int predicate) {
  return (int)sub_group_reduce_max((uint)(predicate != 0));
}
