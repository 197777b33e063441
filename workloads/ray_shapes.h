// SPDX-License-Identifier: Apache-2.0
// The shapes that scenes are made of, and the scenes with buildings.
#pragma once

#include <vector>

#include "workloads/ray_scene.h"

namespace lanefold {

inline RayPrimitive sphere(RayVector centre, float radius, float albedo) {
  return {centre, RayPrimitiveKind::Sphere, {}, radius, {}, albedo};
}

inline RayPrimitive triangle(RayVector one, RayVector two, RayVector three, float albedo) {
  return {one, RayPrimitiveKind::Triangle, two - one, 0, three - one, albedo};
}

inline void add_rectangle(std::vector<RayPrimitive>& primitives, RayVector corner, RayVector side1,
                          RayVector side2, float albedo) {
  const RayVector opposite = corner + side1 + side2;
  primitives.push_back(triangle(corner, corner + side1, opposite, albedo));
  primitives.push_back(triangle(corner, opposite, corner + side2, albedo));
}

/// A box that stands upright, turned around its axis: four sides and a lid.
void add_block(std::vector<RayPrimitive>& primitives, RayVector foot, RayVector half, float height,
               float albedo);
/// A room with rows of columns, a table and what lies on it. Its far end is open above a low wall.
void add_hall(std::vector<RayPrimitive>& primitives, SplitMix64& random);
/// Windmills on a plane: thin sails with much sky between them.
void add_windmills(std::vector<RayPrimitive>& primitives, SplitMix64& random);

}  // namespace lanefold
