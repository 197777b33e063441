// SPDX-License-Identifier: Apache-2.0
// Conversions from and to halves (cl_khr_fp16; OpenCL 1.2 clause 6.2.3). A float holds every half.
#include "expand.h"

#define LANEFOLD_FROM_HALF(T, SUFFIX)                                                             \
  LANEFOLD_CONVERT(T, SUFFIX, half, convert_##T##SUFFIX((float)a))
#define LANEFOLD_INTEGER_FROM_HALF(T, U, S)                                                       \
  LANEFOLD_FROM_HALF(T, )                                                                         \
  LANEFOLD_FROM_HALF(T, _rte)                                                                     \
  LANEFOLD_FROM_HALF(T, _rtz)                                                                     \
  LANEFOLD_FROM_HALF(T, _rtp)                                                                     \
  LANEFOLD_FROM_HALF(T, _rtn)                                                                     \
  LANEFOLD_FROM_HALF(T, _sat)                                                                     \
  LANEFOLD_FROM_HALF(T, _sat_rte)                                                                 \
  LANEFOLD_FROM_HALF(T, _sat_rtz)                                                                 \
  LANEFOLD_FROM_HALF(T, _sat_rtp) LANEFOLD_FROM_HALF(T, _sat_rtn)
LANEFOLD_INTEGERS(LANEFOLD_INTEGER_FROM_HALF)

// Integers that a float cannot hold are beyond the largest half, and stay there when they are
// rounded to a float.
#define LANEFOLD_HALF_OF(S, a, MODE) as_half(lanefold_round_##S(a, MODE))
#define LANEFOLD_HALF_FROM(S, WIDE)                                                               \
  LANEFOLD_CONVERT(half, , S, LANEFOLD_HALF_OF(WIDE, (WIDE)a, LANEFOLD_RTE))                      \
  LANEFOLD_CONVERT(half, _rte, S, LANEFOLD_HALF_OF(WIDE, (WIDE)a, LANEFOLD_RTE))                  \
  LANEFOLD_CONVERT(half, _rtz, S, LANEFOLD_HALF_OF(WIDE, (WIDE)a, LANEFOLD_RTZ))                  \
  LANEFOLD_CONVERT(half, _rtp, S, LANEFOLD_HALF_OF(WIDE, (WIDE)a, LANEFOLD_RTP))                  \
  LANEFOLD_CONVERT(half, _rtn, S, LANEFOLD_HALF_OF(WIDE, (WIDE)a, LANEFOLD_RTN))
#define LANEFOLD_HALF_FROM_INTEGER(T, U, S) LANEFOLD_HALF_FROM(T, float)
LANEFOLD_INTEGERS(LANEFOLD_HALF_FROM_INTEGER)
LANEFOLD_HALF_FROM(float, float)
LANEFOLD_IF_DOUBLE(LANEFOLD_HALF_FROM(double, double))
LANEFOLD_CONVERT(half, , half, a)
LANEFOLD_CONVERT(half, _rte, half, a)
LANEFOLD_CONVERT(half, _rtz, half, a)
LANEFOLD_CONVERT(half, _rtp, half, a)
LANEFOLD_CONVERT(half, _rtn, half, a)
