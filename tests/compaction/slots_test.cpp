// SPDX-License-Identifier: Apache-2.0
// To which causes the ALU slots of one instruction are charged.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "lanefold/compactor.h"
#include "lanefold/machine_config.h"

namespace lanefold {
namespace {

struct Case {
  const char* what;
  unsigned cycles;
  std::uint64_t active, dispatched;
  QuadGeometry geometry;
  unsigned useful, dispatch, divergence, slack;
};

TEST(SlotCounts, AreChargedToTheirCause) {
  const QuadGeometry single(16, 4);
  const QuadGeometry twice(16, 4, 64);
  const QuadGeometry half(16, 4, 16);
  const Case cases[] = {
      {"a full warp wastes nothing", 4, 0xffff, 0xffff, single, 16, 0, 0, 0},
      {"half of a branch, not compacted", 4, 0x5555, 0xffff, single, 8, 0, 8, 0},
      {"half of a branch, compacted", 2, 0x5555, 0xffff, single, 8, 0, 0, 0},
      {"one lane in an ideal cycle", 1, 0x0001, 0xffff, single, 1, 0, 0, 3},
      {"one lane, nothing skipped", 4, 0x0001, 0xffff, single, 1, 0, 12, 3},
      {"a partial warp, nothing skipped", 4, 0x003f, 0x003f, single, 6, 8, 0, 2},
      {"a partial warp, empty quads skipped", 2, 0x003f, 0x003f, single, 6, 0, 0, 2},
      {"a diverged partial warp", 4, 0x0003, 0x003f, single, 2, 8, 4, 2},
      {"doubles use two slots a lane", 8, 0xffff, 0xffff, twice, 32, 0, 0, 0},
      {"doubles of half a branch", 8, 0x00ff, 0xffff, twice, 16, 0, 16, 0},
      {"one double", 1, 0x0001, 0xffff, twice, 2, 0, 0, 2},
      {"a double on three lanes leaves one idle", 1, 0x1, 0x1, {1, 3, 64}, 2, 0, 0, 1},
      {"a double on one lane fills it", 2, 0x3, 0x3, {2, 1, 64}, 2, 0, 0, 0},
      {"two halves share a slot", 2, 0xffff, 0xffff, half, 8, 0, 0, 0},
      {"an odd half has a slot of its own", 1, 0x0007, 0xffff, half, 2, 0, 0, 2},
      {"nothing active costs nothing", 0, 0x0000, 0xffff, single, 0, 0, 0, 0},
  };
  for (const Case& expected : cases) {
    const SlotCounts counts = classify_slots(expected.cycles, LaneMask(expected.active),
                                             LaneMask(expected.dispatched), expected.geometry);
    EXPECT_EQ(counts.useful, expected.useful) << expected.what;
    EXPECT_EQ(counts.dispatch, expected.dispatch) << expected.what;
    EXPECT_EQ(counts.divergence, expected.divergence) << expected.what;
    EXPECT_EQ(counts.slack, expected.slack) << expected.what;
  }
}

TEST(SlotCounts, SumToCyclesTimesAluWidthForEveryPolicyAndShape) {
  const auto seed = std::random_device{}();
  std::cout << "seed " << seed << "\n";
  std::mt19937_64 random(seed);
  for (const CompactionPolicy name : all_of<CompactionPolicy>()) {
    const auto policy = make_compactor(name);
    for (unsigned round = 0; round < 20000; ++round) {
      const unsigned operand_bits = 16U << random() % 3;
      const auto lanes = static_cast<unsigned>(1 + random() % 64);
      const auto alu_width = static_cast<unsigned>(1 + random() % 64);
      const QuadGeometry geometry(lanes, alu_width, operand_bits);
      const LaneMask dispatched =
          LaneMask(round % 2 == 0 ? random() : ~0ULL) & geometry.all_lanes();
      LaneMask active = dispatched & LaneMask(random());
      active &= LaneMask(random());
      const unsigned cycles = policy->cycles(active, geometry);
      const SlotCounts counts = classify_slots(cycles, active, dispatched, geometry);
      ASSERT_EQ(counts.total(), cycles * alu_width)
          << "seed " << seed << " " << name << " " << lanes << "/" << alu_width << "/"
          << operand_bits << std::hex << " " << active.bits() << " of " << dispatched.bits();
      ASSERT_LE(counts.useful, cycles * alu_width);
    }
  }
}

TEST(SlotCounts, HaveNoDivergenceUnderScc) {
  const auto scc = make_compactor(CompactionPolicy::Scc);
  const QuadGeometry geometry;
  for (unsigned mask = 0; mask < 1U << 16; ++mask) {
    const LaneMask active(mask);
    const SlotCounts counts =
        classify_slots(scc->cycles(active, geometry), active, geometry.all_lanes(), geometry);
    ASSERT_EQ(counts.divergence + counts.dispatch, 0U) << std::hex << mask;
  }
}

}  // namespace
}  // namespace lanefold
