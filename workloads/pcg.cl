// SPDX-License-Identifier: Apache-2.0
// Random numbers of kernels: the permuted congruential generator PCG-RXS-M-XS (O'Neill, 2014) with
// 32 bits of state.

static uint next_random(uint* state) {
  *state = *state * 747796405u + 2891336453u;
  const uint word = ((*state >> ((*state >> 28) + 4)) ^ *state) * 277803737u;
  return (word >> 22) ^ word;
}

// In [0, 1).
static float next_unit(uint* state) { return (float)(next_random(state) >> 8) * 0x1p-24f; }

// In (0, 1].
static float next_positive_unit(uint* state) {
  return (float)((next_random(state) >> 8) + 1) * 0x1p-24f;
}
