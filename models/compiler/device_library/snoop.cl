// SPDX-License-Identifier: Apache-2.0
// load_snoop, the load&snoop of SC'09 section 4.2: a load that never waits for a miss.
#include "expand.h"

// The bit is the lane's own, of its latest snoop, so nothing may come between the two instructions.
#define LANEFOLD_SNOOP(T, GROUP, FROM_WORD)                                              \
  LANEFOLD_INLINE int load_snoop(const __global T* address, T* value) {                  \
    uint word;                                                                           \
    int hit;                                                                             \
    __asm__ volatile(".insn i %2, %3, %0, %4\n\tcsrr %1, %5"                             \
                     : "=&r"(word), "=r"(hit)                                            \
                     : "i"(LANEFOLD_CUSTOM0), "i"(GROUP), "A"(*address),                 \
                       "i"(LANEFOLD_CSR_SNOOP_HIT));                                     \
    *value = FROM_WORD(word);                                                            \
    return hit;                                                                          \
  }
LANEFOLD_SNOOP(uchar, LANEFOLD_SNOOP_BYTE, (uchar))
LANEFOLD_SNOOP(int, LANEFOLD_SNOOP_WORD, as_int)
LANEFOLD_SNOOP(uint, LANEFOLD_SNOOP_WORD, as_uint)
LANEFOLD_SNOOP(float, LANEFOLD_SNOOP_WORD, as_float)
