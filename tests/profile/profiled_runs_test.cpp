// SPDX-License-Identifier: Apache-2.0
// Profiles of whole runs, against what the runs have counted. Every launch also checks its sums by
// itself (observers/profile/profile_check.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "lanefold/config.h"
#include "lanefold/profile.h"
#include "observers/profile/profile_check.h"
#include "tests/top/timed_bench.h"

namespace lanefold {
namespace {

struct ProfiledConfig {
  const char* name;
  const char* machine;
  std::vector<std::string> settings;

  MachineConfig config() const {
    MachineConfig config = load_machine(machine);
    config.memory.bytes = 64U << 20;
    config.cores = 2;
    for (const std::string& setting : settings) apply_setting(config, setting);
    validate(config);
    return config;
  }
};
void PrintTo(const ProfiledConfig& config, std::ostream* out) { *out << config.name; }

struct ProfiledRun {
  Words results;
  std::vector<Counters> counters;
  LaunchStatistics total;
  KernelProfile profile;
};

ProfiledRun profiled(const MachineConfig& config, const std::string& source, const Job& job,
                     unsigned launches = 1) {
  ProfiledRun run;
  const auto program = compile_program(source);
  const auto machine = make_profiled_machine(config);
  for (unsigned i = 0; i < launches; ++i) run.results = run_job(*machine, *program, job);
  run.counters = counters_of_all(*machine);
  run.total = machine->launches().front();
  for (unsigned i = 1; i < launches; ++i) run.total.add(machine->launches()[i]);
  run.profile = machine->profiles().at(0);
  return run;
}

InstructionCounts sum_of(const KernelProfile& profile) {
  InstructionCounts sum;
  for (const ProfiledInstruction& one : profile.instructions) sum.add(one.counts);
  return sum;
}

/// Slots of the ledger by line of `test.cl`; 0 for instructions of no line.
std::map<std::uint32_t, std::uint64_t> slots_by_line(const KernelProfile& profile) {
  std::map<std::uint32_t, std::uint64_t> slots;
  for (const ProfiledInstruction& one : profile.instructions) {
    const std::uint32_t line = one.stack.empty() ? 0 : one.stack.front().line.number;
    slots[line] += one.counts.ledger.total();
  }
  return slots;
}

std::uint64_t at(const std::array<std::uint64_t, kMemoryPlaces>& places, MemoryPlace place) {
  return places[static_cast<std::size_t>(place)];
}

class ProfileOfARun : public ::testing::TestWithParam<ProfiledConfig> {};

TEST_P(ProfileOfARun, ChangesNothing) {
  const ProfiledRun run = profiled(GetParam().config(), kMixed, mixed_job());
  const auto machine = make_timed_machine(GetParam().config());
  EXPECT_EQ(run_job(*machine, *compile_program(kMixed), mixed_job()), run.results);
  EXPECT_EQ(counters_of_all(*machine), run.counters);
}

TEST_P(ProfileOfARun, HasTheCountsOfItsLaunches) {
  const ProfiledRun run = profiled(GetParam().config(), kMixed, mixed_job(), 2);
  const InstructionCounts sum = sum_of(run.profile);
  EXPECT_EQ(run.profile.kernel, "k");
  EXPECT_EQ(run.profile.launches, 2U);
  EXPECT_EQ(sum.warp_instructions, run.total.warp_instructions);
  EXPECT_EQ(sum.lane_instructions, run.total.lane_instructions);
  EXPECT_EQ(sum.active_lanes, run.total.active_lanes);
  EXPECT_EQ(sum.eu_cycles.cycles, run.total.eu_cycles.cycles);
  EXPECT_EQ(sum.timed_eu_cycles, run.total.timed_eu_cycles);
  EXPECT_EQ(sum.memory_lines, run.total.memory_lines);
  EXPECT_EQ(sum.register_bits, run.total.register_bits);
  EXPECT_EQ(sum.local_words, run.total.local_words);
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    EXPECT_EQ(sum.ledger[cause] + run.profile.no_instruction[cause], run.total.ledger[cause])
        << slot_cause_name(cause);
  }
  EXPECT_EQ(std::accumulate(sum.memory_wait.begin(), sum.memory_wait.end(), std::uint64_t{0}),
            run.total.ledger[SlotCause::MemoryWait]);
  EXPECT_GT(sum.splits, 0U);
  EXPECT_GT(sum.merges, 0U);
}

TEST_P(ProfileOfARun, IsTheSameTwice) {
  const ProfiledRun one = profiled(GetParam().config(), kMixed, mixed_job());
  const ProfiledRun other = profiled(GetParam().config(), kMixed, mixed_job());
  ASSERT_EQ(one.profile.instructions.size(), other.profile.instructions.size());
  for (std::size_t i = 0; i < one.profile.instructions.size(); ++i) {
    const ProfiledInstruction& a = one.profile.instructions[i];
    const ProfiledInstruction& b = other.profile.instructions[i];
    EXPECT_EQ(a.pc, b.pc);
    EXPECT_EQ(a.text, b.text);
    EXPECT_EQ(a.counts.ledger.slots, b.counts.ledger.slots) << a.text;
    EXPECT_EQ(a.counts.memory_wait, b.counts.memory_wait) << a.text;
  }
}

// A slot without a warp, and one in which the core divides its warps, is no instruction's.
TEST_P(ProfileOfARun, ChargesNoInstructionOnlyWhereThereIsNone) {
  const ProfiledRun run = profiled(GetParam().config(), kMixed, mixed_job());
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    const bool of_none = cause == SlotCause::NoWarp || cause == SlotCause::Draining ||
                         cause == SlotCause::Reconfiguration;
    if (of_none) continue;
    EXPECT_EQ(run.profile.no_instruction[cause], 0U) << slot_cause_name(cause);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Machines, ProfileOfARun,
    ::testing::Values(
        ProfiledConfig{"ivb", "ivb-eu", {}},
        ProfiledConfig{"scc", "ivb-eu", {"core.compaction=scc", "core.datapath=exact"}},
        ProfiledConfig{"ipdom", "ivb-eu", {"core.reconvergence=ipdom", "core.stage_latches=false"}},
        ProfiledConfig{"scalar", "ivb-eu", {"core.scalar.execution=pipe"}},
        ProfiledConfig{"few_requests", "ivb-eu", {"memory.outstanding_lines=2"}},
        ProfiledConfig{"slip", "manycore-dom", {"core.on_miss=slip", "core.warps=4"}},
        ProfiledConfig{"divide", "mv5-wpu", {"core.on_miss=divide", "core.on_branch=divide"}},
        ProfiledConfig{"adaptive",
                       "mv5-wpu",
                       {"core.warp_width=16", "core.warps=4", "core.adaptation.strategy=dwrep",
                        "core.adaptation.tasks_per_thread=1"}}),
    [](const auto& param) { return std::string(param.param.name); });

// Most of the time of line 4 passes in a loop of extended math, whose results it waits for.
constexpr const char* kOneLine = R"cl(__kernel void k(__global uint* out, __global const uint* in) {
    const uint i = get_global_id(0);
    float f = (float)(in[i] + 1);
    for (uint n = 0; n < 64; ++n) f = native_sqrt(f) + native_rsqrt(f + 1.0f) + native_sqrt(f + 2.0f);
    out[i] = as_uint(f);
  })cl";

