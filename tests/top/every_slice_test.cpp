// SPDX-License-Identifier: Apache-2.0
// Warps that are divided into slices: every workload computes the same, however they are divided.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>

#include "machine/top/block_factory.h"
#include "tests/support/machine_runs.h"
#include "tests/support/workload_names.h"

namespace lanefold {
namespace {

class EverySlice : public ::testing::TestWithParam<std::string> {};

/// A core with two warps of 16 lanes.
TEST_P(EverySlice, Computes) {
  for (const unsigned width : {1U, 2U, 3U, 5U, 8U, 11U, 16U}) {
    const unsigned slices = 2 * ((16 + width - 1) / width);
    for (const unsigned depth : {1U, 2U, slices}) {
      const std::string simd = std::to_string(width) + "x" + std::to_string(depth);
      for (const char* reconvergence : {"wto", "ipdom"}) {
        SCOPED_TRACE(simd + " " + reconvergence);
        run(*find_workload(GetParam()),
            machine_with("mv5-wpu", {"core.warps=2", "core.simd=" + simd,
                                     std::string("core.reconvergence=") + reconvergence}));
      }
    }
  }
}

/// After every few work-items, another width and depth.
TEST_P(EverySlice, ComputesUnderEveryStrategy) {
  for (const char* strategy : {"width-only", "depth-only", "dwrep"}) {
    for (const char* convergence : {"inc", "anneal"}) {
      for (const char* on_miss : {"stall-on-use", "divide"}) {
        SCOPED_TRACE(std::string(strategy) + " " + convergence + " " + on_miss);
        run(*find_workload(GetParam()),
            machine_with("mv5-wpu",
                         {"core.warp_width=8", "core.warps=2", "core.adaptation.tasks_per_thread=1",
                          std::string("core.adaptation.strategy=") + strategy,
                          std::string("core.adaptation.convergence=") + convergence,
                          std::string("core.on_miss=") + on_miss}));
      }
    }
  }
}

/// A core with two warps of 16 lanes.
TEST_P(EverySlice, ComputesWhereSlicesDivide) {
  for (const char* simd : {"16x2", "5x3"}) {
    for (const char* division : {"eager", "lazy", "revive"}) {
      for (const char* reconvergence : {"wto", "ipdom"}) {
        for (const char* on_branch : {"serialize", "divide"}) {
          SCOPED_TRACE(std::string(simd) + " " + division + " " + reconvergence + " " + on_branch);
          run(*find_workload(GetParam()),
              machine_with("mv5-wpu", {"core.warps=2", "core.on_miss=divide", "l1.bytes=4096",
                                       std::string("core.simd=") + simd,
                                       std::string("core.division=") + division,
                                       std::string("core.on_branch=") + on_branch,
                                       std::string("core.reconvergence=") + reconvergence}));
        }
      }
    }
  }
}

/// Finds another width and depth after every interval, until it is content by chance.
class RandomUnit : public AdaptationStateUnit {
 public:
  RandomUnit(const char* name, const CoreContext& core, std::uint32_t seed)
      : AdaptationStateUnit(name, core.config),
        space_{core.config.warps, core.config.warp_width, slots_of(core.config)},
        random_(seed + core.index) {}

 private:
  unsigned draw(unsigned most) { return 1 + random_() % most; }
  Decision decide(Event, const IntervalResult&) override {
    SimdConfiguration simd;
    do {
      simd.width = draw(space_.warp_width);
      simd.depth = draw(space_.slices(simd.width));
    } while (!space_.legal(simd));
    return {simd, draw(64) == 64};
  }

  const AdaptationSpace space_;
  std::mt19937 random_;
};

struct RandomUnits : BlockFactory {
  explicit RandomUnits(std::uint32_t from) : seed(from) {}
  std::unique_ptr<AdaptationBlock> adaptation_state_unit(const char* name,
                                                         const CoreContext& core) override {
    return std::make_unique<RandomUnit>(name, core, seed);
  }
  std::uint32_t seed;
};

/// Divided anew at random, after 8 to 64 work-items.
std::uint64_t random_reconfigurations(const std::string& workload, std::uint32_t seed) {
  RandomUnits units(seed);
  const unsigned warps = 1 + seed % 4;
  const char* on_miss = seed % 2 == 0 ? "core.on_miss=divide" : "core.on_miss=block";
  const char* reconvergence = seed % 3 == 0 ? "core.reconvergence=wto" : "core.reconvergence=ipdom";
  const char* mapping = seed % 4 < 2 ? "dispatch.mapping=neighbours" : "dispatch.mapping=regions";
  const auto machine = make_timed_machine(
      machine_with("mv5-wpu", {"core.warp_width=8", "core.warps=" + std::to_string(warps),
                               "core.adaptation.tasks_per_thread=" + std::to_string(1 + seed % 2),
                               "core.adaptation.strategy=dwrep", on_miss, mapping, reconvergence}),
      units);
  const WorkloadResult result = run(*find_workload(workload), *machine);
  EXPECT_TRUE(result.verified) << result.detail;
  return total_of(machine->launches()).adaptation.intervals;
}

TEST_P(EverySlice, ComputesHoweverItIsDividedAnew) {
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    random_reconfigurations(GetParam(), seed);
  }
}

/// With barriers: dormant slices have to wake.
TEST(RandomSlices, WakeAtBarriersHoweverTheyAreDividedAnew) {
  std::uint64_t intervals = 0;
  for (std::uint32_t seed = 0; seed < 2; ++seed) {
    SCOPED_TRACE(seed);
    for (const char* workload : {"bitonic-sort", "scan"}) {
      intervals += random_reconfigurations(workload, seed);
    }
  }
  EXPECT_GT(intervals, 200U);
}

INSTANTIATE_TEST_SUITE_P(DeepShowcase, EverySlice, ::testing::ValuesIn(showcase_names()),
                         workload_case);
INSTANTIATE_TEST_SUITE_P(DeepFurther, EverySlice, ::testing::ValuesIn(further_names()),
                         workload_case);

}  // namespace
}  // namespace lanefold
