// SPDX-License-Identifier: Apache-2.0
// Random programs: whatever the analysis calls uniform or affine is, on every kind of machine.
#include "tests/uniformity/random_kernels.h"

#include <gtest/gtest.h>

#include "lanefold/config.h"
#include "lanefold/program.h"
#include "observers/uniformity_check/checked_machine.h"
#include "tests/support/kernels.h"
#include "tests/support/many_programs.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kBytes = 4096;

NDRange range_of(std::uint64_t seed) {
  NDRange range = range_1d(48, 16);
  if (seed % 3 == 1) range.local = {24, 1, 1};
  if (seed % 3 == 2) {
    range.dimensions = 2;
    range.global = {8, 6, 1};
    range.local = {8, 3, 1};
  }
  return range;
}

/// Returns how many values were compared.
std::uint64_t run_checked(const MachineConfig& config, bool functional, std::uint64_t seed,
                          bool uses_frames) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const auto program = make_program(RandomKernel(seed, uses_frames).make());
  CheckedMachine checked(config, functional);
  const Buffer buffer = checked.machine().allocate(kBytes);
  EXPECT_EQ(buffer.address, kGlobalBase);
  EXPECT_NO_THROW(checked.machine().launch(*program, "k", range_of(seed), {})) << seed;
  return checked.compared();
}

TEST(RandomKernelCauses, EndWhereDivergenceBegins) {
  LaunchShape shape;
  shape.local = {24, 1, 1};
  shape.warp_width = 8;
  std::uint64_t chains = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const auto program = make_program(RandomKernel(seed).make());
    shape.in_step = seed % 4 != 0;
    const KernelUniformity kernel(program->image(), kCodeBase, shape);
    for (std::uint32_t i = 0; i < program->image().code.size(); ++i) {
      const auto chain = kernel.cause(i);
      ASSERT_EQ(chain.empty(), !kernel.at(i).value.is_divergent()) << seed << ": " << i;
      if (chain.empty()) continue;
      ++chains;
      EXPECT_NE(chain.back().rule, DivergenceRule::Operand) << seed << ": " << i;
      EXPECT_NE(chain.back().rule, DivergenceRule::Join) << seed << ": " << i;
      EXPECT_NE(chain.back().rule, DivergenceRule::LoopExit) << seed << ": " << i;
    }
  }
  EXPECT_GT(chains, 10000U);
}

struct Kind {
  const char* name;
  bool functional;
  std::vector<std::string> settings;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class RandomKernels : public ::testing::TestWithParam<Kind> {
 protected:
  void expect_sound(std::uint64_t first, std::uint64_t count, bool uses_frames = false) {
    MachineConfig config = load_machine("mv5-wpu");
    for (const char* setting : {"memory.bytes=1048576", "cores=1", "l1.bytes=1024", "l1.ways=2",
                                "l1.banks=8", "core.warp_width=8", "limits.max_cycles=2000000"}) {
      apply_setting(config, setting);
    }
    for (const std::string& setting : GetParam().settings) apply_setting(config, setting);
    validate(config);
    std::uint64_t compared = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      compared += run_checked(config, GetParam().functional, seed, uses_frames);
    }
    EXPECT_GT(compared, count * 50);
  }
};

TEST_P(RandomKernels, MatchTheAnalysis) {
  expect_sound(1, 150);
  // Loops that share a head, are entered in the middle, or are left to the head of an outer one; a
  // fetch that is answered when the launch has ended.
  for (const std::uint64_t seed : {1835U, 3917U, 5416U, 16015U, 19840U}) expect_sound(seed, 1);
}
TEST_P(RandomKernels, MatchTheAnalysisOfFrames) { expect_sound(1, 150, true); }
TEST_P(RandomKernels, DeepManyMatchTheAnalysis) {
  expect_sound(1000, many_programs(GetParam().functional ? 20000 : 2000));
  expect_sound(1000, many_programs(GetParam().functional ? 20000 : 2000), true);
}

INSTANTIATE_TEST_SUITE_P(
    All, RandomKernels,
    ::testing::Values(Kind{"wto", true, {}}, Kind{"ipdom", true, {"core.reconvergence=ipdom"}},
                      Kind{"yield", true, {"core.reconvergence=yield"}}, Kind{"timed", false, {}},
                      Kind{"slip", false, {"core.on_miss=slip"}},
                      Kind{"slip_ipdom", false, {"core.on_miss=slip", "core.reconvergence=ipdom"}},
                      Kind{"divide",
                           false,
                           {"core.on_miss=divide", "core.on_branch=divide", "core.division=eager"}},
                      Kind{"regions", true, {"dispatch.mapping=regions"}},
                      Kind{"narrow_regions",
                           false,
                           {"core.simd=3x2", "dispatch.mapping=regions",
                            "core.private_layout=own-lines"}},
                      Kind{"narrow", false, {"core.simd=3x2"}}),
    [](const auto& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace lanefold
