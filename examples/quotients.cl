// SPDX-License-Identifier: Apache-2.0
// Divisions of 64 bits, for which the machine has no instruction: seven by numbers that all work-items share, and one
// by a number of each work-item's own.
__kernel void quotients(__global ulong* out, __global const ulong* in, ulong dividend, ulong divisor) {
  const size_t i = get_global_id(0);
  ulong sum = 0;
  for (uint k = 1; k < 8; ++k) sum += dividend / (divisor + k);
  out[i] = sum + in[i] / (in[i] | 1);
}
