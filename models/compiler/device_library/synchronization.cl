// SPDX-License-Identifier: Apache-2.0
// Barriers, fences and copies by a work-group (OpenCL 1.2 clauses 6.12.8 to 6.12.10).
#include "expand.h"

// A barrier for local memory need not wait for loads of global memory.
__attribute__((overloadable, convergent, always_inline)) void barrier(cl_mem_fence_flags flags) {
  if (__builtin_constant_p(flags) && !(flags & CLK_GLOBAL_MEM_FENCE)) {
    __asm__ volatile(".insn r %0, %1, 1, x0, x0, x0" ::"i"(LANEFOLD_CUSTOM0), "i"(LANEFOLD_BARRIER)
                     : "memory");
  } else {
    __asm__ volatile(".insn r %0, %1, 0, x0, x0, x0" ::"i"(LANEFOLD_CUSTOM0), "i"(LANEFOLD_BARRIER)
                     : "memory");
  }
}

__attribute__((overloadable, always_inline)) void mem_fence(cl_mem_fence_flags flags) {
  __asm__ volatile("fence rw, rw" ::: "memory");
}

__attribute__((overloadable, always_inline)) void read_mem_fence(cl_mem_fence_flags flags) {
  __asm__ volatile("fence r, r" ::: "memory");
}

__attribute__((overloadable, always_inline)) void write_mem_fence(cl_mem_fence_flags flags) {
  __asm__ volatile("fence w, w" ::: "memory");
}

// The compiler calls it by a name with a generic pointer (address space 4), which OpenCL 1.2 cannot
// spell.
__attribute__((always_inline)) void lanefold_wait(int count,
                                                  __attribute__((address_space(4))) void* events)
    __asm__("_Z17wait_group_eventsiPU9CLgeneric9ocl_event");
void lanefold_wait(int count, __attribute__((address_space(4))) void* events) {
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Work-items of the group share a copy: each takes every n-th element, n being the group's size.
static uint lanefold_item_in_group(void) {
  return get_local_id(0) +
         get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
}
static uint lanefold_group_items(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}
#define LANEFOLD_FOR_SHARE(I, COUNT) \
  for (uint I = lanefold_item_in_group(); I < (COUNT); I += lanefold_group_items())

#define LANEFOLD_COPY(T)                                                                          \
  LANEFOLD_INLINE event_t async_work_group_copy(__local T* to, const __global T* from,            \
                                                size_t count, event_t event) {                    \
    LANEFOLD_FOR_SHARE(i, count) to[i] = from[i];                                                 \
    return event;                                                                                 \
  }                                                                                               \
  LANEFOLD_INLINE event_t async_work_group_copy(__global T* to, const __local T* from,            \
                                                size_t count, event_t event) {                    \
    LANEFOLD_FOR_SHARE(i, count) to[i] = from[i];                                                 \
    return event;                                                                                 \
  }                                                                                               \
  LANEFOLD_INLINE event_t async_work_group_strided_copy(                                          \
      __local T* to, const __global T* from, size_t count, size_t stride, event_t event) {        \
    LANEFOLD_FOR_SHARE(i, count) to[i] = from[i * stride];                                        \
    return event;                                                                                 \
  }                                                                                               \
  LANEFOLD_INLINE event_t async_work_group_strided_copy(                                          \
      __global T* to, const __local T* from, size_t count, size_t stride, event_t event) {        \
    LANEFOLD_FOR_SHARE(i, count) to[i * stride] = from[i];                                        \
    return event;                                                                                 \
  }                                                                                               \
  LANEFOLD_INLINE void prefetch(const __global T* p, size_t count) {}
#define LANEFOLD_COPIES(T, U, S)                                                                  \
  LANEFOLD_COPY(T)                                                                                \
  LANEFOLD_COPY(T##2)                                                                             \
  LANEFOLD_COPY(T##3) LANEFOLD_COPY(T##4) LANEFOLD_COPY(T##8) LANEFOLD_COPY(T##16)
LANEFOLD_ALL_TYPES(LANEFOLD_COPIES)
