// SPDX-License-Identifier: Apache-2.0
// The procedural scenes of the ray tracing workloads.
#include "workloads/ray_scene.h"

#include <algorithm>
#include <iterator>

#include "workloads/ray_shapes.h"

namespace lanefold {
namespace {

/// Balls of all sizes, some on top of others, on a plane.
void add_spheres(std::vector<RayPrimitive>& primitives, SplitMix64& random) {
  constexpr int kSpheres = 400;
  add_rectangle(primitives, {-12, 0, -12}, {24, 0, 0}, {0, 0, 24}, 0.5F);
  for (int count = 0; count < kSpheres; ++count) {
    const float size = random.unit();
    const float radius = 0.125F + size * size * 0.75F;
    const float x = random.between(-9.0F, 9.0F);
    const float z = random.between(-9.0F, 9.0F);
    const float y = radius + (random.below(4) == 0 ? random.between(0.0F, 2.0F) : 0.0F);
    primitives.push_back(sphere({x, y, z}, radius, random.between(0.25F, 1.0F)));
  }
}

/// A landscape of round hills.
class Hills {
 public:
  explicit Hills(SplitMix64& random) : hills_(40) {
    for (Hill& hill : hills_) {
      hill = {random.between(-9.0F, 9.0F), random.between(-9.0F, 9.0F), random.between(-1.0F, 2.5F),
              random.between(0.5F, 1.75F)};
    }
  }

  RayVector at(float x, float z) const {
    float height = 0;
    for (const Hill& hill : hills_) {
      const float distance_squared = (x - hill.x) * (x - hill.x) + (z - hill.z) * (z - hill.z);
      height += hill.height / (1.0F + distance_squared / (hill.width * hill.width));
    }
    return {x, height, z};
  }

 private:
  struct Hill {
    float x = 0, z = 0, height = 0, width = 1;
  };
  std::vector<Hill> hills_;
};

void add_terrain(std::vector<RayPrimitive>& primitives, SplitMix64& random) {
  constexpr int kCells = 32;
  constexpr int kMiddle = kCells / 2;
  constexpr int kSpheres = 60;
  constexpr float kCell = 0.625F;
  const Hills hills(random);
  for (int row = 0; row < kCells; ++row) {
    for (int column = 0; column < kCells; ++column) {
      const float x = static_cast<float>(column - kMiddle) * kCell;
      const float z = static_cast<float>(row - kMiddle) * kCell;
      const RayVector near_left = hills.at(x, z);
      const RayVector far_right = hills.at(x + kCell, z + kCell);
      const float albedo = random.between(0.5F, 0.75F);
      primitives.push_back(triangle(near_left, hills.at(x + kCell, z), far_right, albedo));
      primitives.push_back(triangle(near_left, far_right, hills.at(x, z + kCell), albedo));
    }
  }
  for (int count = 0; count < kSpheres; ++count) {
    const RayVector ground = hills.at(random.between(-9.0F, 9.0F), random.between(-9.0F, 9.0F));
    const RayVector lift{0, random.between(0.25F, 1.5F), 0};
    primitives.push_back(sphere(ground + lift, random.between(0.25F, 0.5F), 1.0F));
  }
}

/// A procedure that fills a scene, and where to look at it from.
struct SceneRecipe {
  const char* name;
  void (*fill)(std::vector<RayPrimitive>&, SplitMix64&);
  RayVector eye, target;
  float reach;
};

const SceneRecipe kRecipes[] = {
    {"spheres", add_spheres, {0.25F, 4, -12}, {0, 1, 0}, 2},
    {"terrain", add_terrain, {0.5F, 9, -15}, {0, 2, 0}, 4},
    {"hall", add_hall, {1.5F, 3.5F, -12}, {0, 1.5F, 3}, 3},
    {"windmills", add_windmills, {0.5F, 2, -14}, {0, 3, 0}, 2},
};

}  // namespace

const std::vector<std::string>& ray_scene_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const SceneRecipe& recipe : kRecipes) names.emplace_back(recipe.name);
    return names;
  }();
  return kNames;
}

RayScene make_ray_scene(const std::string& name, SplitMix64& random) {
  const SceneRecipe& recipe =
      *std::find_if(std::begin(kRecipes), std::end(kRecipes),
                    [&](const SceneRecipe& candidate) { return candidate.name == name; });
  RayScene scene;
  scene.light = unit({-0.5F, 1.0F, -0.25F});
  recipe.fill(scene.primitives, random);
  scene.eye = recipe.eye;
  scene.target = recipe.target;
  scene.reach = recipe.reach;
  scene.nodes = build_ray_nodes(scene.primitives);
  return scene;
}

RayCamera make_ray_camera(const RayScene& scene, std::uint32_t width, std::uint32_t height) {
  const RayVector forward = unit(scene.target - scene.eye);
  const RayVector right = unit(cross({0, 1, 0}, forward));
  const RayVector up = cross(forward, right);
  const float pixel = 1.25F / static_cast<float>(width);
  const float half_width = 0.5F * static_cast<float>(width) * pixel;
  const float half_height = 0.5F * static_cast<float>(height) * pixel;
  RayCamera camera;
  camera.eye = scene.eye;
  camera.forward = forward - right * half_width + up * half_height;
  camera.right = right * pixel;
  camera.down = -(up * pixel);
  camera.width = width;
  camera.height = height;
  return camera;
}

}  // namespace lanefold
