// SPDX-License-Identifier: Apache-2.0
// Inputs and references of the workloads against known answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "workloads/bfs.h"
#include "workloads/divergence_pattern.h"
#include "workloads/hotspot.h"
#include "workloads/kmeans.h"
#include "workloads/mandelbrot.h"
#include "workloads/matrix_multiply.h"
#include "workloads/n_queens.h"
#include "workloads/needleman_wunsch.h"
#include "workloads/random.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

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

TEST(HotspotReference, ComputesInDoublePrecision) {
  HotspotMaterialOf<double> material;
  material.step = 1;
  material.z = 0;
  const HotspotGridOf<double> grid{2, 1, {0, 8}, {0, 0}};
  EXPECT_THAT(hotspot_temperatures(grid, material, 1), ElementsAre(8 * 0.1, 8 - 8 * 0.1));
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

TEST(KmeansReference, FindsTheSameClustersInRowsAsInterleaved) {
  // (0, 5), (1, 6), (10, 50) and (11, 52): the second leaves the far ones in round 2.
  const PointSet interleaved{4, 2, {0, 1, 10, 11, 5, 6, 50, 52}};
  const PointSet rows{4, 2, {0, 5, 1, 6, 10, 50, 11, 52}, PointLayout::Rows};
  for (const PointSet& points : {interleaved, rows}) {
    const Clustering result = cluster_points(points, 2, 10);
    EXPECT_THAT(result.membership, ElementsAre(0, 0, 1, 1));
    EXPECT_THAT(result.centroids, ElementsAre(0, 5, 10, 51));
    EXPECT_EQ(result.rounds, 3U);
  }
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
  EXPECT_NE(divergence_result(5, 16, 0), divergence_result(5, 16, 1));
  EXPECT_NE(divergence_result(5, 320, 0), divergence_result(5, 319, 0));
  EXPECT_NE(divergence_result(5, 320, 0), divergence_result(6, 320, 0));
}

}  // namespace
}  // namespace lanefold
