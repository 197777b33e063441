// SPDX-License-Identifier: Apache-2.0
// Gravity between all bodies, one body per work-item. A group shares the bodies of one tile at a
// time in local memory.

// xyz is the place, w the mass.
__kernel void n_body(__global const float4* bodies, __global float4* velocities,
                     __global float4* moved, uint count, float step, float softening,
                     __local float4* tile) {
  const uint body = get_global_id(0);
  const uint items = get_local_size(0);
  const float4 mine = bodies[min(body, count - 1)];
  float3 pull = (float3)(0.0f);
  for (uint first = 0; first < count; first += items) {
    const uint other = first + get_local_id(0);
    if (other < count) tile[get_local_id(0)] = bodies[other];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint present = min(items, count - first);
    for (uint i = 0; i < present; ++i) {
      const float3 away = tile[i].xyz - mine.xyz;
      const float square = away.x * away.x + away.y * away.y + away.z * away.z + softening;
      const float inverse = 1.0f / sqrt(square);
      pull += away * (tile[i].w * inverse * inverse * inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (body >= count) return;
  const float3 velocity = velocities[body].xyz + pull * step;
  velocities[body] = (float4)(velocity, 0.0f);
  moved[body] = (float4)(mine.xyz + velocity * step, mine.w);
}
