// SPDX-License-Identifier: Apache-2.0
// Barriers, fences and copies by a work-group (OpenCL 1.2 clauses 6.12.8 to 6.12.10).

// The machine's barrier orders local and global memory alike, whatever the flags say.
__attribute__((overloadable, convergent, always_inline)) void barrier(cl_mem_fence_flags flags) {
  __asm__ volatile(".insn r %0, %1, 0, x0, x0, x0" ::"i"(LANEFOLD_CUSTOM0), "i"(LANEFOLD_BARRIER)
                   : "memory");
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
