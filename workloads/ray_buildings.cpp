// SPDX-License-Identifier: Apache-2.0
// The procedural scenes with buildings.
#include "workloads/ray_shapes.h"

namespace lanefold {

void add_block(std::vector<RayPrimitive>& primitives, RayVector foot, RayVector half, float height,
               float albedo) {
  const RayVector across{-half.z, 0, half.x};
  const RayVector up{0, height, 0};
  const RayVector corner = foot - half - across;
  add_rectangle(primitives, corner, half * 2, up, albedo);
  add_rectangle(primitives, corner, across * 2, up, albedo);
  add_rectangle(primitives, corner + half * 2, across * 2, up, albedo);
  add_rectangle(primitives, corner + across * 2, half * 2, up, albedo);
  add_rectangle(primitives, corner + up, half * 2, across * 2, albedo);
}

void add_hall(std::vector<RayPrimitive>& primitives, SplitMix64& random) {
  constexpr int kColumns = 6;
  constexpr int kThings = 120;
  add_rectangle(primitives, {-8, 0, -14}, {16, 0, 0}, {0, 0, 28}, 0.5F);
  add_rectangle(primitives, {-8, 6, -14}, {16, 0, 0}, {0, 0, 28}, 0.75F);
  add_rectangle(primitives, {-8, 0, 14}, {16, 0, 0}, {0, 2, 0}, 0.6F);
  add_rectangle(primitives, {-8, 0, -14}, {0, 0, 28}, {0, 6, 0}, 0.6F);
  add_rectangle(primitives, {8, 0, -14}, {0, 0, 28}, {0, 6, 0}, 0.6F);
  for (int column = 0; column < kColumns; ++column) {
    const float z = static_cast<float>(column) * 4.0F - 8.0F;
    add_block(primitives, {-5, 0, z}, {0.4F, 0, 0.1F}, 6, 0.8F);
    add_block(primitives, {5, 0, z}, {0.4F, 0, 0.1F}, 6, 0.8F);
  }
  add_block(primitives, {0, 0, 3}, {2, 0, 0}, 1, 0.4F);
  for (int thing = 0; thing < kThings; ++thing) {
    const RayVector place{random.between(-2.0F, 2.0F), 1, random.between(1.0F, 5.0F)};
    const float size = random.between(0.05F, 0.2F);
    if (random.below(2) == 0) {
      primitives.push_back(sphere(place + RayVector{0, size, 0}, size, 0.9F));
    } else {
      add_block(primitives, place, {size, 0, random.between(0.0F, 0.1F)}, 2 * size, 0.7F);
    }
  }
}

void add_windmills(std::vector<RayPrimitive>& primitives, SplitMix64& random) {
  constexpr int kMills = 14;
  constexpr int kSlats = 8;
  add_rectangle(primitives, {-20, 0, -20}, {40, 0, 0}, {0, 0, 40}, 0.5F);
  for (int mill = 0; mill < kMills; ++mill) {
    const RayVector foot{random.between(-9.0F, 9.0F), 0, random.between(-6.0F, 12.0F)};
    const float height = random.between(2.5F, 4.5F);
    add_block(primitives, foot, {0.4F, 0, 0.2F}, height, 0.7F);
    primitives.push_back(sphere(foot + RayVector{0, height, 0}, 0.6F, 0.8F));
    const RayVector hub = foot + RayVector{0, height, -0.7F};
    const RayVector turned = unit({random.between(0.2F, 1.0F), random.between(0.2F, 1.0F), 0});
    const RayVector sails[] = {turned, {-turned.y, turned.x, 0}, -turned, {turned.y, -turned.x, 0}};
    for (const RayVector& along : sails) {
      const RayVector across{-along.y * 0.5F, along.x * 0.5F, 0.1F};
      add_rectangle(primitives, hub, along * 2.6F, across * 0.125F, 0.4F);
      for (int slat = 1; slat <= kSlats; ++slat) {
        const RayVector start = hub + along * (static_cast<float>(slat) * 0.3F);
        add_rectangle(primitives, start, along * 0.125F, across, 0.9F);
      }
    }
  }
}

}  // namespace lanefold
