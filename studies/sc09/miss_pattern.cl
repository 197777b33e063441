// SPDX-License-Identifier: Apache-2.0
// Loops whose lanes miss by chance, independently of one another: what Diverge on Miss is made for.
// Each work-item reads words of a region of its own, line by line. With each load it stays in its
// line, or goes on to the next, which nobody has read, in `misses` of 1024 cases.

#define LINE_WORDS 8  // 32 bytes

typedef struct {
  uint state;  // of a linear congruential generator
  uint word;
} walker;

static walker start_at(uint region, uint lines) {
  walker at = {(region + 1) * 2654435761u, region * lines * LINE_WORDS};
  return at;
}

static uint read_next(__global const uint* words, walker* at, uint misses) {
  at->state = at->state * 1664525u + 1013904223u;
  at->word += (at->state >> 22) < misses ? LINE_WORDS : 0;
  return words[at->word] ^ at->state;
}

// A load in each round.
__kernel void one_load(__global const uint* words, uint rounds, uint lines, uint misses,
                       __global uint* sums) {
  const uint mine = get_global_id(0);
  walker at = start_at(mine, lines);
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) sum += read_next(words, &at, misses);
  sums[mine] = sum;
}

// Three in each round, at places of their own.
__kernel void three_loads(__global const uint* words, uint rounds, uint lines, uint misses,
                          __global uint* sums) {
  const uint mine = get_global_id(0);
  const uint items = get_global_size(0);
  walker first = start_at(mine, lines);
  walker second = start_at(mine + items, lines);
  walker third = start_at(mine + 2 * items, lines);
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    sum += read_next(words, &first, misses);
    sum += read_next(words, &second, misses);
    sum += read_next(words, &third, misses);
  }
  sums[mine] = sum;
}

// One in each round, which all lanes read in common, behind one of their own: it misses for all of
// them at once, as the interleaved list of neighbours does.
__kernel void common_load(__global const uint* words, uint rounds, uint lines, uint misses,
                          __global uint* sums) {
  const uint mine = get_global_id(0);
  const uint items = get_global_size(0);
  walker at = start_at(mine, lines);
  __global const uint* rows = words + (lines * items * LINE_WORDS);
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    sum += rows[round * items + mine];
    sum += read_next(words, &at, misses);
  }
  sums[mine] = sum;
}
