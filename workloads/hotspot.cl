// SPDX-License-Identifier: Apache-2.0
// Heat flow on a chip: explicit finite differences on a grid whose outside mirrors its border.

typedef struct {
  float step;    // time step over heat capacity
  float x;       // conductance to the left and right neighbours
  float y;       // conductance to the upper and lower neighbours
  float z;       // conductance to the surroundings
  float around;  // temperature of the surroundings
} Material;

// Each group advances one block of cells by `steps` steps. It first loads the block with a ring of
// `steps` cells around it into local memory; with each step the ring that is still valid shrinks by
// one cell.
__kernel void hotspot(__global const float* temperature, __global const float* power,
                      __global float* result, uint width, uint height, uint steps,
                      Material material, __local float* now, __local float* next) {
  const int block = get_local_size(0);
  const int side = block + 2 * (int)steps;
  const int left = (int)(get_group_id(0) * block) - (int)steps;
  const int top = (int)(get_group_id(1) * block) - (int)steps;

  for (int y = get_local_id(1); y < side; y += block) {
    for (int x = get_local_id(0); x < side; x += block) {
      const int column = left + x;
      const int row = top + y;
      if (column >= 0 && column < (int)width && row >= 0 && row < (int)height) {
        now[y * side + x] = temperature[row * width + column];
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int step = 1; step <= (int)steps; ++step) {
    for (int y = get_local_id(1); y < side; y += block) {
      for (int x = get_local_id(0); x < side; x += block) {
        const int column = left + x;
        const int row = top + y;
        if (x < step || x >= side - step || y < step || y >= side - step) continue;
        if (column < 0 || column >= (int)width || row < 0 || row >= (int)height) continue;
        const int cell = y * side + x;
        const float centre = now[cell];
        float west = centre, east = centre, north = centre, south = centre;
        if (column > 0) west = now[cell - 1];
        if (column < (int)width - 1) east = now[cell + 1];
        if (row > 0) north = now[cell - side];
        if (row < (int)height - 1) south = now[cell + side];
        const float flow = (west + east - 2.0f * centre) * material.x +
                           (north + south - 2.0f * centre) * material.y +
                           (material.around - centre) * material.z;
        next[cell] = centre + material.step * (power[row * width + column] + flow);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float* swap = now;
    now = next;
    next = swap;
  }

  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  if (column < width && row < height) {
    const int cell = (get_local_id(1) + steps) * side + get_local_id(0) + steps;
    result[row * width + column] = now[cell];
  }
}
