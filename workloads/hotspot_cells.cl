// SPDX-License-Identifier: Apache-2.0
// Heat flow on a chip as in hotspot.cl, one step per launch and one cell per work-item, without local
// memory.

// The type of the numbers; a file that includes this one may define another.
#ifndef NUMBER
#define NUMBER float
#endif

// The conductances x, y and z are those to the left and right, to the upper and lower neighbours, and
// to the surroundings; `step` is the time step over the heat capacity.
__kernel void hotspot_cells(__global const NUMBER* now, __global const NUMBER* power,
                            __global NUMBER* next, uint width, uint height, NUMBER step, NUMBER x,
                            NUMBER y, NUMBER z, NUMBER around) {
  const uint cell = get_global_id(0);
  if (cell >= width * height) return;
  const uint row = cell / width;
  const uint column = cell - row * width;
  const NUMBER centre = now[cell];
  NUMBER west = centre, east = centre, north = centre, south = centre;
  if (column > 0) west = now[cell - 1];
  if (column < width - 1) east = now[cell + 1];
  if (row > 0) north = now[cell - width];
  if (row < height - 1) south = now[cell + width];
  const NUMBER flow = (west + east - 2.0f * centre) * x + (north + south - 2.0f * centre) * y +
                      (around - centre) * z;
  next[cell] = centre + step * (power[cell] + flow);
}
