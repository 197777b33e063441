// SPDX-License-Identifier: Apache-2.0
// The most likely states of a hidden Markov model (Viterbi), one sequence of observations per
// group. Probabilities are logarithms.

__kernel void viterbi(__global const float* start, __global const float* transitions,
                      __global const float* emissions, __global const uchar* observations,
                      uint states, uint symbols, uint length, __global uchar* from,
                      __global uchar* path, __local float* now, __local float* next) {
  const uint sequence = get_group_id(0);
  const uint item = get_local_id(0), items = get_local_size(0);
  __global const uchar* seen = observations + sequence * length;
  __global uchar* back = from + sequence * length * states;
  for (uint state = item; state < states; state += items) {
    now[state] = start[state] + emissions[state * symbols + seen[0]];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < length; ++step) {
    for (uint state = item; state < states; state += items) {
      float best = now[0] + transitions[state];
      uint origin = 0;
      for (uint other = 1; other < states; ++other) {
        const float likelihood = now[other] + transitions[other * states + state];
        if (likelihood > best) {
          best = likelihood;
          origin = other;
        }
      }
      next[state] = best + emissions[state * symbols + seen[step]];
      back[step * states + state] = (uchar)origin;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    __local float* swap = now;
    now = next;
    next = swap;
  }
  if (item != 0) return;
  uint state = 0;
  for (uint other = 1; other < states; ++other) state = now[other] > now[state] ? other : state;
  for (uint step = length; step-- > 0;) {
    path[sequence * length + step] = (uchar)state;
    if (step > 0) state = back[step * states + state];
  }
}
