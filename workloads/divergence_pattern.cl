// SPDX-License-Identifier: Apache-2.0
// Branches whose masks are known beforehand: nested if/else on the bits of the lane number, or one
// if/else on a mask. Every path executes the same number of arithmetic instructions.

#define ALWAYS_INLINE __attribute__((always_inline))

// The work of one path: `rounds` x 8 multiplications and additions. Each path has its own copy of
// the loop with its own constant, so that no compiler can merge paths or turn branches into
// selects.
static ALWAYS_INLINE float path(float x, uint rounds, uint number) {
  const float addend = 0.125f * (float)(number + 1);
#pragma unroll 1
  for (uint round = 0; round < rounds; ++round) {
    x = x * 0.9995f + addend;
    x = x * 1.0002f + addend;
    x = x * 0.9998f + addend;
    x = x * 0.9996f + addend;
    x = x * 0.9995f + addend;
    x = x * 1.0002f + addend;
    x = x * 0.9998f + addend;
    x = x * 0.9996f + addend;
  }
  return x;
}

// Level k splits by k bits, the lowest outermost, into 2^k paths; the path's number has the
// outermost bit highest.
static ALWAYS_INLINE float split1(float x, uint rounds, uint bits, uint number) {
  if (bits & 1) return path(x, rounds, 2 * number + 1);
  return path(x, rounds, 2 * number);
}

static ALWAYS_INLINE float split2(float x, uint rounds, uint bits, uint number) {
  if (bits & 1) return split1(x, rounds, bits >> 1, 2 * number + 1);
  return split1(x, rounds, bits >> 1, 2 * number);
}

static ALWAYS_INLINE float split3(float x, uint rounds, uint bits, uint number) {
  if (bits & 1) return split2(x, rounds, bits >> 1, 2 * number + 1);
  return split2(x, rounds, bits >> 1, 2 * number);
}

static ALWAYS_INLINE float split4(float x, uint rounds, uint bits, uint number) {
  if (bits & 1) return split3(x, rounds, bits >> 1, 2 * number + 1);
  return split3(x, rounds, bits >> 1, 2 * number);
}

__kernel void divergence_level0(__global float* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = path(values[item], rounds, 0);
}

__kernel void divergence_level1(__global float* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = split1(values[item], rounds, get_local_id(0), 0);
}

__kernel void divergence_level2(__global float* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = split2(values[item], rounds, get_local_id(0), 0);
}

__kernel void divergence_level3(__global float* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = split3(values[item], rounds, get_local_id(0), 0);
}

__kernel void divergence_level4(__global float* values, uint rounds) {
  const uint item = get_global_id(0);
  values[item] = split4(values[item], rounds, get_local_id(0), 0);
}

// Lanes whose bit of the mask is set take path 1, the others path 0. The mask has 16 bits and is
// repeated over the work-items of the group.
__kernel void divergence_mask(__global float* values, uint rounds, uint mask) {
  const uint item = get_global_id(0);
  values[item] = split1(values[item], rounds, mask >> (get_local_id(0) & 15), 0);
}
