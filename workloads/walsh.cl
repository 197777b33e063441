// SPDX-License-Identifier: Apache-2.0
// Fast Walsh-Hadamard transform in place, one launch per stage and one butterfly per work-item.

__kernel void walsh_stage(__global float* signal, uint span, uint butterflies) {
  const uint item = get_global_id(0);
  if (item >= butterflies) return;
  const uint place = item / span * span * 2 + item % span;
  const float one = signal[place];
  const float two = signal[place + span];
  signal[place] = one + two;
  signal[place + span] = one - two;
}
