// SPDX-License-Identifier: Apache-2.0
// The levels of memory as a core sees them: exact latencies of a pointer chase, and what private
// caches see of other cores' writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "lanefold/memory_map.h"
#include "tests/support/kernels.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kLineBytes = 64;
constexpr unsigned kLoads = 10;

/// One EU that issues in every cycle.
MachineConfig one_core(const std::vector<std::string>& settings) {
  MachineConfig config;
  config.cores = 1;
  config.core.issue_period = 1;
  config.memory.bytes = 1U << 20;
  for (const std::string& setting : settings) apply_setting(config, setting);
  validate(config);
  return config;
}

/// `loads` loads, each of the address that the one before it has brought.
Code chase(unsigned loads) {
  Code code{encode(Opcode::Lui, {5, 0, 0, 0, static_cast<int>(kGlobalBase >> 12)})};
  code.insert(code.end(), loads, encode(Opcode::Lw, {5, 5}));
  code.push_back(encode(Opcode::Exit));
  return code;
}

LaunchStatistics run_chase(const MachineConfig& config, unsigned loads, std::uint32_t stride) {
  const auto machine = make_timed_machine(config);
  const Buffer buffer = machine->allocate(64 * kLineBytes);
  for (std::uint32_t at = 0; at + 4 <= 64 * kLineBytes; at += kLineBytes) {
    const std::uint32_t next = buffer.address + at + stride;
    machine->write(buffer, at, &next, sizeof next);
  }
  machine->launch(*make_program(chase(loads)), "k", range_1d(16, 16), {});
  return machine->launches().at(0);
}

/// Cycles from one load to the next, when `stride` leads to a new line or stays.
double cycles_per_load(const MachineConfig& config, std::uint32_t stride) {
  const std::uint64_t few = run_chase(config, kLoads, stride).cycles;
  const std::uint64_t many = run_chase(config, 2 * kLoads, stride).cycles;
  return static_cast<double>(many - few) / kLoads;
}

// A load that issues in I has its addresses in I + 2 and sends them; answered in A, it is checked
// by the scoreboard in A, and the next load issues in A + 1.
constexpr double kPipeline = 3;

struct Level {
  const char* name;
  std::vector<std::string> settings;
  std::uint32_t stride;
  double latency;
};

TEST(PointerChase, ShowsTheLatencyOfEachLevel) {
  const std::vector<std::string> cluster{"interconnect.enabled=true", "dc_lines_per_cycle=1"};
  const std::vector<std::string> l3{"interconnect.enabled=true", "dc_lines_per_cycle=1",
                                    "l3.enabled=true", "l3.latency=7"};
  std::vector<std::string> llc = l3;
  llc.insert(llc.end(), {"l3.perfect=false", "l3.bytes=128", "l3.ways=1", "l3.banks=1",
                         "llc.enabled=true", "llc.latency=10"});
  const std::vector<std::string> l1{"l1.enabled=true", "l1.latency=3"};
  for (const Level& level : {
           Level{"memory alone", {}, 0, 30},
           Level{"hit in the l1", l1, 0, 3},
           // Look-up, memory, and a cycle in which the answer is seen.
           Level{"miss in the l1", l1, kLineBytes, 3 + 30 + 1},
           Level{"through the data cluster", cluster, 0, 1 + 30 + 1 + 1},
           Level{"hit in the l3", l3, 0, 1 + 7 + 1 + 1},
           Level{"miss in the l3", l3, kLineBytes, 1 + 7 + 30 + 1 + 1},
           Level{"miss in l3 and llc", llc, kLineBytes, 1 + 7 + 10 + 30 + 1 + 1},
       }) {
    EXPECT_EQ(cycles_per_load(one_core(level.settings), level.stride), kPipeline + level.latency)
        << level.name;
  }
}

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
  int words;
  unsigned conflict_cycles;  ///< of one load
};

// Sixteen lanes on sixteen banks of words, all of which hit. A bank gives one word a cycle, so a
// load takes as many cycles more as its fullest bank has words but one, however many lines they are
// in. The cache has one bank of lines, or as many as lanes: neither adds to it.
TEST(LaneBanks, CostACycleForEveryFurtherWordOfABank) {
  for (const char* banks : {"l1.banks=1", "l1.banks=16"}) {
    const MachineConfig config = one_core({"l1.enabled=true", "l1.bytes=32768", "l1.ways=8",
                                           "l1.queue=16", "memory.line_bytes=128", banks});
    const auto cycles_per_load = [&](int words) {
      const std::uint64_t few = run_gather(config, kLoads, words).cycles;
      return static_cast<double>(run_gather(config, 2 * kLoads, words).cycles - few) / kLoads;
    };
    const double alone = cycles_per_load(0);
    for (const Stride& stride : {
             Stride{1, 0},    // half a line, a word of each bank
             Stride{2, 1},    // one line, two words of every second bank
             Stride{16, 15},  // eight lines, all words of bank 0
             Stride{32, 15},  // sixteen lines, all words of bank 0
             Stride{513, 0},  // sixteen lines of two sets, a word of each bank
         }) {
      SCOPED_TRACE(std::string(banks) + ", stride " + std::to_string(stride.words));
      EXPECT_EQ(cycles_per_load(stride.words), alone + stride.conflict_cycles);
      EXPECT_EQ(run_gather(config, kLoads, stride.words).bank_conflict_cycles,
                kLoads * stride.conflict_cycles);
    }
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
  const auto misses = [&](std::uint32_t cores, const char* coherence) {
    MachineConfig config = one_core({"l1.enabled=true", "l2.enabled=true"});
    config.cores = cores;
    config.coherence = coherence;
    const auto machine = make_timed_machine(config);
    machine->allocate(4096);
    machine->launch(*make_program(code), "k", range_1d(32, 32), {});
    return machine->launches().at(0).memory.at(0)["misses"];
  };
  EXPECT_EQ(misses(1, "none"), 1U);
  EXPECT_EQ(misses(2, "none"), 4U);
  EXPECT_EQ(misses(2, "mesi"), 2U);
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
