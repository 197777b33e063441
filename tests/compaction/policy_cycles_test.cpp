// SPDX-License-Identifier: Apache-2.0
// Counting the cycles of every policy at once.
#include "lanefold/policy_cycles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"

namespace lanefold {
namespace {

TEST(MaskCosts, AreTheCyclesOfEveryCountedPolicyHoweverOftenMasksReturn) {
  MaskCosts costs{QuadGeometry()};
  for (const unsigned step : {7U, 1U, 13U}) {
    for (unsigned mask = 0; mask < 1U << 16; mask += step) {
      const std::uint32_t* cycles = costs.of(LaneMask(mask));
      for (const CountedPolicy& policy : counted_policies()) {
        ASSERT_EQ(*cycles++, make_compactor(policy.policy)->cycles(LaneMask(mask), {}))
            << policy.policy << " " << mask;
      }
    }
  }
}

TEST(PolicyCycles, GrowByAllInstructionsOfAMask) {
  MaskCosts costs{QuadGeometry()};
  PolicyCycles cycles;
  cycles.add(costs.of(LaneMask(0xffff)), 3);
  cycles.add(costs.of(LaneMask(0x1111)), 2);
  EXPECT_EQ(cycles[CompactionPolicy::None], 3 * 4U + 2 * 4U);
  EXPECT_EQ(cycles[CompactionPolicy::Scc], 3 * 4U + 2 * 1U);
  EXPECT_EQ(cycles.least(), cycles[CompactionPolicy::Scc]);
}

TEST(PolicyCycles, HaveACounterForEachPolicyNamedAfterIt) {
  std::vector<std::string> counters;
  for (const CountedPolicy& policy : counted_policies()) {
    counters.push_back(policy.counter);
    EXPECT_NE(policy.help, "") << policy.policy;
  }
  EXPECT_THAT(counters, ::testing::IsSupersetOf(
                            {"eu_cycles_none", "eu_cycles_ivb", "eu_cycles_bcc", "eu_cycles_scc"}));
}

TEST(PolicyCycles, UncountedPoliciesShareACountedPolicysCyclesForEveryMask) {
  for (const CompactionPolicy name : all_of<CompactionPolicy>()) {
    const auto policy = make_compactor(name);
    if (policy->counter_help() != nullptr) continue;
    const auto& counted = counted_policies();
    EXPECT_TRUE(std::any_of(counted.begin(), counted.end(), [&](const CountedPolicy& other) {
      const auto same = make_compactor(other.policy);
      for (unsigned mask = 0; mask < 1U << 16; ++mask) {
        if (policy->cycles(LaneMask(mask), {}) != same->cycles(LaneMask(mask), {})) return false;
      }
      return true;
    })) << name_of(name);
  }
}

TEST(PolicyCycles, RefuseAPolicyThatIsNotCounted) {
  try {
    PolicyCycles()[CompactionPolicy::SccFifo];
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the cycles of compaction policy 'scc-fifo' are not counted");
  }
}

}  // namespace
}  // namespace lanefold
