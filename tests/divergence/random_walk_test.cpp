// SPDX-License-Identifier: Apache-2.0
// Random programs under every reconvergence policy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/divergence/walk.h"

namespace lanefold {
namespace {

/// Random functions of branches, jumps, calls to later functions, returns and exits.
std::vector<std::uint32_t> random_program(std::mt19937& random) {
  const int functions = 1 + static_cast<int>(random() % 3);
  const int length = 6 + static_cast<int>(random() % 14);
  std::vector<std::uint32_t> words;
  for (int f = 0; f < functions; ++f) {
    const std::uint32_t end = f == 0 ? kExitWord : kReturn;
    for (int i = 0; i < length; ++i) {
      const int target = static_cast<int>(random() % static_cast<unsigned>(length)) - i;
      const int callee = f + 1 < functions ? (functions - 1 - f) * length - i : 0;
      switch (random() % 8) {
        case 0:
          words.push_back(jump_by(target == 0 ? 1 : target));
          break;
        case 1:
        case 2:
        case 3:
          words.push_back(branch_by(target == 0 ? 1 : target));
          break;
        case 4:
          words.push_back(callee != 0 ? call_by(callee) : kNop);
          break;
        case 5:
          words.push_back(random() % 3 == 0 ? end : kNop);
          break;
        default:
          words.push_back(kNop);
      }
    }
    words.back() = end;
  }
  return words;
}

TEST_P(BothPolicies, SendEachLaneTheWayThatItGoesAlone) {
  constexpr unsigned kSeed = 2013;
  std::mt19937 random(kSeed);
  for (int program = 0; program < 400; ++program) {
    const std::vector<std::uint32_t> words = random_program(random);
    const unsigned salt = random();
    const Decision decision = [salt](unsigned lane, unsigned index, unsigned visit) {
      const unsigned bits = (lane * 2654435761U) ^ (index * 40503U) ^ (visit * 69069U) ^ salt;
      return visit > 40 ? visit % 2 == 0 : (bits * 2246822519U >> 20) % 2 != 0;
    };
    constexpr unsigned kLanes = 8;
    Walk together(words, GetParam(), LaneMask::first(kLanes), decision);
    std::vector<unsigned> paths[kLanes];
    for (const Step& step : together.run(4000)) {
      for_each_lane(LaneMask(step.lanes), [&](unsigned l) { paths[l].push_back(step.index); });
    }
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      Walk alone(words, GetParam(), LaneMask::lane(lane), decision);
      std::vector<unsigned> path;
      for (const Step& step : alone.run(together.done() ? 4000 : paths[lane].size())) {
        path.push_back(step.index);
      }
      ASSERT_EQ(paths[lane], path)
          << "seed " << kSeed << ", program " << program << ", lane " << lane;
    }
  }
}

TEST(WtoReconvergence, NeedsNoMoreStepsThanIpdomOnMostRandomPrograms) {
  constexpr unsigned kSeed = 44;
  std::mt19937 random(kSeed);
  std::size_t wto_steps = 0;
  std::size_t ipdom_steps = 0;
  for (int program = 0; program < 300; ++program) {
    const std::vector<std::uint32_t> words = random_program(random);
    const Decision decision = [](unsigned lane, unsigned index, unsigned visit) {
      return (lane * 7 + index * 3 + visit * 5 + lane * visit) % 4 < 2;
    };
    Walk wto(words, "wto", LaneMask::first(16), decision);
    Walk ipdom(words, "ipdom", LaneMask::first(16), decision);
    const std::size_t by_wto = wto.run(5000).size();
    const std::size_t by_ipdom = ipdom.run(5000).size();
    if (!wto.done() || !ipdom.done()) continue;
    wto_steps += by_wto;
    ipdom_steps += by_ipdom;
  }
  EXPECT_LT(wto_steps, ipdom_steps) << "seed " << kSeed;
}

}  // namespace
}  // namespace lanefold
