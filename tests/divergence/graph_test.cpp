// SPDX-License-Identifier: Apache-2.0
// Weak topological orders and post-dominators, on known graphs and against their definitions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "decisions/divergence/flow_graph.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

TEST(WeakTopologicalOrder, NumbersADiamondFromTheTop) {
  const auto order = weak_topological_order({{1, 2}, {3}, {3}, {}});
  EXPECT_EQ(order.rank[0], 0U);
  EXPECT_EQ(order.rank[3], 3U);
  EXPECT_EQ(order.end, 4U);
  EXPECT_THAT(order.latch, ElementsAre(0, 0, 0, 0));
  EXPECT_EQ(order.edge_rank(1, 3), 3U);
}

TEST(WeakTopologicalOrder, GivesALoopALatchBehindItsBody) {
  // 0 -> head 1 -> 2 -> 1, 1 -> 3
  const auto order = weak_topological_order({{1}, {2, 3}, {1}, {}});
  EXPECT_THAT(order.rank, ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(order.latch, ElementsAre(0, 3, 0, 0));
  EXPECT_EQ(order.edge_rank(2, 1), 3U) << "the back edge";
  EXPECT_EQ(order.edge_rank(0, 1), 1U) << "the entry";
  EXPECT_EQ(order.edge_rank(1, 3), 4U) << "the exit";
}

TEST(WeakTopologicalOrder, GivesASelfLoopALatch) {
  const auto order = weak_topological_order({{1}, {1, 2}, {}});
  EXPECT_THAT(order.rank, ElementsAre(0, 1, 3));
  EXPECT_EQ(order.edge_rank(1, 1), 2U);
}

TEST(WeakTopologicalOrder, NestsLoops) {
  // outer head 1 { inner head 2 { 3 } 4 } 5
  const auto order = weak_topological_order({{1}, {2, 5}, {3, 4}, {2}, {1}, {}});
  EXPECT_THAT(order.rank, ElementsAre(0, 1, 2, 3, 5, 7));
  EXPECT_THAT(order.latch, ElementsAre(0, 6, 4, 0, 0, 0));
  EXPECT_EQ(order.edge_rank(3, 2), 4U);
  EXPECT_EQ(order.edge_rank(4, 1), 6U);
}

TEST(WeakTopologicalOrder, LetsAllLatchesOfALoopMeetInOnePlace) {
  // head 1, continue from 2 and 3, end of the body 4, exit 5
  const auto order = weak_topological_order({{1}, {2, 5}, {1, 3}, {1, 4}, {1}, {}});
  EXPECT_EQ(order.edge_rank(2, 1), order.latch[1]);
  EXPECT_EQ(order.edge_rank(3, 1), order.latch[1]);
  EXPECT_EQ(order.edge_rank(4, 1), order.latch[1]);
  EXPECT_GT(order.rank[5], order.latch[1]);
}

TEST(WeakTopologicalOrder, TakesTheFirstEntryOfAnIrreducibleLoopAsItsHead) {
  // Two entries: 0 -> 1, 0 -> 2, 1 <-> 2, 2 -> 3
  const auto order = weak_topological_order({{1, 2}, {2}, {1, 3}, {}});
  EXPECT_THAT(order.rank, ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(order.latch, ElementsAre(0, 3, 0, 0));
  EXPECT_EQ(order.edge_rank(2, 1), 3U);
}

TEST(WeakTopologicalOrder, StartsALoopAroundTheEntryAtTheEntry) {
  const auto order = weak_topological_order({{1}, {0, 2}, {}});
  EXPECT_THAT(order.rank, ElementsAre(0, 1, 3));
  EXPECT_EQ(order.edge_rank(1, 0), 2U);
}

TEST(WeakTopologicalOrder, AcceptsUnreachableVerticesAndDoubleEdges) {
  const auto order = weak_topological_order({{1, 1}, {}, {1, 2}});
  EXPECT_EQ(std::set<std::uint32_t>(order.rank.begin(), order.rank.end()).size(), 3U);
}

FlowGraph random_graph(std::mt19937& random, unsigned most_vertices) {
  FlowGraph graph(1 + random() % most_vertices);
  for (auto& successors : graph) {
    const unsigned edges = random() % 3;
    for (unsigned i = 0; i < edges; ++i) {
      successors.push_back(static_cast<std::uint32_t>(random() % graph.size()));
    }
  }
  return graph;
}

std::vector<bool> reachable(const FlowGraph& graph, std::uint32_t from,
                            const std::vector<bool>& allowed) {
  std::vector<bool> seen(graph.size());
  std::vector<std::uint32_t> open{from};
  seen[from] = true;
  while (!open.empty()) {
    const std::uint32_t v = open.back();
    open.pop_back();
    for (const std::uint32_t to : graph[v]) {
      if (allowed[to] && !seen[to]) {
        seen[to] = true;
        open.push_back(to);
      }
    }
  }
  return seen;
}

void check_order(const FlowGraph& graph) {
  const WeakTopologicalOrder order = weak_topological_order(graph);
  std::set<std::uint32_t> positions;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    ASSERT_TRUE(positions.insert(order.rank[v]).second);
    if (order.latch[v] != 0) {
      ASSERT_TRUE(positions.insert(order.latch[v]).second);
      ASSERT_GT(order.latch[v], order.rank[v]);
    }
    for (const std::uint32_t to : graph[v]) {
      const bool to_head_around = order.latch[to] != 0 && order.rank[to] <= order.rank[v] &&
                                  order.rank[v] < order.latch[to];
      ASSERT_TRUE(order.rank[to] > order.rank[v] || to_head_around) << v << " -> " << to;
      ASSERT_GT(order.edge_rank(v, to), order.rank[v]) << v << " -> " << to;
    }
  }
  ASSERT_EQ(positions.size(), order.end);
  ASSERT_EQ(*positions.rbegin() + 1, order.end);
  for (std::uint32_t head = 0; head < graph.size(); ++head) {
    if (order.latch[head] == 0) continue;
    std::vector<bool> inside(graph.size());
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      inside[v] = order.rank[v] >= order.rank[head] && order.rank[v] < order.latch[head];
      const bool nested = !inside[v] || order.latch[v] <= order.latch[head];
      ASSERT_TRUE(nested) << "the loop of " << v << " reaches out of the loop of " << head;
    }
    const auto from_head = reachable(graph, head, inside);
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      if (!inside[v]) continue;
      ASSERT_TRUE(from_head[v] && reachable(graph, v, inside)[head])
          << v << " is not in a cycle with the head " << head;
    }
  }
}

