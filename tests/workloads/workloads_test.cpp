// SPDX-License-Identifier: Apache-2.0
// The host side of the workloads: inputs, references against known answers, parameters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/error.h"
#include "workloads/bfs.h"
#include "workloads/divergence_pattern.h"
#include "workloads/hotspot.h"
#include "workloads/kmeans.h"
#include "workloads/launch_shape.h"
#include "workloads/mandelbrot.h"
#include "workloads/matrix_multiply.h"
#include "workloads/n_queens.h"
#include "workloads/needleman_wunsch.h"
#include "workloads/output_check.h"
#include "workloads/random.h"
#include "workloads/ray_reference.h"
#include "workloads/ray_scene.h"
#include "workloads/request_reader.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A device that only has a size.
class SizedDevice final : public Device {
 public:
  explicit SizedDevice(std::uint32_t most) : most_(most) {}
  Buffer allocate(std::size_t) override { return {}; }
  void release(Buffer) override {}
  void write(Buffer, std::size_t, const void*, std::size_t) override {}
  void read(Buffer, std::size_t, void*, std::size_t) const override {}
  void launch(const Program&, std::string_view, const NDRange&,
              const std::vector<ArgumentValue>&) override {}
  void on_print(Print) override {}
  std::uint32_t max_work_group_size() const override { return most_; }

 private:
  std::uint32_t most_;
};

std::string sentence_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    return error.what();
  }
  return "no error";
}

TEST(WorkloadRandom, YieldsThePublishedSequenceOfSplitMix64) {
  SplitMix64 random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
}

TEST(WorkloadRandom, StaysInsideItsBounds) {
  SplitMix64 random(7);
  std::set<std::uint32_t> seen;
  for (int count = 0; count < 1000; ++count) {
    seen.insert(random.below(5));
    const float unit = random.unit();
    EXPECT_TRUE(unit >= 0.0F && unit < 1.0F);
    const float between = random.between(-2.0F, 3.0F);
    EXPECT_TRUE(between >= -2.0F && between <= 3.0F);
  }
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3, 4));
}

TEST(WorkloadShape, TakesTheLargestGroupThatTheDeviceHolds) {
  const std::pair<std::uint32_t, std::uint32_t> cases[] = {{1024, 64}, {96, 64}, {64, 64}, {48, 32},
                                                           {16, 16},   {6, 4},   {1, 1}};
  for (const auto& [most, expected] : cases) {
    EXPECT_EQ(group_size(SizedDevice(most)), expected) << most;
  }
  EXPECT_EQ(square_side(SizedDevice(96)), 8U);
  EXPECT_EQ(square_side(SizedDevice(48)), 4U);
  EXPECT_EQ(square_side(SizedDevice(6)), 2U);
  EXPECT_EQ(square_side(SizedDevice(2)), 1U);
}

TEST(WorkloadShape, RoundsTheIndexSpaceUpToWholeGroups) {
  const NDRange linear = linear_range(SizedDevice(96), 130);
  EXPECT_THAT(linear.global, ElementsAre(192, 1, 1));
  EXPECT_THAT(linear.local, ElementsAre(64, 1, 1));
  const NDRange square = square_range(SizedDevice(48), 9, 4);
  EXPECT_EQ(square.dimensions, 2U);
  EXPECT_THAT(square.global, ElementsAre(12, 4, 1));
  EXPECT_THAT(square.local, ElementsAre(4, 4, 1));
}

TEST(WorkloadCheck, AcceptsEqualOutputsAndCountsThem) {
  OutputCheck check;
  check.equal("one", std::vector<int>{1, 2, 3}, {1, 2, 3});
  check.equal("two", 7U, 7U);
  const WorkloadResult result = check.result("a shape");
  EXPECT_TRUE(result.verified);
  EXPECT_EQ(result.values_checked, 4U);
  EXPECT_EQ(result.detail, "a shape");
}

