// SPDX-License-Identifier: Apache-2.0
// Path of the highest score through the choices of several steps, by dynamic programming: one launch
// per step, one choice per work-item.

// A path comes to a choice from the same choice of the step before or from one of its neighbours,
// and scores what the choice gains. Of equal paths, the straight one is taken, then the one from
// below.
__kernel void winning_step(__global const int* before, __global const int* gains,
                           __global int* after, __global uint* origins, uint choices, uint step) {
  const uint choice = get_global_id(0);
  if (choice >= choices) return;
  int best = before[choice];
  uint origin = choice;
  if (choice > 0 && before[choice - 1] > best) {
    best = before[choice - 1];
    origin = choice - 1;
  }
  if (choice + 1 < choices && before[choice + 1] > best) {
    best = before[choice + 1];
    origin = choice + 1;
  }
  const uint place = step * choices + choice;
  after[choice] = best + gains[place];
  origins[place] = origin;
}
