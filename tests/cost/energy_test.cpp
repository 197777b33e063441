// SPDX-License-Identifier: Apache-2.0
// Energy of a run, counted by hand.
#include "tools/cost/energy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "lanefold/config.h"
#include "lanefold/error.h"
#include "tools/cost/core_area.h"
#include "tools/cost/technology.h"

namespace lanefold {
namespace {

LaunchStatistics some_run() {
  LaunchStatistics run;
  run.timed = true;
  run.cycles = 1000;
  run.warp_instructions = 40;
  run.scalar.lane_operations = 500;
  run.register_bits = 960;
  run.local_words = 34;
  MemoryBlockStatistics l3{
      "l3", 1, {{"accesses", "", 10}, {"misses", "", 4}, {"write_backs", "", 2}}, {{"hits", {}}}};
  MemoryBlockStatistics dram{"dram", 1, {{"read_bytes", "", 256}, {"written_bytes", "", 64}}, {}};
  run.memory = {l3, dram};
  return run;
}

EnergyPart part_of(const RunEnergy& energy, const std::string& name) {
  for (const EnergyPart& part : energy.parts) {
    if (part.name == name) return part;
  }
  throw std::out_of_range(name);
}

TEST(Energy, OfAWordGrowsAsTheSquareRootOfTheMemory) {
  EXPECT_DOUBLE_EQ(energy_of_word(8192), 10);
  EXPECT_DOUBLE_EQ(energy_of_word(32768), 20);
  EXPECT_NEAR(energy_of_word(1 << 20), 113.1, 0.1);  // the source has 100
}

TEST(Energy, IsEventsTimesTheEnergyOfEach) {
  const MachineConfig config = load_machine("ivb-eu");
  const RunEnergy energy = energy_of(some_run(), config);
  EXPECT_DOUBLE_EQ(part_of(energy, "lane operations").total(), 500 * 0.9);
  EXPECT_DOUBLE_EQ(part_of(energy, "register file").total(), 10 * 6.0);
  EXPECT_DOUBLE_EQ(part_of(energy, "fetch").total(), 40 * 25.0);
  // 16 banks of 4 KB, and half of 64 bits each.
  EXPECT_DOUBLE_EQ(part_of(energy, "local memory").total(), 34 * energy_of_word(4096) / 2);
  // 128 KB are 16 times 8 KB: four times 10 pJ for 64 bits; lines of 64 bytes.
  EXPECT_DOUBLE_EQ(part_of(energy, "l3").total(), (10 + 4 + 2) * 8 * 40.0);
  EXPECT_DOUBLE_EQ(part_of(energy, "dram").total(), 320.0 / 8 * 1950);
  double sum = 0;
  for (const EnergyPart& part : energy.parts) sum += part.total();
  EXPECT_DOUBLE_EQ(energy.total(), sum);
}

TEST(Energy, OfTheOperandPathFollowsThePolicy) {
  LaunchStatistics run = some_run();
  run.alu_instructions = 30;
  run.timed_eu_cycles = 70;
  MachineConfig config = load_machine("ivb-eu");  // 16 lanes, four at a time
  const EnergyConstants constants = energy_constants(45);
  const auto total = [&](const std::string& name) {
    return part_of(energy_of(run, config), name).total();
  };
  EXPECT_DOUBLE_EQ(total("execution mask"), 30 * 16 * constants.mask_lane);
  EXPECT_THROW(total("compaction control"), std::out_of_range);
  EXPECT_THROW(total("crossbars"), std::out_of_range);
  config.core.compaction = CompactionPolicy::Bcc;
  EXPECT_DOUBLE_EQ(total("compaction control"), 30 * 16 * constants.bcc_lane);
  EXPECT_THROW(total("crossbars"), std::out_of_range);
  for (const CompactionPolicy policy : {CompactionPolicy::Scc, CompactionPolicy::SccFifo}) {
    config.core.compaction = policy;
    EXPECT_DOUBLE_EQ(total("compaction control"), 30 * 16 * constants.scc_lane);
    EXPECT_DOUBLE_EQ(total("crossbars"), 70 * 4 * constants.crossbar_slot);
  }
  EXPECT_GT(constants.scc_lane, constants.bcc_lane);
  EXPECT_GT(constants.bcc_lane, 0);
  // At 180 nm a slot takes 18.94 pJ.
  EXPECT_NEAR(constants.crossbar_slot, 18.94 * 0.6989 / 26.372, 1e-4);
}

double area_of_local_memory(const MachineConfig& config) {
  for (const MachineArray& array : arrays_of(config)) {
    if (array.name == kLocalMemory) return um2_of(area_of_array(array.shape).total(), 45);
  }
  throw std::out_of_range(kLocalMemory);
}

TEST(Energy, LeaksFromALocalMemoryOfAllCoresOrOfEach) {
  MachineConfig config = load_machine("ivb-eu");
  ASSERT_TRUE(config.local_memory.shared);
  const auto leaked = [&] { return part_of(energy_of(some_run(), config), "leakage").total(); };
  const double shared = leaked();
  config.local_memory.shared = false;
  const double watts = 17.84e-3 * 5 * area_of_local_memory(config) / 1e6;  // six instead of one
  const double seconds = 1000 / (config.clock_mhz * 1e6);
  EXPECT_NEAR(leaked() - shared, watts * seconds * 1e12, 0.001 * shared);
}

TEST(Energy, LeaksWithAreaAndTime) {
  MachineConfig config = load_machine("manycore-dom");
  const auto leaked = [&] { return part_of(energy_of(some_run(), config), "leakage").total(); };
  const double all = leaked();
  // 17.84 mW for each mm2 of 32 cores and their local memories, for 1,000 cycles of 0.5 ns.
  const double mm2 = 32 * (area_of(core_parts(config, 45)) + area_of_local_memory(config)) / 1e6;
  EXPECT_NEAR(all, 17.84e-3 * mm2 * 500e-9 * 1e12, 0.001 * all);
  config.cores = 16;
  EXPECT_DOUBLE_EQ(leaked(), all / 2);
  config.clock_mhz /= 2;
  EXPECT_DOUBLE_EQ(leaked(), all);
}

TEST(Energy, ScalesWithTheNodeExceptOfDram) {
  const MachineConfig config = load_machine("ivb-eu");
  const RunEnergy old = energy_of(some_run(), config, 90);
  const RunEnergy young = energy_of(some_run(), config, 32);
  EXPECT_EQ(old.node, 90U);
  ASSERT_EQ(old.parts.size(), young.parts.size());
  for (std::size_t i = 0; i < old.parts.size(); ++i) {
    const EnergyPart& part = young.parts[i];
    EXPECT_EQ(part.events, old.parts[i].events);
    if (part.name == "leakage") continue;
    const double ratio = part.name == "dram" ? 1 : switching_at(32) / switching_at(90);
    EXPECT_NEAR(part.pj, old.parts[i].pj * ratio, 1e-9 * part.pj) << part.name;
  }
  const auto leaked = [&](unsigned node) {
    const double um2 = area_of(core_parts(config, node));
    return energy_constants(node).leakage * um2;
  };
  // Nearly all of the chip's area scales as that of its cores does.
  const double ratio = part_of(young, "leakage").pj / part_of(old, "leakage").pj;
  EXPECT_NEAR(ratio, leaked(32) / leaked(90), 0.05 * ratio);
  EXPECT_THROW(energy_of(some_run(), config, 40), Error);
}

TEST(Energy, OfPerfectCachesAndFunctionalRunsIsNotCounted) {
  MachineConfig config = load_machine("ivb-eu");
  config.l3.perfect = true;
  EXPECT_THROW(part_of(energy_of(some_run(), config), "l3"), std::out_of_range);
  LaunchStatistics functional = some_run();
  functional.timed = false;
  EXPECT_THROW(energy_of(functional, config), Error);
}

}  // namespace
}  // namespace lanefold
