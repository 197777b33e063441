// SPDX-License-Identifier: Apache-2.0
// Two work-items whose loads hit and miss in turn: the situation of SC'09 figure 2. Run as one warp
// of two lanes, on lines of 32 bytes.
__kernel void leapfrog(__global const uint* in, __global uint* out) {
  const uint lane = get_local_id(0);
  // Lane 0 goes on by a line, of which the first is there; lane 1 stays in a line that is not.
  __global const uint* from = in + 16 * lane;
  const uint step = lane == 0 ? 8 : 1;
  uint sum = in[lane];
#pragma nounroll
  for (uint i = 0; i < 3; ++i) {
    sum += *from;
    from += step;
  }
  out[lane] = sum;
}