TEST(Profile, NamesTheLineThatCostsMost) {
  const Job job{"k", range_1d(128, 16), 128, {counting(128)}, {}};
  const ProfiledRun run = profiled(small_machine(), kOneLine, job);
  ASSERT_TRUE(run.profile.has_lines());
  const auto slots = slots_by_line(run.profile);
  const auto most = std::max_element(
      slots.begin(), slots.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  EXPECT_EQ(most->first, 4U);
  EXPECT_GT(most->second, 9 * (sum_of(run.profile).ledger.total() - most->second) / 2);
}

// Work-items walk through a chain of words, each in a line of its own that no cache has yet.
constexpr const char* kChase = R"cl(__kernel void k(__global uint* out, __global const uint* in) {
    uint at = get_global_id(0) * 16;
    for (uint n = 0; n < 8; ++n) at = in[at];
    out[get_global_id(0)] = at;
  })cl";

Job chase_job(std::uint32_t items) {
  const std::uint32_t words = items * 16 * 8;
  Words chain(words);
  for (std::uint32_t at = 0; at < words; ++at) chain[at] = (at + items * 16) % words;
  return {"k", range_1d(items, 16), items, {chain}, {}};
}

/// All loads of a line, into which a loop may have been unrolled.
InstructionCounts loads_of_line(const KernelProfile& profile, std::uint32_t line) {
  InstructionCounts sum;
  for (const ProfiledInstruction& one : profile.instructions) {
    const bool here = !one.stack.empty() && one.stack.front().line.number == line;
    if (here && one.kind == "load") sum.add(one.counts);
  }
  return sum;
}

