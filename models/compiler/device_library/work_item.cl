// SPDX-License-Identifier: Apache-2.0
// Where a work-item is in the index space (OpenCL 1.2 clause 6.12.1): custom CSRs of the machine.

// Not volatile: the value of a work-item never changes, so that reads may be shared and hoisted.
#define LANEFOLD_READ_CSR(NUMBER)                             \
  ({                                                          \
    uint value_;                                              \
    __asm__("csrr %0, %1" : "=r"(value_) : "i"(NUMBER));      \
    value_;                                                   \
  })

// The dimension may be known at run time only; beyond the third, the standard's default counts.
#define LANEFOLD_DIMENSION_FUNCTION(NAME, CSR, BEYOND)                                     \
  __attribute__((overloadable, const, always_inline)) size_t NAME(uint dimension) {        \
    switch (dimension) {                                                                   \
      case 0: return LANEFOLD_READ_CSR(CSR);                                               \
      case 1: return LANEFOLD_READ_CSR(CSR + 1);                                           \
      case 2: return LANEFOLD_READ_CSR(CSR + 2);                                           \
      default: return BEYOND;                                                              \
    }                                                                                      \
  }

LANEFOLD_DIMENSION_FUNCTION(get_global_id, LANEFOLD_CSR_GLOBAL_ID, 0)
LANEFOLD_DIMENSION_FUNCTION(get_local_id, LANEFOLD_CSR_LOCAL_ID, 0)
LANEFOLD_DIMENSION_FUNCTION(get_group_id, LANEFOLD_CSR_GROUP_ID, 0)
LANEFOLD_DIMENSION_FUNCTION(get_global_size, LANEFOLD_CSR_GLOBAL_SIZE, 1)
LANEFOLD_DIMENSION_FUNCTION(get_local_size, LANEFOLD_CSR_LOCAL_SIZE, 1)
LANEFOLD_DIMENSION_FUNCTION(get_num_groups, LANEFOLD_CSR_GROUP_COUNT, 1)
LANEFOLD_DIMENSION_FUNCTION(get_global_offset, LANEFOLD_CSR_GLOBAL_OFFSET, 0)

__attribute__((overloadable, const, always_inline)) uint get_work_dim(void) {
  return LANEFOLD_READ_CSR(LANEFOLD_CSR_WORK_DIMENSIONS);
}
