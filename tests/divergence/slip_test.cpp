// SPDX-License-Identifier: Apache-2.0
// Lanes that a load leaves behind: where they join again, and that none is ever lost (SC'09 4.3).
#include "tests/divergence/random_programs.h"
#include "tests/support/many_programs.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kAll = 0xf;

/// Lanes of `late` miss their first load, and get their values when `*come`.
Slipping first_load_misses(LaneMask late, const std::shared_ptr<bool>& come) {
  auto missed = std::make_shared<bool>(false);
  return {[late, missed](LaneMask lanes) {
            const bool first = !*missed;
            *missed = true;
            return first ? late & lanes : LaneMask();
          },
          [come](LaneMask waiting) { return *come ? waiting : LaneMask(); }};
}

/// for (3 times) { load; nop; } and the end of the kernel.
std::vector<std::uint32_t> loop() { return {kLoadWord, kNop, branch_by(-2), kNop, kExitWord}; }

bool three_times(unsigned /*lane*/, unsigned /*index*/, unsigned visit) { return visit < 2; }

class Slip : public BothPolicies {};

TEST_P(Slip, LanesJoinAtTheSameLoadAndComeOnePassLater) {
  const auto come = std::make_shared<bool>(true);
  Walk walk(loop(), GetParam(), LaneMask(kAll), three_times, first_load_misses(LaneMask(2), come));
  EXPECT_THAT(walk.run(),
              ElementsAre(Step{0, 0xf}, Step{1, 0xd}, Step{2, 0xd},                // lane 1 waits
                          Step{0, 0xd}, Step{1, 0xf}, Step{2, 0xf},                // and joins
                          Step{0, 0xf}, Step{1, 0xf}, Step{2, 0xf},                // three passes
                          Step{0, 0x2}, Step{1, 0x2}, Step{2, 0x2}, Step{3, 0xf},  // its last
                          Step{4, 0xf}));
}

// The loop's exit is instruction 3; in the order of ways, lane 1 comes there before others go on.
TEST_P(Slip, LanesJoinBehindTheirLoopIfTheyAreGatheredThere) {
  const auto come = std::make_shared<bool>(true);
  Slipping slipping = first_load_misses(LaneMask(2), come);
  slipping.gather_at_loop_exits = true;
  Walk walk(
      {kLoadWord, kNop, branch_by(-2), kNop, kNop, kExitWord}, GetParam(), LaneMask(kAll),
      [](unsigned /*lane*/, unsigned /*index*/, unsigned visit) { return visit < 1; }, slipping);
  EXPECT_THAT(walk.run(), ElementsAre(Step{0, 0xf}, Step{1, 0xd}, Step{2, 0xd},  // lane 1 waits
                                      Step{0, 0xd}, Step{1, 0xf}, Step{2, 0xf},  // and joins
                                      Step{0, 0x2}, Step{1, 0x2}, Step{2, 0x2},  // its last pass
                                      Step{3, 0xf}, Step{4, 0xf}, Step{5, 0xf}));
}

/// while (true) { load; if (leave) break; nop; if (!again) return; } nop; return;
TEST_P(Slip, LanesJoinAtTheReturnWhereALoopHasNoSingleExit) {
  const auto come = std::make_shared<bool>(true);
  Slipping slipping = first_load_misses(LaneMask(2), come);
  slipping.gather_at_loop_exits = true;
  const std::vector<std::uint32_t> words{kLoadWord, branch_by(4), kNop,     branch_by(-3),
                                         kExitWord, kNop,         kExitWord};
  Walk walk(
      words, GetParam(), LaneMask(kAll),
      [](unsigned lane, unsigned index, unsigned visit) {
        return index == 3 ? visit < 1 : visit == 1 && lane < 2;
      },
      slipping);
  unsigned executed = 0;
  for (const Step& step : walk.run(100)) {
    if (step.index == 0) executed += LaneMask(step.lanes).count();
  }
  EXPECT_TRUE(walk.done());
  EXPECT_EQ(executed, 8U) << "two passes of each lane";
}

TEST_P(Slip, UnmetLanesRunAfterTheRestHasEnded) {
  const auto come = std::make_shared<bool>(false);
  Walk walk(loop(), GetParam(), LaneMask(kAll), three_times, first_load_misses(LaneMask(2), come));
  EXPECT_EQ(walk.run(11).back(), (Step{4, 0xd}));
  EXPECT_EQ(walk.lanes().current().pc, Walk::kBase + 4) << "behind the load";
  EXPECT_TRUE(walk.lanes().waits());
  *come = true;
  EXPECT_THAT(walk.run(4), ElementsAre(Step{1, 2}, Step{2, 2}, Step{0, 2}, Step{1, 2}));
}

