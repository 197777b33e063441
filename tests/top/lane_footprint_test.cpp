// SPDX-License-Identifier: Apache-2.0
// The lines that a lane has for itself: its region of the work-items, and its private memory.
#include <gtest/gtest.h>

#include "tests/top/wide_core.h"

namespace lanefold {
namespace {

/// One warp of 32 lanes, lines of 128 bytes, a cache that holds everything.
MachineConfig core_with(ItemMapping mapping, PrivateLayout layout) {
  MachineConfig config = wide_core("warps");
  config.memory.line_bytes = 128;
  config.memory.bytes = 1U << 20;
  config.memory.private_bytes = 256;
  config.l1.ways = 8;
  config.dispatch.mapping = mapping;
  config.core.private_layout = layout;
  return config;
}

/// Work-items load neighbouring words.
Code load_word() {
  const auto global_id = static_cast<int>(WorkItemCsr::GlobalId0);
  return {lui(5, kGlobalBase),
          encode(Opcode::Csrrs, {6, 0, 0, 0, global_id}),
          encode(Opcode::Slli, {6, 6, 0, 0, 2}),
          add(5, 5, 6),
          lw(7, 5),
          kExit};
}

std::uint64_t misses_of(const LaunchStatistics& statistics) {
  for (const MemoryBlockStatistics& block : statistics.memory) {
    if (block.name == "l1") return block["misses"];
  }
  return 0;
}

TEST(LaneFootprint, OfNeighboursIsPartOfALine) {
  const auto got = run_program(core_with(ItemMapping::Neighbours, PrivateLayout::Interleaved),
                               load_word(), range_1d(1024, 32));
  EXPECT_EQ(got.memory_lines, 32U) << "a line for each of 32 warps";
  EXPECT_EQ(misses_of(got), 32U);
}

TEST(LaneFootprint, OfARegionIsALineThatTheLaneComesBackTo) {
  const auto got = run_program(core_with(ItemMapping::Regions, PrivateLayout::Interleaved),
                               load_word(), range_1d(1024, 32));
  EXPECT_EQ(got.memory_lines, 32U * 32U) << "a line for each lane";
  EXPECT_EQ(misses_of(got), 32U) << "each loaded by the first warp";
}

TEST(LaneFootprint, OfARegionEndsWithAGroupThatABarrierKeepsTogether) {
  Code code = load_word();
  code.insert(code.begin(), encode(Opcode::Barrier));
  MachineConfig config = core_with(ItemMapping::Regions, PrivateLayout::Interleaved);
  config.core.warps = 2;
  const auto got = run_program(config, code, range_1d(1024, 64));
  EXPECT_EQ(got.memory_lines, 32U * 2U) << "two lines of a group, for each of its two warps";
}

TEST(LaneFootprint, OfAStackIsALineOfItsOwn) {
  const auto stack = static_cast<int>(WorkItemCsr::StackTop);
  const Code code{encode(Opcode::Csrrs, {2, 0, 0, 0, stack}), addi(2, 2, -16), sw(5, 2), lw(6, 2),
                  kExit};
  const auto lines = [&](PrivateLayout layout) {
    return run_program(core_with(ItemMapping::Neighbours, layout), code, range_1d(32, 32))
        .memory_lines;
  };
  EXPECT_EQ(lines(PrivateLayout::Interleaved), 2U) << "one for the store, one for the load";
  EXPECT_EQ(lines(PrivateLayout::OwnLines), 2U * 32U);
}

}  // namespace
}  // namespace lanefold
