// SPDX-License-Identifier: Apache-2.0
// The search for width and depth, transition by transition.
#include "decisions/warp_slices/adaptation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace lanefold {
namespace {

using ::testing::ElementsAre;

constexpr AdaptationSpace kTwoWide{2, 32, 8};  // the WPU of IPDPS'12 section IV-B
constexpr AdaptationSpace kDeep{16, 16, 64};

using Cost = std::function<std::uint64_t(const SimdConfiguration&)>;

/// Configurations that are tried in turn, the last one the choice, where a task takes `cost`.
std::vector<std::string> path(Adaptation& search, const Cost& cost) {
  std::vector<std::string> tried;
  while (!search.converged()) {
    tried.push_back(search.current().text());
    search.finish_interval({cost(search.current()) * 100, 100});
  }
  tried.push_back(search.current().text());
  return tried;
}

std::vector<std::string> path(const AdaptationSpace& space, AdaptationStrategy strategy,
                              AdaptationConvergence convergence, const Cost& cost) {
  Adaptation search(space, strategy, convergence);
  return path(search, cost);
}

std::uint64_t distance(unsigned a, unsigned b) { return a > b ? a - b : b - a; }

TEST(Adaptation, BeginsWithWholeWarpsAllOfWhichRun) {
  const Adaptation search(kTwoWide, AdaptationStrategy::Dwrep, AdaptationConvergence::Anneal);
  EXPECT_EQ(search.current().text(), "32x2");
  EXPECT_FALSE(search.converged());
}

TEST(Adaptation, StaysWhereNoNeighbourGains) {
  const auto flat = [](const SimdConfiguration&) { return 10; };
  EXPECT_THAT(path(kTwoWide, AdaptationStrategy::DepthOnly, AdaptationConvergence::Inc, flat),
              ElementsAre("32x2", "32x1", "32x2"));
  EXPECT_THAT(path(kTwoWide, AdaptationStrategy::WidthOnly, AdaptationConvergence::Inc, flat),
              ElementsAre("32x2", "31x4", "32x2"));
}

// Both neighbours of 16x16 that there are, then on in the direction that gained, until it does not.
TEST(Adaptation, GoesOnInTheBetterDirectionAsLongAsThatGains) {
  const auto best_at_13 = [](const SimdConfiguration& simd) {
    return 10 + distance(simd.depth, 13);
  };
  EXPECT_THAT(path(kDeep, AdaptationStrategy::DepthOnly, AdaptationConvergence::Inc, best_at_13),
              ElementsAre("16x16", "16x15", "16x14", "16x13", "16x12", "16x13"));
}

TEST(Adaptation, TriesBothNeighboursAndTakesTheBetter) {
  const auto best_at_6 = [](const SimdConfiguration& simd) { return 10 + distance(simd.depth, 6); };
  EXPECT_THAT(path(kDeep, AdaptationStrategy::DepthOnly, AdaptationConvergence::Anneal, best_at_6),
              ElementsAre("16x16", "16x8",           // a stride of 8 down; 0 is no depth
                          "16x12", "16x4",           // of 4
                          "16x10", "16x6", "16x4",   // of 2, and on
                          "16x7", "16x5", "16x6"));  // of 1
}

// All slices of all warps run.
TEST(Adaptation, OfTheWidthAloneKeepsAllWarpsActive) {
  const auto best_at_8 = [](const SimdConfiguration& simd) { return 10 + distance(simd.width, 8); };
  EXPECT_THAT(
      path(kTwoWide, AdaptationStrategy::WidthOnly, AdaptationConvergence::Anneal, best_at_8),
      ElementsAre("32x2", "16x4",  // a stride of 16
                  "24x4", "8x8",   // of 8, then the table has no room for more slices
                  "12x6",          // of 4
                  "10x8", "9x8",   // of 2 and 1
                  "8x8"));
}

// The depth first, then the width, and again until neither gains.
TEST(Adaptation, OfBothRepeatsUntilNeitherGains) {
  const auto best_at_8x4 = [](const SimdConfiguration& simd) {
    return 100 + 4 * distance(simd.width, 8) - std::min(simd.depth, 4U);
  };
  EXPECT_THAT(path(kTwoWide, AdaptationStrategy::Dwrep, AdaptationConvergence::Anneal, best_at_8x4),
              ElementsAre("32x2", "32x1",               // strides of 1 and 16: not less deep
                          "16x2",                       // narrower
                          "16x3", "16x1", "16x4",       // deeper, now that there are slices
                          "32x2",                       // not wider
                          "16x3", "24x4", "8x4",        // strides of 1 and 8
                          "8x5", "8x3",                 // neither gains
                          "12x4", "8x5", "8x3",         // of 1 and 4
                          "10x4", "8x5", "8x3", "9x4",  // of 1 and 2, of 1 and 1
                          "8x5", "8x3", "8x4"));
}

/// Of each interval in turn.
std::vector<unsigned> steps(const AdaptationSpace& space, AdaptationStrategy strategy,
                            AdaptationConvergence convergence, const Cost& cost) {
  Adaptation search(space, strategy, convergence);
  std::vector<unsigned> steps;
  while (!search.converged()) {
    search.finish_interval({cost(search.current()) * 100, 100});
    steps.push_back(search.steps());
  }
  return steps;
}

// Five for a comparison. Of 16 slices there is no 17th, which takes a look, and so does each that
// runs next. One below that gains nothing ends the search at once.
TEST(Adaptation, CountsAStepForEachLook) {
  const auto best_at_14 = [](const SimdConfiguration& simd) {
    return 10 + distance(simd.depth, 14);
  };
  EXPECT_THAT(steps(kDeep, AdaptationStrategy::DepthOnly, AdaptationConvergence::Inc, best_at_14),
              ElementsAre(5 + 2, 5 + 1, 5 + 1, 5));
}

// The best is one of 8 slices, at the second stride of 4: above, below, and back to the one above.
TEST(Adaptation, CountsAStepBackToWhatIsAbove) {
  const auto best_at_14 = [](const SimdConfiguration& simd) {
    return simd.depth == 16 ? 99 : 10 + distance(simd.depth, 14);
  };
  EXPECT_THAT(path(kDeep, AdaptationStrategy::DepthOnly, AdaptationConvergence::Anneal, best_at_14),
              ElementsAre("16x16", "16x8", "16x12", "16x4", "16x16", "16x14", "16x10", "16x16",
                          "16x15", "16x13", "16x14"));
  EXPECT_THAT(
      steps(kDeep, AdaptationStrategy::DepthOnly, AdaptationConvergence::Anneal, best_at_14),
      ElementsAre(5 + 2, 5 + 1 + 1, 5 + 1, 5 + 2, 5 + 1, 5 + 1, 5 + 2, 5 + 1, 5 + 1, 5));
}

TEST(Adaptation, SettlesForTwoSlicesOfEightLanesWhereThereIsTooLittleToDo) {
  const auto settled = [](const AdaptationSpace& space, SimdConfiguration small = {8, 2}) {
    Adaptation search(space, AdaptationStrategy::Dwrep, AdaptationConvergence::Anneal, {small});
    search.settle_for_default();
    EXPECT_TRUE(search.converged());
    return search.current().text();
  };
  EXPECT_EQ(settled(kTwoWide), "8x2");
  EXPECT_EQ(settled({1, 4, 8}), "4x1") << "no more lanes, and one slice";
  EXPECT_EQ(settled({4, 32, 8}), "16x2") << "narrower slices would not fit the table";
  EXPECT_EQ(settled(kTwoWide, {32, 2}), "32x2") << "or for what is asked for";
  EXPECT_EQ(settled({1, 4, 8}, {16, 3}), "4x1") << "or the nearest to it";
}

TEST(Adaptation, BeginsAgainAtEveryLaunch) {
  const auto narrow = [](const SimdConfiguration& simd) { return simd.width; };
  Adaptation search(kTwoWide, AdaptationStrategy::Dwrep, AdaptationConvergence::Anneal);
  const std::vector<std::string> first = path(search, narrow);
  search.start();
  EXPECT_EQ(path(search, narrow), first);
}

/// What the search tries where intervals take so many cycles a task, one after the other, the last
/// one from then on.
std::vector<std::string> path_of_readings(const AdaptationRules& rules,
                                          const std::vector<std::uint64_t>& readings) {
  Adaptation search(kDeep, AdaptationStrategy::DepthOnly, AdaptationConvergence::Inc, rules);
  std::size_t interval = 0;
  return path(search, [&](const SimdConfiguration&) {
    return readings[std::min(interval++, readings.size() - 1)];
  });
}

constexpr AdaptationRules kFivePercent{{8, 2}, 5};

TEST(AdaptationMargin, TakesNoGainThatIsNotMore) {
  EXPECT_THAT(path_of_readings({}, {100, 99, 99}), ElementsAre("16x16", "16x15", "16x14", "16x15"));
  EXPECT_THAT(path_of_readings(kFivePercent, {100, 95}), ElementsAre("16x16", "16x15", "16x16"));
}

TEST(AdaptationMargin, TakesAGainThatASecondIntervalConfirms) {
  EXPECT_THAT(path_of_readings(kFivePercent, {100, 94, 94, 93}),
              ElementsAre("16x16", "16x15", "16x15", "16x14", "16x15"));
}

// Or the whole search would end at 16x14, which was lucky once.
TEST(AdaptationMargin, IsNotMetByOneLuckyInterval) {
  EXPECT_THAT(path_of_readings(kFivePercent, {100, 80, 80, 50, 100}),
              ElementsAre("16x16", "16x15", "16x15", "16x14", "16x14", "16x15"));
}

// 80 and 90 are 85, and 81 is less than five per cent better.
TEST(AdaptationMargin, ComparesWithBothIntervalsOfTheBest) {
  EXPECT_THAT(path_of_readings(kFivePercent, {100, 80, 90, 81}),
              ElementsAre("16x16", "16x15", "16x15", "16x14", "16x15"));
  EXPECT_THAT(path_of_readings(kFivePercent, {100, 80, 90, 80, 80, 79}),
              ElementsAre("16x16", "16x15", "16x15", "16x14", "16x14", "16x13", "16x14"));
}

// 16x4 gains more than 16x12, but only once.
TEST(AdaptationMargin, LetsTheOtherDirectionGainWhereTheBetterDoesNot) {
  const std::vector<std::uint64_t> readings{
      100, 90,  90,  // 16x16, 16x8, and again
      80,  60,  90,  // 16x12, 16x4, which was lucky
      80,  100,      // 16x12 again; no further up, which is 16x16
  };
  Adaptation search(kDeep, AdaptationStrategy::DepthOnly, AdaptationConvergence::Anneal,
                    kFivePercent);
  std::size_t interval = 0;
  std::vector<std::string> tried = path(search, [&](const SimdConfiguration&) {
    return interval < readings.size() ? readings[interval++] : 100;
  });
  tried.resize(9);
  EXPECT_THAT(tried, ElementsAre("16x16", "16x8", "16x8", "16x12", "16x4", "16x4", "16x12", "16x16",
                                 "16x14"));
  EXPECT_EQ(search.current().text(), "16x12");
}

TEST(AdaptationWidthStep, KeepsTheThreadsOrTheNearestToThem) {
  const auto narrow = [](const SimdConfiguration& simd) { return 10 + simd.width; };
  const AdaptationRules threads{{8, 2}, 0, WidthStep::Threads};
  const auto found = [&](AdaptationSpace space, AdaptationStrategy strategy) {
    Adaptation search(space, strategy, AdaptationConvergence::Anneal, threads);
    std::vector<std::string> tried = path(search, narrow);
    tried.resize(5);
    return tried;
  };
  EXPECT_THAT(found({2, 32, 8}, AdaptationStrategy::Dwrep),
              ElementsAre("32x2", "32x1", "16x4", "16x3", "24x3"))
      << "64 lanes; 72 are nearer to 64 than 48 are";
  EXPECT_THAT(found({2, 32, 8}, AdaptationStrategy::WidthOnly),
              ElementsAre("32x2", "16x4", "24x4", "8x8", "12x6"))
      << "all slices run";
}

TEST(IntervalResult, ComparesCyclesOfATask) {
  EXPECT_TRUE((IntervalResult{99, 10}.better_than({100, 10})));
  EXPECT_FALSE((IntervalResult{100, 10}.better_than({100, 10})));
  EXPECT_TRUE((IntervalResult{150, 16}.better_than({100, 10})));
  EXPECT_FALSE((IntervalResult{190, 20}.better_than({100, 10}, 5))) << "five per cent, not more";
  EXPECT_TRUE((IntervalResult{189, 20}.better_than({100, 10}, 5)));
}

// Whatever is measured, and however noisy it is.
TEST(Adaptation, EndsAndSuggestsNothingIllegal) {
  std::mt19937 generator(11);
  const auto random = [&] { return static_cast<unsigned>(generator()); };
  for (unsigned run = 0; run < 2000; ++run) {
    AdaptationSpace space{1U + random() % 8, 1U + random() % 64, 0};
    space.capacity = space.warps + random() % (65 - space.warps);
    AdaptationStrategy strategy =
        std::array{AdaptationStrategy::Dwrep, AdaptationStrategy::WidthOnly,
                   AdaptationStrategy::DepthOnly}[random() % 3];
    const auto convergence =
        random() % 2 == 0 ? AdaptationConvergence::Anneal : AdaptationConvergence::Inc;
    const AdaptationRules rules{{8, 2},
                                random() % 2 == 0 ? 0U : 1U + static_cast<unsigned>(random() % 50),
                                random() % 2 == 0 ? WidthStep::Depth : WidthStep::Threads};
    Adaptation search(space, strategy, convergence, rules);
    unsigned intervals = 0;
    for (; !search.converged() && intervals < 5000; ++intervals) {
      ASSERT_TRUE(space.legal(search.current())) << search.current().text();
      search.finish_interval({1 + random() % 1000, 1 + random() % 100});
    }
    ASSERT_TRUE(search.converged());
    ASSERT_TRUE(space.legal(search.current()));
  }
}

}  // namespace
}  // namespace lanefold
