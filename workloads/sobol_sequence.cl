// SPDX-License-Identifier: Apache-2.0
// Quasi-random points (Sobol' sequence): coordinate d of point i is the exclusive or of the
// directions of dimension d that belong to the bits of i's Gray code.

__kernel void sobol_sequence(__constant uint* directions, __global float* points, uint count) {
  const uint point = get_global_id(0);
  const uint dimension = get_global_id(1);
  if (point >= count) return;
  uint bits = 0;
  __constant uint* direction = directions + dimension * 32;
  for (uint gray = point ^ (point >> 1); gray != 0; gray >>= 1) {
    if (gray & 1) bits ^= *direction;
    ++direction;
  }
  points[dimension * count + point] = (float)(bits >> 8) * 0x1p-24f;
}
