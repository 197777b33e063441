// SPDX-License-Identifier: Apache-2.0
// Inviscid flow (Euler equations) on an unstructured grid: each cell exchanges mass, momentum and
// energy with its neighbours. Explicit time steps.

#define FACES 4
#define GAMMA 1.4f
#define WALL (-1)

// Density, momentum and density of energy.
typedef struct {
  float density;
  float x, y, z;
  float energy;
} Flow;

static float pressure_of(Flow flow) {
  const float square = flow.x * flow.x + flow.y * flow.y + flow.z * flow.z;
  return (GAMMA - 1.0f) * (flow.energy - 0.5f * square / flow.density);
}

// What flows through a face with this normal per unit of time, apart from dissipation.
static Flow flux_of(Flow flow, float3 normal) {
  const float pressure = pressure_of(flow);
  const float through =
      (flow.x * normal.x + flow.y * normal.y + flow.z * normal.z) / flow.density;
  Flow flux;
  flux.density = flow.density * through;
  flux.x = flow.x * through + pressure * normal.x;
  flux.y = flow.y * through + pressure * normal.y;
  flux.z = flow.z * through + pressure * normal.z;
  flux.energy = (flow.energy + pressure) * through;
  return flux;
}

static float wave_speed(Flow flow) {
  const float square = flow.x * flow.x + flow.y * flow.y + flow.z * flow.z;
  return sqrt(square) / flow.density + sqrt(GAMMA * pressure_of(flow) / flow.density);
}

// `neighbours` holds, for each face of a cell, the cell behind it, WALL, or (below WALL) the far
// field. Face f of cell c is number f * cells + c.
__kernel void cfd(__global const Flow* flows, __global Flow* next, __global const int* neighbours,
                  __global const float4* normals, __global const float* factors, uint cells,
                  Flow far) {
  const uint cell = get_global_id(0);
  if (cell >= cells) return;
  const Flow mine = flows[cell];
  const float speed = wave_speed(mine);
  Flow sum = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
  for (uint face = 0; face < FACES; ++face) {
    const float3 normal = normals[face * cells + cell].xyz;
    const int neighbour = neighbours[face * cells + cell];
    if (neighbour == WALL) {
      const float pressure = pressure_of(mine);
      sum.x += pressure * normal.x;
      sum.y += pressure * normal.y;
      sum.z += pressure * normal.z;
      continue;
    }
    const Flow other = neighbour >= 0 ? flows[neighbour] : far;
    const float area = sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    const float dissipation = 0.5f * area * fmax(speed, wave_speed(other));
    const Flow here = flux_of(mine, normal);
    const Flow there = flux_of(other, normal);
    sum.density +=
        0.5f * (here.density + there.density) - dissipation * (other.density - mine.density);
    sum.x += 0.5f * (here.x + there.x) - dissipation * (other.x - mine.x);
    sum.y += 0.5f * (here.y + there.y) - dissipation * (other.y - mine.y);
    sum.z += 0.5f * (here.z + there.z) - dissipation * (other.z - mine.z);
    sum.energy += 0.5f * (here.energy + there.energy) - dissipation * (other.energy - mine.energy);
  }
  const float factor = factors[cell];
  Flow after;
  after.density = mine.density - factor * sum.density;
  after.x = mine.x - factor * sum.x;
  after.y = mine.y - factor * sum.y;
  after.z = mine.z - factor * sum.z;
  after.energy = mine.energy - factor * sum.energy;
  next[cell] = after;
}
