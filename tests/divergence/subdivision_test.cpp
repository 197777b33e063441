// SPDX-License-Identifier: Apache-2.0
// Lanes that become a slice of their own: where they come back, and that none is ever lost.
#include <random>

#include "tests/divergence/divided_walk.h"
#include "tests/divergence/random_programs.h"
#include "tests/support/many_programs.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

class Subdivision : public BothPolicies {};

/// for (3 times) { load; nop; } nop; and the end of the kernel.
std::vector<std::uint32_t> loop_before_two() {
  return {kLoadWord, kNop, branch_by(-2), kNop, kNop, kExitWord};
}

bool thrice(unsigned /*lane*/, unsigned /*index*/, unsigned visit) { return visit < 2; }

/// The first load divides the lanes; then slices run in the order of `turns`, each as far as it
/// can.
Dividing at_first_load(LaneMask lanes, std::vector<unsigned> turns) {
  auto divided = std::make_shared<bool>(false);
  auto rest = std::make_shared<std::vector<unsigned>>(std::move(turns));
  Dividing dividing;
  dividing.at_load = [lanes, divided](LaneMask) {
    return std::exchange(*divided, true) ? LaneMask() : lanes;
  };
  dividing.next = [rest](const std::vector<unsigned>& able) {
    for (const unsigned turn : *rest) {
      if (std::count(able.begin(), able.end(), turn) != 0) return turn;
    }
    return able.front();
  };
  return dividing;
}

TEST_P(Subdivision, LanesWaitAfterTheirLoop) {
  DividedWalk walk(loop_before_two(), GetParam(), LaneMask(0xf), thrice,
                   at_first_load(LaneMask(6), {1}));
  EXPECT_THAT(walk.run(),
              ElementsAre(Step{0, 0xf}, Step{1, 6}, Step{2, 6}, Step{0, 6}, Step{1, 6}, Step{2, 6},
                          Step{0, 6}, Step{1, 6}, Step{2, 6},  // the others have not left the load
                          Step{1, 9}, Step{2, 9}, Step{0, 9}, Step{1, 9}, Step{2, 9}, Step{0, 9},
                          Step{1, 9}, Step{2, 9}, Step{3, 0xf}, Step{4, 0xf}, Step{5, 0xf}));
}

TEST_P(Subdivision, ASliceWaitsForTheLanesItSplitOff) {
  DividedWalk walk(loop_before_two(), GetParam(), LaneMask(0xf), thrice,
                   at_first_load(LaneMask(6), {0}));
  const std::vector<Step> steps = walk.run();
  EXPECT_EQ(steps[8], (Step{2, 9}));
  EXPECT_EQ(steps[9], (Step{1, 6})) << "only now";
  EXPECT_EQ(steps[17], (Step{3, 0xf}));
}

TEST_P(Subdivision, LanesThatAreAtTheSamePlaceUnite) {
  Dividing dividing = at_first_load(LaneMask(6), {0});
  dividing.unites = [] { return true; };
  DividedWalk walk(loop_before_two(), GetParam(), LaneMask(0xf), thrice, dividing);
  EXPECT_THAT(walk.run(4), ElementsAre(Step{0, 0xf}, Step{1, 0xf}, Step{2, 0xf}, Step{0, 0xf}));
  EXPECT_EQ(walk.united(), 1U);
}

// Behind the load the function has no loop: lanes do not come back, and end by themselves.
TEST_P(Subdivision, LanesWithoutAPlaceToMeetEndByThemselves) {
  const std::vector<std::uint32_t> words{kLoadWord, kNop, kExitWord};
  DividedWalk walk(words, GetParam(), LaneMask(0xf), thrice, at_first_load(LaneMask(8), {0}));
  EXPECT_THAT(walk.run(),
              ElementsAre(Step{0, 0xf}, Step{1, 7}, Step{2, 7}, Step{1, 8}, Step{2, 8}));
  EXPECT_EQ(walk.slices(), 2U);
}

/// if (lane is odd) { nop; nop; } else nop; and the end of the kernel.
TEST_P(Subdivision, PathsOfABranchRunSideBySideAndMeetBehindIt) {
  const std::vector<std::uint32_t> words{branch_by(3), kNop, jump_by(3), kNop,
                                         kNop,         kNop, kExitWord};
  Dividing dividing;
  dividing.at_branch = [] { return true; };
  bool turn = false;
  dividing.next = [&turn](const std::vector<unsigned>& able) {
    turn = !turn;
    return turn ? able.front() : able.back();
  };
  DividedWalk walk(
      words, GetParam(), LaneMask(0xf),
      [](unsigned lane, unsigned, unsigned) { return lane % 2 != 0; }, dividing);
  const std::vector<Step> steps = walk.run();
  ASSERT_EQ(steps.size(), 7U);
  EXPECT_NE(steps[1].lanes, steps[2].lanes) << "they take turns";
  EXPECT_NE(steps[2].lanes, steps[3].lanes);
  EXPECT_EQ(steps[5], (Step{5, 0xf}));
}

/// Runs random programs whose slices are divided at random; returns how many of them end.
unsigned walk_divided_programs(ReconvergencePolicy policy, unsigned seed, int programs) {
  std::mt19937 random(seed);
  unsigned ended = 0;
  for (int program = 0; program < programs && !::testing::Test::HasFailure(); ++program) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", program " + std::to_string(program));
    const std::vector<std::uint32_t> words = random_program(random, kLoadWord);
    const unsigned rarely = 1 + random() % 8;
    Dividing dividing;
    dividing.at_load = [&](LaneMask lanes) { return LaneMask(random() & lanes.bits()); };
    dividing.at_branch = [&] { return random() % rarely == 0; };
    dividing.unites = [&] { return random() % rarely == 0; };
    dividing.next = [&](const std::vector<unsigned>& able) { return able[random() % able.size()]; };
    const Decision decision = random_decision(random());
    DividedWalk together(words, policy, LaneMask::first(8), decision, dividing);
    ended += expect_same_ways(together, words, policy, decision) ? 1 : 0;
  }
  return ended;
}

TEST_P(Subdivision, EveryLaneGoesTheWayThatItGoesAlone) {
  EXPECT_GT(walk_divided_programs(GetParam(), 2010, 300), 150U) << "most programs end";
}

TEST_P(Subdivision, DeepEveryLaneOfManyProgramsGoesTheWayThatItGoesAlone) {
  constexpr int kPrograms = many_programs(20'000);
  EXPECT_GT(walk_divided_programs(GetParam(), 2011, kPrograms), kPrograms / 2U)
      << "most programs end";
}

INSTANTIATE_TEST_SUITE_P(EveryPolicy, Subdivision,
                         ::testing::ValuesIn(all_of<ReconvergencePolicy>()));

}  // namespace
}  // namespace lanefold
