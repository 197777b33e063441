// SPDX-License-Identifier: Apache-2.0
// The levels of memory as a core sees them: what they count, and what private caches see of other
// cores' writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "decisions/statistics/formulas.h"
#include "tests/support/kernels.h"
#include "tests/top/chase.h"

namespace lanefold {
namespace {

/// Loads and adds `count` times; memory is zero, so the addresses stay: lanes are `stride` words
/// apart.
LaunchStatistics run_gather(const MachineConfig& config, unsigned count, int stride) {
  Code code{encode(Opcode::Lui, {5, 0, 0, 0, static_cast<int>(kGlobalBase >> 12)}),
            encode(Opcode::Csrrs, {6, 0, 0, 0, static_cast<int>(WorkItemCsr::LocalId0)}),
            encode(Opcode::Addi, {7, 0, 0, 0, stride}),
            encode(Opcode::Mul, {6, 6, 7}),
            encode(Opcode::Slli, {6, 6, 0, 0, 2}),
            encode(Opcode::Add, {5, 5, 6})};
  for (unsigned i = 0; i < count; ++i) {
    code.push_back(encode(Opcode::Lw, {6, 5}));
    code.push_back(encode(Opcode::Add, {5, 5, 6}));
  }
  code.push_back(encode(Opcode::Exit));
  const auto machine = make_timed_machine(config);
  machine->allocate(65536);
  machine->launch(*make_program(code), "k", range_1d(16, 16), {});
  return machine->launches().at(0);
}

struct Stride {
  unsigned banks;
  int words;
  unsigned conflict_cycles;  ///< of one load
};

// Sixteen lanes on banks of words, all of which hit. A bank gives one word a cycle, so a load takes
// as many cycles more as its fullest bank has words but one, however many lines they are in.
TEST(LaneBanks, CostACycleForEveryFurtherWordOfABank) {
  for (const Stride& stride : {
           Stride{16, 1, 0},    // half a line, a word of each bank
           Stride{16, 2, 1},    // one line, two words of every second bank
           Stride{16, 16, 15},  // eight lines, all words of bank 0
           Stride{16, 32, 15},  // sixteen lines, all words of bank 0
           Stride{16, 513, 0},  // sixteen lines of two sets, a word of each bank
           Stride{8, 1, 1},     // two words of each bank
           Stride{8, 513, 1},   // as before, of different lines
           Stride{1, 1, 15},    // all words of the only bank
       }) {
    SCOPED_TRACE(std::to_string(stride.banks) + " banks, stride " + std::to_string(stride.words));
    const MachineConfig config =
        one_core({"l1.enabled=true", "l1.bytes=32768", "l1.ways=8", "l1.queue=16",
                  "memory.line_bytes=128", "l1.banks=" + std::to_string(stride.banks)});
    const auto cycles_per_load = [&](int words) {
      const std::uint64_t few = run_gather(config, kLoads, words).cycles;
      return static_cast<double>(run_gather(config, 2 * kLoads, words).cycles - few) / kLoads;
    };
    EXPECT_EQ(cycles_per_load(stride.words), cycles_per_load(0) + stride.conflict_cycles);
    EXPECT_EQ(run_gather(config, kLoads, stride.words).bank_conflict_cycles,
              kLoads * stride.conflict_cycles);
  }
}

// The second load finds the line of lanes 0 to 7 in the cache, but not that of the others.
TEST(MemoryChain, CountsLoadsSomeOfWhoseLanesHit) {
  const Code code{encode(Opcode::Lui, {5, 0, 0, 0, static_cast<int>(kGlobalBase >> 12)}),
                  encode(Opcode::Lw, {6, 5}),
                  encode(Opcode::Add, {5, 5, 6}),
                  encode(Opcode::Csrrs, {7, 0, 0, 0, static_cast<int>(WorkItemCsr::LocalId0)}),
                  encode(Opcode::Srli, {7, 7, 0, 0, 3}),
                  encode(Opcode::Slli, {7, 7, 0, 0, 6}),
                  encode(Opcode::Add, {5, 5, 7}),
                  encode(Opcode::Lw, {6, 5}),
                  encode(Opcode::Exit)};
  const auto machine = make_timed_machine(one_core({"l1.enabled=true"}));
  machine->allocate(4096);
  machine->launch(*make_program(code), "k", range_1d(16, 16), {});
  const LaunchStatistics s = machine->launches().at(0);
  EXPECT_EQ(s.memory_instructions, 2U);
  EXPECT_EQ(s.memory_lines, 3U);
  EXPECT_EQ(s.loads, 2U);
  EXPECT_EQ(s.missing_loads, 2U);
  EXPECT_EQ(s.divergent_loads, 1U);
  EXPECT_EQ(s.load_lanes, 32U);
  EXPECT_EQ(s.missed_lanes, 24U);
  EXPECT_EQ(s.longest_misses, 2U) << "lanes 8 to 15 missed twice";
}

/// Every lane stores to a line of its own, which it loads before if `loads`.
Code scatter(bool loads) {
  Code code{encode(Opcode::Lui, {5, 0, 0, 0, static_cast<int>(kGlobalBase >> 12)}),
            encode(Opcode::Csrrs, {6, 0, 0, 0, static_cast<int>(WorkItemCsr::LocalId0)}),
            encode(Opcode::Slli, {6, 6, 0, 0, 6}), encode(Opcode::Add, {5, 5, 6})};
  if (loads) code.push_back(encode(Opcode::Lw, {7, 5}));
  code.push_back(encode(Opcode::Sw, {0, 5, 7}));
  code.push_back(encode(Opcode::Exit));
  return code;
}

LaunchStatistics run_scatter(const MachineConfig& config, bool loads) {
  const auto machine = make_timed_machine(config);
  machine->allocate(4096);
  machine->launch(*make_program(scatter(loads)), "k", range_1d(16, 16), {});
  return machine->launches().at(0);
}

// Sixteen lines are fetched, 16 cycles each on a bus of 4 bytes a cycle, and written back when the
// kernel has ended: the last of them begins 15 x 16 cycles after the first and is answered 30
// later.
TEST(MemoryChain, CountsBandwidthUntilMemoryIsIdle) {
  const MachineConfig config = one_core({"l1.enabled=true", "dram.bandwidth_mb_s=4000"});
  const LaunchStatistics s = run_scatter(config, false);
  const Bandwidth dram = bandwidths(s, config).back();
  EXPECT_EQ(s.memory.back()["read_bytes"], 1024U);
  EXPECT_EQ(s.memory.back()["written_bytes"], 1024U);
  EXPECT_EQ(s.memory_cycles, s.cycles - 1 + 15 * 16 + 30);
  EXPECT_DOUBLE_EQ(dram.used, 2048.0 / static_cast<double>(s.memory_cycles));
  EXPECT_LE(dram.used, dram.available);
  EXPECT_GT(2048.0 / static_cast<double>(s.cycles), dram.available);
}

TEST(MemoryChain, CountsLinesOfResponsesThatCarryOne) {
  const MachineConfig config = one_core({"interconnect.enabled=true", "dc_lines_per_cycle=1"});
  const LaunchStatistics s = run_scatter(config, true);
  const std::vector<Bandwidth> links = bandwidths(s, config);
  EXPECT_EQ(s.memory.front()["responses"], 32U);
  EXPECT_EQ(s.memory.front()["response_lines"], 16U);
  EXPECT_EQ(links.at(1).name, "interconnect_lines");
  EXPECT_DOUBLE_EQ(links.at(1).used, 16.0 / static_cast<double>(s.memory_cycles));
}

// A register each: of sixteen misses that are sent in one cycle, the later ones wait for the first.
TEST(MemoryChain, CountsEverythingOfACacheByBank) {
  const LaunchStatistics s =
      run_scatter(one_core({"l1.enabled=true", "l1.banks=4", "l1.mshrs=1", "l1.queue=0"}), false);
  const MemoryBlockStatistics& l1 = s.memory.front();
  ASSERT_EQ(l1.banks.size(), l1.counters.size());
  for (std::size_t i = 0; i < l1.counters.size(); ++i) {
    EXPECT_STREQ(l1.banks[i].name, l1.counters[i].name);
    ASSERT_EQ(l1.banks[i].values.size(), 4U);
    EXPECT_EQ(
        std::accumulate(l1.banks[i].values.begin(), l1.banks[i].values.end(), std::uint64_t{0}),
        l1.counters[i].value)
        << l1.counters[i].name;
  }
  EXPECT_EQ(l1["write_backs"], 16U);
  EXPECT_GT(l1["stall_cycles"], 0U);
  EXPECT_GT(s.send_wait_cycles, 0U) << "a bank without a queue holds the requests back";
}

// Sixteen words of one bank, stored and loaded.
TEST(LocalMemory, CountsItsConflictsAmongItsWaits) {
  const auto program = compile_program(R"(
    __kernel void k(__global uint* out) {
      __local uint words[256];
      const uint i = get_local_id(0);
      words[i * 16] = i;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = words[i * 16];
    })");
  const auto machine = make_timed_machine(one_core(std::vector<std::string>{}));
  const Buffer out = machine->allocate(64);
  machine->launch(*program, "k", range_1d(16, 16), {out});
  const LaunchStatistics s = machine->launches().at(0);
  EXPECT_EQ(s.local_requests, 2U);
  EXPECT_EQ(s.local_words, 32U);
  EXPECT_EQ(s.local_conflict_cycles, 30U);
  EXPECT_EQ(s.local_wait_cycles, 30U);
}

TEST(MemoryChain, NamesItsLevelsFromTheCoresDown) {
  const MachineConfig config = one_core({"l1.enabled=true", "interconnect.enabled=true",
                                         "l2.enabled=true", "l3.enabled=true", "llc.enabled=true",
                                         "coherence=mesi", "instruction_cache.perfect=false"});
  std::vector<std::string> names;
  for (const auto& block : run_chase(config, 5, kLineBytes).memory) names.push_back(block.name);
  EXPECT_THAT(names, ::testing::ElementsAre("instruction_cache", "l1", "interconnect", "directory",
                                            "l2", "l3", "llc", "dram"));
}

// Two cores of one group meet at a barrier between their two loads of one line each.
TEST(MemoryChain, EmptiesPrivateCachesAtABarrierBetweenCores) {
  const Code code{encode(Opcode::Lui, {5, 0, 0, 0, static_cast<int>(kGlobalBase >> 12)}),
                  encode(Opcode::Lw, {6, 5}),
                  encode(Opcode::Add, {7, 6, 6}),
                  encode(Opcode::Barrier),
                  encode(Opcode::Lw, {6, 5}),
                  encode(Opcode::Exit)};
  const auto misses = [&](std::uint32_t cores, Coherence coherence) {
    MachineConfig config = one_core({"l1.enabled=true", "l2.enabled=true"});
    config.cores = cores;
    config.coherence = coherence;
    const auto machine = make_timed_machine(config);
    machine->allocate(4096);
    machine->launch(*make_program(code), "k", range_1d(32, 32), {});
    return machine->launches().at(0).memory.at(0)["misses"];
  };
  EXPECT_EQ(misses(1, Coherence::None), 1U);
  EXPECT_EQ(misses(2, Coherence::None), 4U);
  EXPECT_EQ(misses(2, Coherence::Mesi), 2U);
}

// Each core fetches a line to write it. Only if the group has two of them, it waits until both
// lines are back in memory as well.
TEST(MemoryChain, HoldsABarrierBetweenCoresUntilTheirWritesAreVisible) {
  const Code code{encode(Opcode::Lui, {5, 0, 0, 0, static_cast<int>(kGlobalBase >> 12)}),
                  encode(Opcode::Sw, {0, 5, 5}), encode(Opcode::Barrier), encode(Opcode::Exit)};
  const auto cycles = [&](std::uint32_t cores, const std::vector<std::string>& settings,
                          std::uint32_t latency) {
    MachineConfig config = one_core({"l1.enabled=true", "dram.latency=" + std::to_string(latency)});
    for (const std::string& setting : settings) apply_setting(config, setting);
    config.cores = cores;
    const auto machine = make_timed_machine(config);
    machine->allocate(4096);
    machine->launch(*make_program(code), "k", range_1d(32, 32), {});
    return machine->launches().at(0).cycles;
  };
  const auto memory_accesses = [&](std::uint32_t cores, const std::vector<std::string>& settings) {
    return static_cast<double>(cycles(cores, settings, 400) - cycles(cores, settings, 200)) / 200;
  };
  EXPECT_EQ(memory_accesses(1, {}), 1);
  EXPECT_EQ(memory_accesses(2, {}), 2);
  EXPECT_EQ(memory_accesses(2, {"l1.write=through"}), 1);
}

TEST(InstructionCache, CostsItsMissesAndNothingElse) {
  Code code(40, encode(Opcode::Add, {5, 6, 7}));
  code.push_back(encode(Opcode::Exit));
  const auto run = [&](const std::vector<std::string>& settings) {
    const auto machine = make_timed_machine(one_core(settings));
    machine->launch(*make_program(code), "k", range_1d(16, 16), {});
    machine->launch(*make_program(code), "k", range_1d(16, 16), {});
    return machine->launches();
  };
  const auto perfect = run({});
  const auto real = run({"instruction_cache.perfect=false"});
  EXPECT_GT(real[0].cycles, perfect[0].cycles);
  EXPECT_EQ(real[1].cycles, perfect[1].cycles) << "all of it is there";
  EXPECT_EQ(real[0].memory.at(0)["misses"], 3U) << "41 instructions and what is fetched ahead";
  EXPECT_EQ(real[1].memory.at(0)["misses"], 0U);
}

}  // namespace
}  // namespace lanefold
