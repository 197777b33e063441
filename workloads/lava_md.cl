// SPDX-License-Identifier: Apache-2.0
// Molecular dynamics in boxes: forces between charged particles of a box and its up to 26
// neighbours, within a cut-off. One work-group per box. Particles of box b are first[b] to
// first[b + 1] - 1.

// xyz is the place, w the charge.
__kernel void lava_md(__global const float4* particles, __global const uint* first, uint side,
                      float cut_off_square, float alpha, __global float4* result) {
  const int box = get_group_id(0);
  const int size = (int)side;
  const int x = box % size, y = box / size % size, z = box / (size * size);
  for (uint mine = first[box] + get_local_id(0); mine < first[box + 1];
       mine += get_local_size(0)) {
    const float4 home = particles[mine];
    float4 sum = (float4)(0.0f);
    for (int near_z = max(z - 1, 0); near_z <= min(z + 1, size - 1); ++near_z) {
      for (int near_y = max(y - 1, 0); near_y <= min(y + 1, size - 1); ++near_y) {
        for (int near_x = max(x - 1, 0); near_x <= min(x + 1, size - 1); ++near_x) {
          const int near = (near_z * size + near_y) * size + near_x;
          const uint end = first[near + 1];
          for (uint other = first[near]; other < end; ++other) {
            const float4 away = home - particles[other];
            const float square = away.x * away.x + away.y * away.y + away.z * away.z;
            if (square >= cut_off_square || other == mine) continue;
            const float potential = particles[other].w * native_exp(-alpha * square);
            const float force = 2.0f * alpha * potential;
            sum.x += force * away.x;
            sum.y += force * away.y;
            sum.z += force * away.z;
            sum.w += potential;
          }
        }
      }
    }
    result[mine] = sum;
  }
}
