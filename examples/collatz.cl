// SPDX-License-Identifier: Apache-2.0
// How many steps each number takes to reach 1: a loop whose length no two lanes share.
__kernel void collatz(__global const uint* start, __global uint* steps, uint most) {
  const size_t i = get_global_id(0);
  ulong n = start[i];
  uint count = 0;
  while (n > 1 && count < most) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    ++count;
  }
  steps[i] = count;
}
