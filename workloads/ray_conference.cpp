// SPDX-License-Identifier: Apache-2.0
// A conference room of many triangles for path tracing.
#include "workloads/ray_shapes.h"

namespace lanefold {
namespace {

constexpr float kLampAlbedo = 4.0F;  // above 1: it emits

/// An ellipsoid of 12 x fineness x fineness triangles: the faces of a cube, drawn onto it.
void add_ellipsoid(std::vector<RayPrimitive>& primitives, RayVector centre, RayVector radii,
                   std::uint32_t fineness, float albedo) {
  struct Face {
    RayVector across, down, out;
  };
  constexpr Face kFaces[] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}},
                             {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 1, 0}, {0, 0, 1}, {-1, 0, 0}},
                             {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}}};
  const float step = 2.0F / static_cast<float>(fineness);
  for (const Face& face : kFaces) {
    const auto at = [&](std::uint32_t column, std::uint32_t row) {
      const float u = static_cast<float>(column) * step - 1.0F;
      const float v = static_cast<float>(row) * step - 1.0F;
      return centre + unit(face.across * u + face.down * v + face.out) * radii;
    };
    for (std::uint32_t row = 0; row < fineness; ++row) {
      for (std::uint32_t column = 0; column < fineness; ++column) {
        const RayVector near_left = at(column, row);
        const RayVector far_right = at(column + 1, row + 1);
        primitives.push_back(triangle(near_left, at(column + 1, row), far_right, albedo));
        primitives.push_back(triangle(near_left, far_right, at(column, row + 1), albedo));
      }
    }
  }
}

/// Seat, back and foot; the back is on the side of `away`, which is 1 or -1 along x.
void add_chair(std::vector<RayPrimitive>& primitives, RayVector foot, float away,
               std::uint32_t fineness, float albedo) {
  add_ellipsoid(primitives, foot + RayVector{0, 0.5F, 0}, {0.3F, 0.08F, 0.3F}, fineness, albedo);
  add_ellipsoid(primitives, foot + RayVector{0.3F * away, 0.9F, 0}, {0.06F, 0.4F, 0.28F}, fineness,
                albedo);
  add_block(primitives, foot, {0.04F, 0, 0}, 0.45F, 0.5F);
}

/// Floor, ceiling and walls; windows from 1 to 3 high along one wall.
void add_room(std::vector<RayPrimitive>& primitives) {
  add_rectangle(primitives, {-8, 0, -12}, {16, 0, 0}, {0, 0, 24}, 0.5F);
  add_rectangle(primitives, {-8, 4, -12}, {16, 0, 0}, {0, 0, 24}, 0.85F);
  add_rectangle(primitives, {-8, 0, -12}, {0, 0, 24}, {0, 4, 0}, 0.75F);
  add_rectangle(primitives, {-8, 0, -12}, {16, 0, 0}, {0, 4, 0}, 0.75F);
  add_rectangle(primitives, {-8, 0, 12}, {16, 0, 0}, {0, 4, 0}, 0.75F);
  add_rectangle(primitives, {8, 0, -12}, {0, 0, 24}, {0, 1, 0}, 0.75F);
  add_rectangle(primitives, {8, 3, -12}, {0, 0, 24}, {0, 1, 0}, 0.75F);
  for (const float x : {-6.0F, 1.0F}) {
    for (const float z : {-9.5F, -2.5F, 4.5F}) {
      add_rectangle(primitives, {x, 3.9F, z}, {5, 0, 0}, {0, 0, 5}, kLampAlbedo);
    }
  }
}

}  // namespace

RayScene make_conference_scene(SplitMix64& random, std::uint32_t fineness) {
  constexpr int kTables = 6;
  constexpr int kRow = 12;
  RayScene scene;
  add_room(scene.primitives);
  for (int table = 0; table < kTables; ++table) {
    const float z = static_cast<float>(table) * 2.5F - 6.25F;
    add_block(scene.primitives, {0, 0, z}, {1.2F, 0, 0}, 0.75F, 0.6F);
  }
  for (const float x : {-4.0F, -2.0F, 2.0F, 4.0F}) {
    for (int place = 0; place < kRow; ++place) {
      const float z = static_cast<float>(place) * 1.25F - 6.875F;
      const RayVector foot{x + random.between(-0.2F, 0.2F), 0, z + random.between(-0.2F, 0.2F)};
      add_chair(scene.primitives, foot, x < 0 ? -1.0F : 1.0F, fineness, random.between(0.3F, 0.8F));
    }
  }
  scene.eye = {1, 3, -11.5F};
  scene.target = {0, 0.5F, 0};
  scene.nodes = build_ray_nodes(scene.primitives);
  return scene;
}

}  // namespace lanefold