TEST(WeakTopologicalOrder, HasItsPropertiesOnRandomGraphs) {
  constexpr unsigned kSeed = 1993;
  std::mt19937 random(kSeed);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", graph " + std::to_string(i));
    ASSERT_NO_FATAL_FAILURE(check_order(random_graph(random, i < 1500 ? 12 : 40)));
  }
}

TEST(WeakTopologicalOrder, RefusesLoopsNestedBeyondReason) {
  FlowGraph graph(1500);
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    if (v + 1 < graph.size()) graph[v].push_back(v + 1);
    graph[graph.size() - 1].push_back(v);  // the last vertex leads back to every other
  }
  try {
    weak_topological_order(graph);
    ADD_FAILURE() << "no error was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Program);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("deeper than 1000"));
  }
}

TEST(PostDominators, MeetBehindADiamond) {
  EXPECT_THAT(immediate_post_dominators({{1, 2}, {3}, {3}, {}}), ElementsAre(3, 3, 3, 4));
}

TEST(PostDominators, MeetAtTheEndWhenPathsReturnSeparately) {
  EXPECT_THAT(immediate_post_dominators({{1, 2}, {}, {}}), ElementsAre(3, 3, 3));
}

TEST(PostDominators, OfALoopWithTwoExitsLieBehindBoth) {
  // 1 is the head; 2 breaks to 3, the head leaves to 3
  EXPECT_THAT(immediate_post_dominators({{1}, {2, 3}, {1, 3}, {}}), ElementsAre(1, 3, 3, 4));
}

TEST(PostDominators, OfVerticesThatNeverEndAreTheEnd) {
  EXPECT_THAT(immediate_post_dominators({{1, 2}, {1}, {3}, {}}), ElementsAre(2, 4, 3, 4));
}

/// By definition: p post-dominates v when v cannot reach the end without p.
std::vector<std::uint32_t> defined_post_dominators(const FlowGraph& graph) {
  const auto end = static_cast<std::uint32_t>(graph.size());
  const auto reaches_end = [&](std::uint32_t v, std::uint32_t without) {
    std::vector<bool> allowed(graph.size(), true);
    if (without < end) allowed[without] = false;
    const auto seen = reachable(graph, v, allowed);
    for (std::uint32_t u = 0; u < end; ++u) {
      if (seen[u] && graph[u].empty()) return true;
    }
    return false;
  };
  const auto dominates = [&](std::uint32_t p, std::uint32_t v) {
    return p != v && reaches_end(v, end) && !reaches_end(v, p);
  };
  std::vector<std::uint32_t> result(graph.size(), end);
  for (std::uint32_t v = 0; v < end; ++v) {
    for (std::uint32_t p = 0; p < end; ++p) {
      if (!dominates(p, v)) continue;
      bool nearest = true;
      for (std::uint32_t q = 0; q < end; ++q)
        nearest &= q == p || !dominates(q, v) || dominates(q, p);
      if (nearest) result[v] = p;
    }
  }
  return result;
}

TEST(PostDominators, AgreeWithTheirDefinitionOnRandomGraphs) {
  constexpr unsigned kSeed = 1979;
  std::mt19937 random(kSeed);
  for (int i = 0; i < 1500; ++i) {
    const FlowGraph graph = random_graph(random, 9);
    ASSERT_EQ(immediate_post_dominators(graph), defined_post_dominators(graph))
        << "seed " << kSeed << ", graph " << i << ": " << ::testing::PrintToString(graph);
  }
}

}  // namespace
}  // namespace lanefold