TEST(WorkloadCheck, DescribesTheFirstDifference) {
  OutputCheck check;
  check.equal("cost", std::vector<std::uint8_t>{1, 65, 66}, {1, 2, 3});
  check.equal("other", 1, 2);
  const WorkloadResult result = check.result("a shape");
  EXPECT_FALSE(result.verified);
  EXPECT_EQ(result.detail, "cost[1] is 65, expected 2");
}

TEST(WorkloadCheck, NoticesASingleBitAndAMissingValue) {
  OutputCheck zeros;
  zeros.equal("zero", std::vector<float>{-0.0F}, {0.0F});
  EXPECT_FALSE(zeros.result("").verified);
  OutputCheck sizes;
  sizes.equal("list", std::vector<int>{1}, {1, 2});
  EXPECT_EQ(sizes.result("").detail, "list has 1 values, expected 2");
  EXPECT_FALSE(OutputCheck().result("nothing compared").verified);
}

TEST(WorkloadRequests, RefuseAnUnknownParameter) {
  const Workload& bfs = *find_workload("bfs");
  WorkloadRequest request;
  request.parameters["nodes"] = "3";
  EXPECT_EQ(sentence_of([&] { const RequestReader reader(bfs, request); }),
            "workload bfs: there is no parameter 'nodes'; it has none");
  const Workload& pattern = *find_workload("divergence-pattern");
  EXPECT_THAT(sentence_of([&] { const RequestReader reader(pattern, request); }),
              HasSubstr("valid: level, mask"));
}

TEST(WorkloadRequests, RefuseNumbersThatAreNoneOrOutOfRange) {
  const Workload& queens = *find_workload("n-queens");
  for (const char* value : {"3", "17", "", "8x", "-1", "0x8", "99999999999"}) {
    WorkloadRequest request;
    request.parameters["queens"] = value;
    const RequestReader reader(queens, request);
    EXPECT_EQ(sentence_of([&] { reader.number("queens", 4, 16); }),
              std::string("workload n-queens: parameter 'queens' cannot be '") + value +
                  "'; valid: 4 to 16");
  }
}

TEST(WorkloadRequests, ReadMasksInHexadecimal) {
  const Workload& pattern = *find_workload("divergence-pattern");
  for (const char* value : {"F0F0", "0xf0f0", "0XF0F0"}) {
    WorkloadRequest request;
    request.parameters["mask"] = value;
    EXPECT_EQ(RequestReader(pattern, request).number("mask", 0, 0xffff, 16), 0xf0f0U);
  }
  WorkloadRequest request;
  request.parameters["mask"] = "1F0F0";
  const RequestReader reader(pattern, request);
  EXPECT_THAT(sentence_of([&] { reader.number("mask", 0, 0xffff, 16); }),
              HasSubstr("valid: 0x0 to 0xFFFF"));
}

TEST(WorkloadRequests, RefuseAnUnknownChoice) {
  WorkloadRequest request;
  request.parameters["scene"] = "bulldozer";
  const RequestReader reader(*find_workload("ray-trace-ao"), request);
  EXPECT_EQ(sentence_of([&] { reader.choice("scene", ray_scene_names()); }),
            "workload ray-trace-ao: parameter 'scene' cannot be 'bulldozer'; valid: spheres, "
            "terrain");
}

TEST(WorkloadRegistry, ListsTwelveWorkloadsWithTheirKernels) {
  EXPECT_EQ(workloads().size(), 12U);
  std::set<std::string> names;
  for (const auto& workload : workloads()) {
    EXPECT_TRUE(names.insert(workload->name()).second) << workload->name();
    EXPECT_EQ(find_workload(workload->name()), workload.get());
    EXPECT_FALSE(workload->description().empty());
    EXPECT_TRUE(std::filesystem::exists("workloads/" + workload->source_file()))
        << workload->source_file();
  }
  EXPECT_EQ(find_workload("quicksort"), nullptr);
}

TEST(MatrixReference, MultipliesRowsByColumns) {
  EXPECT_THAT(multiply_matrices({2, 3, 1}, {1, 2, 3, 4, 5, 6}, {7, 8, 9}), ElementsAre(50, 122));
}

