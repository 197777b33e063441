// SPDX-License-Identifier: Apache-2.0
// Random programs under every reconvergence policy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/divergence/random_programs.h"

namespace lanefold {
namespace {

TEST_P(BothPolicies, SendEachLaneTheWayThatItGoesAlone) {
  constexpr unsigned kSeed = 2013;
  std::mt19937 random(kSeed);
  for (int program = 0; program < 400; ++program) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", program " + std::to_string(program));
    const std::vector<std::uint32_t> words = random_program(random, kNop);
    expect_same_ways(words, GetParam(), random_decision(random()), {});
    if (HasFailure()) return;
  }
}

TEST(WtoReconvergence, NeedsNoMoreStepsThanIpdomOnMostRandomPrograms) {
  constexpr unsigned kSeed = 44;
  std::mt19937 random(kSeed);
  std::size_t wto_steps = 0;
  std::size_t ipdom_steps = 0;
  for (int program = 0; program < 300; ++program) {
    const std::vector<std::uint32_t> words = random_program(random, kNop);
    const Decision decision = [](unsigned lane, unsigned index, unsigned visit) {
      return (lane * 7 + index * 3 + visit * 5 + lane * visit) % 4 < 2;
    };
    Walk wto(words, ReconvergencePolicy::Wto, LaneMask::first(16), decision);
    Walk ipdom(words, ReconvergencePolicy::Ipdom, LaneMask::first(16), decision);
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