TEST_P(Slip, ABarrierIsPassedByAllTogether) {
  const auto come = std::make_shared<bool>(true);
  const std::vector<std::uint32_t> words{kLoadWord, kNop, kBarrierWord, kExitWord};
  Walk walk(words, GetParam(), LaneMask(kAll), three_times, first_load_misses(LaneMask(6), come));
  EXPECT_THAT(walk.run(),
              ElementsAre(Step{0, 0xf}, Step{1, 9}, Step{1, 6}, Step{2, 0xf}, Step{3, 0xf}));
}

/// The first load leaves lane 1 behind, the second, which leads to a barrier, lane 2. Their values
/// come after lanes have been able to run `delay` times.
Slipping two_loads_miss(unsigned delay) {
  const auto loads = std::make_shared<unsigned>(0);
  const auto turns = std::make_shared<unsigned>(0);
  return {[loads](LaneMask lanes) {
            const unsigned load = ++*loads;
            return load <= 2 ? lanes & LaneMask::lane(load) : LaneMask();
          },
          [turns, delay](LaneMask waiting) { return ++*turns > delay ? waiting : LaneMask(); }};
}

TEST_P(Slip, LanesThatTwoLoadsBeforeABarrierLeaveBehindPassItWithTheOthers) {
  for (const unsigned delay : {0U, 20U}) {
    SCOPED_TRACE(delay);
    const std::vector<std::uint32_t> words{kLoadWord, kNop, kLoadWord, kBarrierWord, kExitWord};
    Walk walk(words, GetParam(), LaneMask(kAll), three_times, two_loads_miss(delay));
    EXPECT_THAT(walk.run(), ElementsAre(Step{0, 0xf}, Step{1, 0xd}, Step{2, 0xd}, Step{1, 2},
                                        Step{2, 2}, Step{3, 0xf}, Step{4, 0xf}));
  }
}

TEST_P(Slip, AFunctionWaitsWithItsReturn) {
  const auto come = std::make_shared<bool>(true);
  const std::vector<std::uint32_t> words{call_by(2), kExitWord, kLoadWord, kNop, kReturn};
  Walk walk(words, GetParam(), LaneMask(kAll), three_times, first_load_misses(LaneMask(8), come));
  EXPECT_THAT(walk.run(), ElementsAre(Step{0, 0xf}, Step{2, 0xf}, Step{3, 7}, Step{3, 8},
                                      Step{4, 0xf}, Step{1, 0xf}));
}

/// Runs random programs with values that come at random times; returns how many of them end.
unsigned walk_random_programs(ReconvergencePolicy policy, unsigned seed, int programs) {
  std::mt19937 random(seed);
  unsigned ended = 0;
  for (int program = 0; program < programs && !::testing::Test::HasFailure(); ++program) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", program " + std::to_string(program));
    const std::vector<std::uint32_t> words = random_program(random, kLoadWord);
    const unsigned rarely = 2 + random() % 8;
    const auto some = [&](LaneMask lanes) {
      LaneMask chosen;
      for_each_lane(lanes, [&](unsigned lane) {
        if (random() % rarely == 0) chosen.set(lane);
      });
      return chosen;
    };
    const Decision decision = random_decision(random());
    const bool behind_loops = program % 2 != 0;
    const auto when_all_miss = static_cast<AllMiss>(program % 3);
    const Slipping slipping{some, some, behind_loops, when_all_miss};
    ended += expect_same_ways(words, policy, decision, slipping) ? 1 : 0;
  }
  return ended;
}

TEST_P(Slip, EveryLaneGoesTheWayThatItGoesAlone) {
  EXPECT_GT(walk_random_programs(GetParam(), 2009, 200), 100U) << "most programs end";
}

TEST_P(Slip, DeepEveryLaneOfManyProgramsGoesTheWayThatItGoesAlone) {
  constexpr int kPrograms = many_programs(20'000);
  EXPECT_GT(walk_random_programs(GetParam(), 2012, kPrograms), kPrograms / 2U)
      << "most programs end";
}

INSTANTIATE_TEST_SUITE_P(EveryPolicy, Slip, ::testing::ValuesIn(all_of<ReconvergencePolicy>()));

}  // namespace
}  // namespace lanefold