TEST(BfsReference, FindsShortestPathsOfAKnownGraph) {
  // 0 -> 1, 2; 1 -> 3; 2 -> 3; 3 -> 4; 4 -> 0; nothing leads to 5.
  const Graph graph{{0, 2, 3, 4, 5, 6, 7}, {1, 2, 3, 3, 4, 0, 0}};
  EXPECT_THAT(bfs_distances(graph, 0), ElementsAre(0, 1, 1, 2, 3, -1));
  EXPECT_THAT(bfs_distances(graph, 3), ElementsAre(2, 3, 3, 0, 1, -1));
}

TEST(BfsInput, HasUnevenDegreesAndTheSameGraphForTheSameSeed) {
  SplitMix64 one(3);
  SplitMix64 two(3);
  const Graph graph = random_graph(one, 500);
  const Graph again = random_graph(two, 500);
  EXPECT_EQ(graph.targets, again.targets);
  ASSERT_EQ(graph.nodes(), 500U);
  std::uint32_t most = 0;
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    const std::uint32_t degree = graph.first_edge[node + 1] - graph.first_edge[node];
    EXPECT_GE(degree, 1U);
    most = std::max(most, degree);
  }
  EXPECT_GT(most, 12U);
  EXPECT_LT(*std::max_element(graph.targets.begin(), graph.targets.end()), 500U);
}

TEST(HotspotReference, KeepsAChipAtTheTemperatureOfItsSurroundings) {
  const HotspotMaterial material;
  const HotspotGrid grid{3, 2, std::vector<float>(6, material.around), std::vector<float>(6, 0)};
  EXPECT_EQ(hotspot_temperatures(grid, material, 5), grid.temperature);
}

TEST(HotspotReference, SpreadsHeatToNeighboursOnly) {
  HotspotMaterial material;
  material.step = 1.0F;
  material.x = 0.25F;
  material.y = 0.125F;
  material.z = 0.0F;
  const HotspotGrid grid{3, 2, {0, 8, 0, 0, 0, 0}, std::vector<float>(6, 0)};
  EXPECT_THAT(hotspot_temperatures(grid, material, 1), ElementsAre(2, 3, 2, 0, 1, 0));
}

TEST(MandelbrotReference, KnowsPointsInsideAndOutside) {
  // -2 and 0 never escape; 2 + 2i does at once after the first step; 1 has z = 0, 1, 2, 5.
  EXPECT_THAT(mandelbrot_iterations({2, 1, -2.0F, 0.0F, 2.0F, 50}), ElementsAre(50, 50));
  EXPECT_THAT(mandelbrot_iterations({1, 1, 2.0F, 2.0F, 1.0F, 50}), ElementsAre(1));
  EXPECT_THAT(mandelbrot_iterations({1, 1, 1.0F, 0.0F, 1.0F, 50}), ElementsAre(3));
}

TEST(AlignmentReference, ScoresAKnownAlignment) {
  // GATTACA against GCATGCU with match 1, mismatch -1, gap -1: best score 0.
  AlignmentProblem problem;
  problem.letters = 5;
  problem.penalty = 1;
  problem.similarity.assign(25, -1);
  for (std::size_t letter = 0; letter < 5; ++letter) problem.similarity[letter * 6] = 1;
  constexpr std::uint8_t kG = 0, kA = 1, kT = 2, kC = 3, kU = 4;
  problem.across = {kG, kC, kA, kT, kG, kC, kU};
  problem.down = {kG, kA, kT, kT, kA, kC, kA};
  const std::vector<std::int32_t> scores = alignment_scores(problem);
  ASSERT_EQ(scores.size(), 64U);
  EXPECT_EQ(scores.back(), 0);
  const std::vector<std::int32_t> row2(scores.begin() + 16, scores.begin() + 24);
  EXPECT_THAT(row2, ElementsAre(-2, 0, 0, 1, 0, -1, -2, -3));
}

