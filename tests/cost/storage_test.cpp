// SPDX-License-Identifier: Apache-2.0
// The papers' figures by their own arithmetic.
#include "tools/cost/storage.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "lanefold/config.h"

namespace lanefold {
namespace {

StorageStructure structure(const MachineConfig& config, const std::string& mechanism,
                           const std::string& name, unsigned pc_bits = 32) {
  for (const StorageStructure& one : storage_of(config, pc_bits)) {
    if (one.mechanism == mechanism && one.name == name) return one;
  }
  throw std::out_of_range(name);
}

MachineConfig with(const std::string& machine, const std::vector<std::string>& settings) {
  MachineConfig config = load_machine(machine);
  for (const std::string& setting : settings) apply_setting(config, setting);
  return config;
}

/// SC'09 has 1 to 16 warps of 32 lanes.
std::uint64_t slip_bytes(const std::string& name, unsigned warps,
                         const std::string& mechanism = "Diverge on Miss") {
  const MachineConfig config = with("manycore-dom", {"core.warps=" + std::to_string(warps)});
  return structure(config, mechanism, name).bytes();
}

// Table 1. By its own formula of N masks of W bits, those of 16 warps have 64 bytes; it says 16.
TEST(SlipStorage, IsThatOfThePaper) {
  EXPECT_EQ(slip_bytes("memory divergence table", 1), 16U);
  EXPECT_EQ(slip_bytes("memory divergence table", 16), 256U);
  EXPECT_EQ(slip_bytes("slip counters", 1), 32U);
  EXPECT_EQ(slip_bytes("slip counters", 16), 512U);
  EXPECT_EQ(slip_bytes("slip-limit masks", 1), 4U);
  EXPECT_EQ(slip_bytes("slip-limit masks", 16), 64U);
  EXPECT_EQ(slip_bytes("limit of slip", 16), 1U);
}

// A value of 32 bits, a state of 2 for each lane, and the register: 1,094 bits.
TEST(SlipStorage, HasABufferForLoadsByLaneBesideIt) {
  EXPECT_EQ(slip_bytes("memory coalescing buffer", 1, "loads by lane"),
            (2 * (34 * 32 + 6) + 7) / 8U);
}

TEST(SliceStorage, IsThatOfThePaper) {
  const MachineConfig wpu =
      with("mv5-wpu", {"core.warps=2", "core.warp_width=32", "core.slices=8"});
  const auto bytes = [&](const char* name) {
    return structure(wpu, "Robust SIMD", name, 64).bytes();
  };
  EXPECT_EQ(bytes("warp-slice table"), 112U);
  EXPECT_EQ(bytes("columns of the stacks"), 1024U);
  EXPECT_EQ(bytes("adaptation state unit"), 20U);
  std::uint64_t all = 0;
  for (const StorageStructure& one : storage_of(wpu, 64)) {
    all += one.mechanism == "Robust SIMD" ? one.bytes() : 0;
  }
  EXPECT_EQ(all, 1156U);  // "1,164" in the paper
  // 32 lanes, 1 warp, 64 pc, 3 slice, 2 status, 8 top of stack: 14 bytes with two bits of padding.
  EXPECT_EQ(structure(wpu, "Robust SIMD", "warp-slice table", 64).fields.back().bits, 2U);
}

TEST(SliceStorage, IsThereWithAFixedWidth) {
  const MachineConfig config = with("ivb-eu", {"core.simd=8x4"});
  EXPECT_TRUE(structure(config, "Robust SIMD", "warp-slice table").present);
  EXPECT_FALSE(structure(config, "Robust SIMD", "adaptation state unit").present);
  EXPECT_EQ(structure(config, "Diverge on Miss", "memory divergence table").entries, 2U * 12);
}

TEST(LatchStorage, IsThatOfThePaper) {
  const StorageStructure latch =
      structure(with("ivb-eu", {}), "Swizzled Cycle Compression", "operand latch");
  EXPECT_EQ(latch.entry_bits(), 512U);
  EXPECT_EQ(latch.entries, 3U);
  EXPECT_FALSE(latch.present);
}

TEST(ScalarCost, IsARowAndATagForEachRegister) {
  const MachineConfig config = with("ivb-eu", {"core.scalar.execution=pipe"});
  EXPECT_EQ(structure(config, "scalar execution", "scalar rows").bytes(), 6U * 64 * 4);
  EXPECT_EQ(structure(config, "scalar execution", "tags").bytes(), 48U);
  EXPECT_TRUE(structure(config, "scalar execution", "tags").present);
  EXPECT_FALSE(structure(with("ivb-eu", {}), "scalar execution", "tags").present);
}

TEST(MechanismStorage, SaysWhichOnesTheMachineHas) {
  const MachineConfig config = with(
      "ivb-eu", {"core.compaction=scc", "core.on_miss=slip", "core.adaptation.strategy=dwrep"});
  for (const StorageStructure& one : storage_of(config)) {
    const bool expected =
        one.mechanism != "dynamic warp subdivision" && one.mechanism != "scalar execution";
    EXPECT_EQ(one.present, expected) << one.mechanism;
  }
}

}  // namespace
}  // namespace lanefold
