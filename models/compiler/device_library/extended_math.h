// SPDX-License-Identifier: Apache-2.0
// The machine's extended-math instructions: double precision inside, rounded once.
#pragma once

#define LANEFOLD_EM_1(NAME, OPERATION)                                                            \
  __attribute__((always_inline)) static float NAME(float a) {                                     \
    float result;                                                                                 \
    __asm__(".insn r %2, %3, %4, %0, %1, x0"                                                      \
            : "=f"(result)                                                                        \
            : "f"(a), "i"(LANEFOLD_CUSTOM0), "i"(LANEFOLD_EXTENDED_MATH), "i"(OPERATION));        \
    return result;                                                                                \
  }
LANEFOLD_EM_1(lanefold_rsqrt, LANEFOLD_EM_RSQRT)
LANEFOLD_EM_1(lanefold_sin, LANEFOLD_EM_SIN)
LANEFOLD_EM_1(lanefold_cos, LANEFOLD_EM_COS)
LANEFOLD_EM_1(lanefold_exp, LANEFOLD_EM_EXP)
LANEFOLD_EM_1(lanefold_exp2, LANEFOLD_EM_EXP2)
LANEFOLD_EM_1(lanefold_log, LANEFOLD_EM_LOG)
LANEFOLD_EM_1(lanefold_log2, LANEFOLD_EM_LOG2)

__attribute__((always_inline)) static float lanefold_pow(float a, float b) {
  float result;
  __asm__(".insn r %3, %4, %5, %0, %1, %2"
          : "=f"(result)
          : "f"(a), "f"(b), "i"(LANEFOLD_CUSTOM0), "i"(LANEFOLD_EXTENDED_MATH),
            "i"(LANEFOLD_EM_POW));
  return result;
}
