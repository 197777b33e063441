// SPDX-License-Identifier: Apache-2.0
// Collatz sequences: how many steps each number takes to reach 1, and the peak on the way.

__kernel void collatz(__global const uint* start, __global uint* steps, __global ulong* peak,
                      uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  ulong n = start[i];
  ulong highest = n;
  uint taken = 0;
  while (n > 1) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
      highest = max(highest, n);
    }
    ++taken;
  }
  steps[i] = taken;
  peak[i] = highest;
}
