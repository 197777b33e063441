// SPDX-License-Identifier: Apache-2.0
// LU decomposition of a matrix of double-precision numbers.
#define NUMBER double
#include "lu.cl"
