// SPDX-License-Identifier: Apache-2.0
// Branches whose masks are known beforehand: nested if/else on the bits of the lane number, or one
// if/else on a mask. Every path executes the same number of integer instructions, which only one
// kind of pipe takes.

#define ALWAYS_INLINE __attribute__((always_inline))

// Two instructions on each of four values that do not depend on one another.
#define STEP(add, flip)     \
  a = (a + (add)) ^ (flip); \
  b = (b + (add)) ^ (flip); \
  c = (c + (add)) ^ (flip); \
  d = (d + (add)) ^ (flip);

// The work of one path: `rounds` x 32 instructions. Each path has its own copy of the loop with its
// own constants, so that no compiler can merge paths or turn branches into selects.
static ALWAYS_INLINE uint path(uint x, uint rounds, uint number) {
  const uint one = 0x9e3779b9u * (number + 1);
  const uint two = 0x85ebca6bu * (number + 1);
  uint a = x, b = x + 1, c = x + 2, d = x + 3;
#pragma unroll 1
  for (uint round = 0; round < rounds; ++round) {
    STEP(one, two)
    STEP(two, one)
    STEP(one, two)
    STEP(two, one)
  }
  return a ^ b ^ c ^ d;
}

// Level k splits by k bits, the lowest outermost, into 2^k paths; the path's number has the
// outermost bit highest.
static ALWAYS_INLINE uint split1(uint x, uint rounds, uint bits, uint number) {
  if (bits & 1) return path(x, rounds, 2 * number + 1);
  return path(x, rounds, 2 * number);
}

static ALWAYS_INLINE uint split2(uint x, uint rounds, uint bits, uint number) {
  if (bits & 1) return split1(x, rounds, bits >> 1, 2 * number + 1);
  return split1(x, rounds, bits >> 1, 2 * number);
}

static ALWAYS_INLINE uint split3(uint x, uint rounds, uint bits, uint number) {
  if (bits & 1) return split2(x, rounds, bits >> 1, 2 * number + 1);
  return split2(x, rounds, bits >> 1, 2 * number);
}

static ALWAYS_INLINE uint split4(uint x, uint rounds, uint bits, uint number) {
  if (bits & 1) return split3(x, rounds, bits >> 1, 2 * number + 1);
  return split3(x, rounds, bits >> 1, 2 * number);
}

__kernel void divergence_level0(__global uint* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = path(values[item], rounds, 0);
}

__kernel void divergence_level1(__global uint* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = split1(values[item], rounds, get_local_id(0), 0);
}

__kernel void divergence_level2(__global uint* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = split2(values[item], rounds, get_local_id(0), 0);
}

__kernel void divergence_level3(__global uint* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = split3(values[item], rounds, get_local_id(0), 0);
}

__kernel void divergence_level4(__global uint* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = split4(values[item], rounds, get_local_id(0), 0);
}

// Lanes whose bit of the mask is set take path 1, the others path 0. The mask has 16 bits and is
// repeated over the work-items of the group.
__kernel void divergence_mask(__global uint* values, uint rounds, uint mask) {
  const uint item = get_global_id(0);
  values[item] = split1(values[item], rounds, mask >> (get_local_id(0) & 15), 0);
}