TEST(KmeansReference, SeparatesTwoGroupsAndStopsWhenNothingMoves) {
  // One feature; the first two points are the first centroids.
  const PointSet points{6, 1, {0, 1, 10, 11, 12, 2}};
  const Clustering result = cluster_points(points, 2, 10);
  EXPECT_THAT(result.membership, ElementsAre(0, 0, 1, 1, 1, 0));
  EXPECT_THAT(result.centroids, ElementsAre(1, 11));
  // Round 1 moves the centroids to 0 and 7, round 2 to 1 and 11, round 3 moves nothing.
  EXPECT_EQ(result.rounds, 3U);
}

TEST(KmeansReference, LeavesAnEmptyClusterWhereItIs) {
  const PointSet points{3, 1, {5, 5, 9}};
  const Clustering result = cluster_points(points, 2, 1);
  EXPECT_THAT(result.membership, ElementsAre(0, 0, 0));
  EXPECT_THAT(result.centroids, ElementsAre(6, 5));
}

TEST(QueensReference, CountsTheKnownSolutionsFromAnyPrefix) {
  for (std::uint32_t queens = 4; queens <= 9; ++queens) {
    for (const std::uint32_t rows : {0U, 1U, 2U, 3U}) {
      std::uint32_t total = 0;
      for (const QueensPrefix& prefix : queens_prefixes(queens, rows)) {
        EXPECT_EQ(prefix.rows, rows);
        total += queens_solutions(queens, prefix);
      }
      EXPECT_EQ(total, known_queens_solutions(queens)) << queens << " queens, " << rows << " rows";
    }
  }
  EXPECT_EQ(known_queens_solutions(8), 92U);
  EXPECT_EQ(queens_prefixes(8, 2).size(), 42U);
}

TEST(DivergenceReference, SplitsLanesLikeTable2) {
  // The masks of the paths of each level, lowest lane in bit 0.
  const auto masks = [](const DivergencePattern& pattern) {
    std::map<std::uint32_t, std::uint32_t> paths;
    for (std::uint32_t lane = 0; lane < 16; ++lane) {
      paths[divergence_path(pattern, lane)] |= 1U << lane;
    }
    std::set<std::uint32_t> set;
    for (const auto& [path, mask] : paths) set.insert(mask);
    return set;
  };
  EXPECT_THAT(masks({0, false, 0}), ElementsAre(0xffff));
  EXPECT_THAT(masks({1, false, 0}), ElementsAre(0x5555, 0xaaaa));
  EXPECT_THAT(masks({2, false, 0}), ElementsAre(0x1111, 0x2222, 0x4444, 0x8888));
  EXPECT_THAT(masks({3, false, 0}),
              ElementsAre(0x0101, 0x0202, 0x0404, 0x0808, 0x1010, 0x2020, 0x4040, 0x8080));
  EXPECT_EQ(masks({4, false, 0}).size(), 16U);
  EXPECT_THAT(masks({0, true, 0xf0f0}), ElementsAre(0x0f0f, 0xf0f0));
}

TEST(DivergenceReference, DependsOnPathAndRounds) {
  EXPECT_NE(divergence_result(0.5F, 16, 0), divergence_result(0.5F, 16, 1));
  EXPECT_NE(divergence_result(0.5F, 320, 0), divergence_result(0.5F, 319, 0));
  EXPECT_NE(divergence_result(0.5F, 320, 0), divergence_result(0.25F, 320, 0));
}

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

class RayScenes : public testing::TestWithParam<std::string> {
 protected:
  RayScene scene() const {
    SplitMix64 random(1);
    return make_ray_scene(GetParam(), random);
  }
};

TEST_P(RayScenes, FindTheSameHitsThroughBoxesAsWithoutThem) {
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
  EXPECT_LT(hits, 420);
}

TEST_P(RayScenes, HaveBoxesThatHoldEveryPrimitiveOnceWithinTheStack) {
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

}  // namespace
}  // namespace lanefold