TEST(Profile, SaysThatALoadWaitsForDram) {
  MachineConfig machine = load_machine("ivb-eu");
  machine.memory.bytes = 64U << 20;
  machine.dram.latency = 2000;
  const ProfiledRun run = profiled(machine, kChase, chase_job(32));
  const InstructionCounts loads = loads_of_line(run.profile, 3);
  const std::uint64_t waited = loads.ledger[SlotCause::MemoryWait];
  EXPECT_GT(waited, sum_of(run.profile).ledger.total() / 2);
  EXPECT_GT(at(loads.memory_wait, MemoryPlace::Dram), waited * 8 / 10);
  EXPECT_EQ(loads.line_hits, 0U);
  EXPECT_EQ(loads.line_misses, 32U * 8);
  EXPECT_EQ(at(loads.level_lines, MemoryPlace::Dram), 32U * 8);
  EXPECT_GT(loads.load_cycles, loads.load_results * 2000);
}

// The same where all lines are in the cache behind the interconnect, which is slow.
TEST(Profile, SaysThatALoadWaitsForTheInterconnect) {
  MachineConfig machine = load_machine("ivb-eu");
  machine.memory.bytes = 64U << 20;
  for (const char* setting : {"l3.perfect=true", "interconnect.bandwidth_mb_s=1000"}) {
    apply_setting(machine, setting);
  }
  const ProfiledRun run = profiled(machine, kChase, chase_job(64));
  const InstructionCounts loads = loads_of_line(run.profile, 3);
  const std::uint64_t waited = loads.ledger[SlotCause::MemoryWait];
  EXPECT_GT(at(loads.memory_wait, MemoryPlace::Interconnect), waited * 8 / 10);
  EXPECT_EQ(at(loads.memory_wait, MemoryPlace::Dram), 0U);
}

TEST(Profile, SaysThatALoadWaitsForLocalMemory) {
  MachineConfig machine = small_machine();
  machine.local_memory.latency = 400;
  const ProfiledRun run = profiled(machine, kMixed, mixed_job());
  const InstructionCounts loads = loads_of_line(run.profile, 14);
  EXPECT_GT(at(loads.memory_wait, MemoryPlace::LocalMemory), 0U);
  EXPECT_GT(at(loads.memory_wait, MemoryPlace::LocalMemory),
            loads.ledger[SlotCause::MemoryWait] * 8 / 10);
}

TEST(Profile, HasTheFunctionsThatWereInlined) {
  constexpr const char* kInlined = R"cl(float twice(float x) { return x + x * 3.0f; }
  float four(float x) { return twice(x) * twice(x + 1.0f); }
  __kernel void k(__global uint* out, __global const uint* in) {
    out[get_global_id(0)] = as_uint(four((float)in[get_global_id(0)]));
  })cl";
  const Job job{"k", range_1d(32, 16), 32, {counting(32)}, {}};
  const ProfiledRun run = profiled(small_machine(), kInlined, job);
  std::vector<std::string> deepest;
  for (const ProfiledInstruction& one : run.profile.instructions) {
    if (one.stack.size() <= deepest.size()) continue;
    deepest.clear();
    for (const SourceFrame& frame : one.stack) {
      deepest.push_back(frame.function + ":" + std::to_string(frame.line.number));
    }
  }
  EXPECT_EQ(deepest, (std::vector<std::string>{"twice:1", "four:2", "k:4"}));
}

TEST(Profile, OfALaunchThatFailsHasNothing) {
  const auto machine = make_profiled_machine(small_machine());
  const auto program = compile_program("__kernel void k(__global int* p) { p[1 << 28] = 1; }");
  const Buffer buffer = machine->allocate(64);
  EXPECT_THROW(machine->launch(*program, "k", {1, {64, 1, 1}, {64, 1, 1}}, {buffer}), Error);
  EXPECT_TRUE(machine->launches().empty());
  EXPECT_TRUE(machine->profiles().empty());
}

TEST(ProfileCheck, NamesACounterThatDoesNotAddUp) {
  InstructionTable table;
  table.at(64).counts.branches = 3;
  LaunchStatistics launch;
  launch.branches = 2;
  EXPECT_STREQ(error_of([&] { check_sums(table, launch); }).what(),
               "the profile's instructions have 3 of branches, and the launch has 2");
  launch.branches = 3;
  check_sums(table, launch);
  table.no_instruction.charge(SlotCause::NoWarp, 8);
  EXPECT_THROW(check_sums(table, launch), Error);
}

}  // namespace
}  // namespace lanefold
