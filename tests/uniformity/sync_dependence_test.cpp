// SPDX-License-Identifier: Apache-2.0
// Where the ways of a branch meet, and which loops lanes leave in different iterations.
#include "analysis/uniformity/sync_dependence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lanefold/memory_map.h"
#include "lanefold/program.h"
#include "tests/support/pipeline.h"
#include "tests/support/words.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Found {
  std::vector<std::uint32_t> joins;  ///< index of the first instruction of each
  std::vector<std::uint32_t> loops;
  bool goes_back = false;
  bool out_of_step = false;
};

/// What depends on the branch that is instruction `branch`.
Found ways_of(const Code& code, std::uint32_t branch) {
  const auto program = make_program(code);
  const ProgramImage& image = program->image();
  const FunctionGraph graph = function_graph(image, kCodeBase);
  std::uint32_t vertex = 0;
  while (image.flow.blocks[graph.blocks[vertex]].last != branch) ++vertex;
  const SyncDependence ways = sync_dependence(graph, vertex);
  const auto firsts = [&](const std::vector<std::uint32_t>& vertices) {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t v : vertices) {
      result.push_back(v == graph.end ? 99 : image.flow.blocks[graph.blocks[v]].first);
    }
    std::sort(result.begin(), result.end());
    return result;
  };
  return {firsts(ways.joins), firsts(ways.loops), ways.goes_back, ways.out_of_step};
}

TEST(SyncDependence, AnIfElseMeetsBehindIt) {
  // 0: beq 3 | 1: nop, 2: j 4 | 3: nop | 4: exit
  const Found f = ways_of({branch_by(3), kNop, jump_by(2), kNop, kExitWord}, 0);
  EXPECT_THAT(f.joins, ElementsAre(4));
  EXPECT_THAT(f.loops, IsEmpty());
}

TEST(SyncDependence, AWayOutOfALoopPartsItsIterations) {
  // 0: nop | 1: beq 4 | 2: nop, 3: j 1 | 4: exit
  const Found f = ways_of({kNop, branch_by(3), kNop, jump_by(-2), kExitWord}, 1);
  EXPECT_THAT(f.joins, IsEmpty()) << "lanes come to the head by one way only";
  EXPECT_THAT(f.loops, ElementsAre(1));
}

TEST(SyncDependence, TwoWaysOutMeetBehindTheLoop) {
  // 0: beq 4 (out) | 1: beq 3 (out) | 2: j 0 | 3: nop | 4: exit
  const Found f = ways_of({branch_by(4), branch_by(2), jump_by(-2), kNop, kExitWord}, 0);
  EXPECT_THAT(f.joins, ElementsAre(4));
  EXPECT_THAT(f.loops, ElementsAre(0));
}

TEST(SyncDependence, AnIfInALoopPartsNothingElse) {
  // 0: nop | 1: beq 3 | 2: nop | 3: beq 1 | 4: exit
  const Found f = ways_of({kNop, branch_by(2), kNop, branch_by(-2), kExitWord}, 1);
  EXPECT_THAT(f.joins, ElementsAre(3));
  EXPECT_THAT(f.loops, IsEmpty());
  EXPECT_FALSE(f.goes_back);
}

TEST(SyncDependence, ReturnsMeetAtTheEndOfTheFunction) {
  const Found f = ways_of({branch_by(2), kReturn, kReturn}, 0);
  EXPECT_THAT(f.joins, ElementsAre(99));
}

TEST(SyncDependence, AnInnerLoopMayShareItsHeadWithTheOuterOne) {
  // 0: nop | 1: beq 1 | 2: beq 1 | 3: exit
  const Found f = ways_of({kNop, branch_by(0), branch_by(-1), kExitWord}, 1);
  EXPECT_THAT(f.joins, ElementsAre(1));
  EXPECT_THAT(f.loops, ElementsAre(1));
  EXPECT_TRUE(f.goes_back);
}

TEST(SyncDependence, ALoopThatIsEnteredInItsMiddleIsNotFollowed) {
  // 0: beq 2 (into the middle) | 1: nop | 2: beq 1 | 3: exit
  const Found f = ways_of({branch_by(2), kNop, branch_by(-1), kExitWord}, 0);
  EXPECT_TRUE(f.out_of_step);
}

}  // namespace
}  // namespace lanefold
