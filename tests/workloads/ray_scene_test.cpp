// SPDX-License-Identifier: Apache-2.0
// Scenes of the ray tracers and their reference.
#include "workloads/ray_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "workloads/random.h"
#include "workloads/ray_reference.h"
#include "workloads/ray_shapes.h"

namespace lanefold {
namespace {

using ::testing::Each;

TEST(RayReference, MeetsASphereAndATriangleWhereTheyAre) {
  RayPrimitive sphere;
  sphere.a = {0, 0, 5};
  sphere.radius = 2;
  EXPECT_FLOAT_EQ(hit_primitive(sphere, {{0, 0, 0}, {0, 0, 1}}), 3.0F);
  EXPECT_FLOAT_EQ(hit_primitive(sphere, {{0, 0, 5}, {0, 0, 1}}), 2.0F);
  EXPECT_EQ(hit_primitive(sphere, {{0, 0, 0}, {0, 0, -1}}), kRayMiss);
  EXPECT_EQ(hit_primitive(sphere, {{0, 3, 0}, {0, 0, 1}}), kRayMiss);

  const RayPrimitive triangle{{0, 0, 4}, RayPrimitiveKind::Triangle, {2, 0, 0}, 0, {0, 2, 0}, 1};
  EXPECT_FLOAT_EQ(hit_primitive(triangle, {{0.5F, 0.5F, 0}, {0, 0, 1}}), 4.0F);
  EXPECT_EQ(hit_primitive(triangle, {{1.5F, 1.5F, 0}, {0, 0, 1}}), kRayMiss);
  EXPECT_EQ(hit_primitive(triangle, {{0.5F, 0.5F, 0}, {1, 0, 0}}), kRayMiss);
}

RayScene scene_of(const std::string& name) {
  SplitMix64 random(1);
  return name == "conference" ? make_conference_scene(random, 2) : make_ray_scene(name, random);
}

class RayScenes : public testing::TestWithParam<std::string> {
 protected:
  RayScene scene() const { return scene_of(GetParam()); }
};

class RayHierarchies : public RayScenes {};

TEST_P(RayHierarchies, FindTheSameHitsThroughBoxesAsWithoutThem) {
  const RayScene scene = this->scene();
  const RayCamera camera = make_ray_camera(scene, 24, 18);
  const PrimaryImage image = trace_primary(scene, camera);
  int hits = 0;
  for (std::uint32_t pixel = 0; pixel < 24 * 18; ++pixel) {
    const float x = static_cast<float>(pixel % 24) + 0.5F;
    const std::uint32_t row = pixel / 24;
    const float y = static_cast<float>(row) + 0.5F;
    const Ray ray{camera.eye, unit(camera.forward + camera.right * x + camera.down * y)};
    float nearest = kRayMiss;
    for (const RayPrimitive& primitive : scene.primitives) {
      nearest = std::min(nearest, hit_primitive(primitive, ray));
    }
    EXPECT_EQ(image.distance[pixel], nearest) << pixel;
    EXPECT_EQ(any_hit(scene, ray, 10.0F), nearest < 10.0F) << pixel;
    hits += nearest < kRayMiss ? 1 : 0;
  }
  // Neither an empty nor a full image.
  EXPECT_GT(hits, 100);
  EXPECT_LT(hits, 24 * 18);
}

TEST_P(RayHierarchies, HaveBoxesThatHoldEveryPrimitiveOnceWithinTheStack) {
  const RayScene scene = this->scene();
  std::vector<int> seen(scene.primitives.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stack{{0, 1}};
  while (!stack.empty()) {
    const auto [index, depth] = stack.back();
    stack.pop_back();
    const RayNode& node = scene.nodes[index];
    EXPECT_LE(depth, kRayStackDepth);
    for (std::uint32_t leaf = 0; leaf < node.count; ++leaf) seen[node.first + leaf] += 1;
    if (node.count != 0) continue;
    stack.emplace_back(node.first, depth + 1);
    stack.emplace_back(node.first + 1, depth + 1);
  }
  EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
}

TEST_P(RayScenes, ShadeSomePointsWhollyAndSomePartly) {
  const RayScene scene = this->scene();
  const std::vector<std::int32_t> open =
      trace_ambient_occlusion(scene, make_ray_camera(scene, 32, 24), 4, 1);
  for (const std::int32_t count : {-1, 2, 3, 4}) {
    EXPECT_GT(std::count(open.begin(), open.end(), count), 0) << count;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RayScenes, testing::ValuesIn(ray_scene_names()),
                         [](const auto& info) { return info.param; });
INSTANTIATE_TEST_SUITE_P(All, RayHierarchies, testing::ValuesIn(ray_scene_names()),
                         [](const auto& info) { return info.param; });
INSTANTIATE_TEST_SUITE_P(Room, RayHierarchies, testing::Values("conference"),
                         [](const auto& info) { return info.param; });

TEST(ConferenceScene, HasChairsAsFineAsAskedFor) {
  SplitMix64 random(1);
  const std::size_t coarse = make_conference_scene(random, 1).primitives.size();
  for (const std::uint32_t fineness : {2U, 5U}) {
    EXPECT_EQ(make_conference_scene(random, fineness).primitives.size() - coarse,
              1'152 * (fineness * fineness - 1));
  }
}

/// Four rays downwards onto a floor of albedo 0.5, 1 below the eye, with a roof 2 above it unless
/// its albedo is 0.
PathImage paths_between(float roof_albedo, std::uint32_t most_bounces) {
  RayScene scene;
  const auto add = [&](float height, float albedo) {
    const RayVector corner{-900, height, -900};
    scene.primitives.push_back(
        triangle(corner, {2700, height, -900}, {-900, height, 2700}, albedo));
  };
  add(-1, 0.5F);
  if (roof_albedo > 0) add(2, roof_albedo);
  scene.eye = {0, 0, 0};
  scene.target = {0.1F, -1, 0.2F};
  scene.nodes = build_ray_nodes(scene.primitives);
  return trace_paths(scene, make_ray_camera(scene, 2, 2), most_bounces, 7);
}

TEST(PathTraceBvhReference, EndsAPathAtALight) {
  const PathImage image = paths_between(3, 10);
  EXPECT_THAT(image.brightness, Each(1.5F));
  EXPECT_THAT(image.bounces, Each(2U));
}

TEST(PathTraceBvhReference, EndsAPathThatLeavesWithoutLight) {
  const PathImage image = paths_between(0, 10);
  EXPECT_THAT(image.brightness, Each(0.0F));
  EXPECT_THAT(image.bounces, Each(1U));
}

TEST(PathTraceBvhReference, EndsAPathAtTheBoundWithoutLight) {
  const PathImage image = paths_between(0.5F, 3);
  EXPECT_THAT(image.brightness, Each(0.0F));
  EXPECT_THAT(image.bounces, Each(3U));
}

}  // namespace
}  // namespace lanefold
