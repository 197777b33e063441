// SPDX-License-Identifier: Apache-2.0
// Mersenne twister MT19937 (Matsumoto and Nishimura, 1998), one generator per work-item. Word w of
// generator g is states[w * generators + g], so that the lanes of a warp read neighbours.

#define WORDS 624
#define SHIFT 397

__kernel void mersenne_twister(__global uint* states, __global const uint* seeds,
                               __global uint* numbers, uint generators, uint count) {
  const uint generator = get_global_id(0);
  if (generator >= generators) return;
  __global uint* state = states + generator;
  uint word = seeds[generator];
  for (uint i = 0; i < WORDS; ++i) {
    state[i * generators] = word;
    word = 1812433253u * (word ^ (word >> 30)) + i + 1;
  }
  uint place = 0;
  for (uint drawn = 0; drawn < count; ++drawn) {
    const uint next = place + 1 == WORDS ? 0 : place + 1;
    const uint far = place + SHIFT < WORDS ? place + SHIFT : place + SHIFT - WORDS;
    const uint joined =
        (state[place * generators] & 0x80000000u) | (state[next * generators] & 0x7fffffffu);
    uint number = state[far * generators] ^ (joined >> 1);
    if (joined & 1) number ^= 0x9908b0dfu;
    state[place * generators] = number;
    place = next;
    number ^= number >> 11;
    number ^= (number << 7) & 0x9d2c5680u;
    number ^= (number << 15) & 0xefc60000u;
    numbers[drawn * generators + generator] = number ^ (number >> 18);
  }
}
