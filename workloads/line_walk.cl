// SPDX-License-Identifier: Apache-2.0
// Walks through memory whose every step is known: how often a lane comes to another line, how many
// lines it comes back to, and how much it computes between two loads.

// A generator of numbers that costs two instructions; its upper bits are good.
static uint next_state(uint state) { return state * 1664525u + 1013904223u; }

static uint computed(uint value, uint steps) {
  for (uint step = 0; step < steps; ++step) value = (value << 1) ^ step;
  return value;
}

// A work-item has a region of its own of `region` bytes, which it walks round and round. A load goes
// to its next line, of `line` bytes, if its number is below `moves`. The other loads are at the line
// that it is at, or, if `stays` is 0, at the first line of memory, which all work-items share. A line
// between regions lets them begin in all sets of a cache.
__kernel void own_walk(__global const char* bytes, __global uint* sums, uint items, uint rounds,
                       uint between, uint moves, uint stays, uint region, uint line) {
  const uint item = get_global_id(0);
  if (item >= items) return;
  const uint first = line + item * (region + line);
  uint state = (item + 1) * 2654435761u;
  uint place = 0;
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    state = next_state(state);
    const uint moved = state < moves;
    place += moved * line;
    place = place < region ? place : 0;
    const uint at = moved | stays ? first + place : 0;
    sum = computed(sum, between) + *(__global const uint*)(bytes + at);
  }
  sums[item] = sum;
}

// The same, but some of the moves lead to one of the `table` bytes behind the regions, which all
// work-items share: if the number of the load is below `shared`, too. It then is no move of its own.
__kernel void shared_walk(__global const char* bytes, __global uint* sums, uint items, uint rounds,
                          uint between, uint moves, uint stays, uint region, uint line,
                          uint shared, uint table) {
  const uint item = get_global_id(0);
  if (item >= items) return;
  const uint first = line + item * (region + line);
  const uint behind = line + items * (region + line);
  uint state = (item + 1) * 2654435761u;
  uint place = 0;
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    state = next_state(state);
    const uint number = state * 2654435761u;
    const uint moved = state < moves;
    const uint to_table = moved & (uint)(number < shared);
    place += (moved ^ to_table) * line;
    place = place < region ? place : 0;
    const uint at = moved | stays ? first + place : 0;
    const uint in_table = behind + ((number >> 4) & (table - 1) & ~(line - 1));
    const uint place_of_load = to_table ? in_table : at;
    sum = computed(sum, between) + *(__global const uint*)(bytes + place_of_load);
  }
  sums[item] = sum;
}

// All lanes move at the same loads: a work-item reads the words of its region one after the other,
// and beside each a word of the first `region` bytes of memory, which all share.
__kernel void common_walk(__global const char* bytes, __global uint* sums, uint items, uint rounds,
                          uint region, uint line) {
  const uint item = get_global_id(0);
  if (item >= items) return;
  __global const char* own = bytes + (line + item * (region + line));
  uint place = 0;
  uint sum = 0;
  for (uint round = 0; round < rounds; ++round) {
    place = place + 4 < region ? place + 4 : 0;
    sum = (sum ^ *(__global const uint*)(own + place)) + *(__global const uint*)(bytes + place);
  }
  sums[item] = sum;
}
