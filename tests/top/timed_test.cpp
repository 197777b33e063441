// SPDX-License-Identifier: Apache-2.0
// The cycle-level machine as a whole: real kernels, compared with the functional machine, between
// data paths, and from launch to launch.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/machine.h"
#include "tests/top/timed_bench.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

/// The timed machine must compute and count what the functional one does, on both data paths.
void expect_like_functional(const Program& program, const Job& job, MachineConfig config) {
  const auto functional = make_functional_machine(config);
  const Words expected = run_job(*functional, program, job);
  std::vector<std::vector<Counters>> counters;
  for (const DatapathFidelity datapath : {DatapathFidelity::Fast, DatapathFidelity::Exact}) {
    config.core.datapath = datapath;
    const auto timed = make_timed_machine(config);
    EXPECT_EQ(run_job(*timed, program, job), expected) << name_of(datapath);
    expect_equal_work(*timed, *functional);
    expect_whole_ledger(timed->launches()[0], config.core);
    counters.push_back(counters_of_all(*timed));
  }
  EXPECT_EQ(counters[0], counters[1]);
}

TEST(DataPaths, AgreeUnderEveryPolicyAndRegisterFile) {
  const auto program = compile_program(kMixed);
  for (const CompactionPolicy policy : all_of<CompactionPolicy>()) {
    for (const RegisterFileKind file : all_of<RegisterFileKind>()) {
      SCOPED_TRACE(std::string(name_of(policy)) + ", register file " + name_of(file));
      MachineConfig config = small_machine(1);
      config.core.compaction = policy;
      config.core.register_file = file;
      expect_like_functional(*program, mixed_job(), config);
    }
  }
}

TEST(TimedMachine, ComputesTheSameAtEveryWidth) {
  const auto program = compile_program(kMixed);
  for (const ReconvergencePolicy reconvergence : all_of<ReconvergencePolicy>()) {
    for (const unsigned width : {1U, 8U, 13U, 16U, 32U, 64U}) {
      SCOPED_TRACE(std::string(name_of(reconvergence)) + ", warp width " + std::to_string(width));
      MachineConfig config = small_machine();
      config.core.warp_width = width;
      config.core.warps = std::max(6U, 60 / width + 1);
      config.core.reconvergence = reconvergence;
      config.core.compaction = CompactionPolicy::Scc;
      expect_like_functional(*program, mixed_job(), config);
    }
  }
}

/// Stores of many lines wait behind others when the atomic that follows them is issued.
constexpr const char* kStoredAndChanged = R"(
__kernel void k(__global uint* out) {
  uint i = 64 * get_global_id(0);
  for (uint n = 0; n < 4; ++n) {
    out[i] = n;
    atomic_add(&out[i], 5u);
  }
})";

TEST(TimedMachine, StoresLeaveWithoutTheAtomicsThatFollowThem) {
  constexpr std::size_t kItems = 1024;
  const auto program = compile_program(kStoredAndChanged);
  for (const char* name : {"ivb-eu", "manycore-dom", "mv5-wpu"}) {
    MachineConfig config = load_machine(name);
    const auto machine = make_timed_machine(config);
    const Buffer out = machine->allocate(64 * kItems * sizeof(std::uint32_t));
    machine->launch(*program, "k", range_1d(kItems, 64), {argument(out)});
    EXPECT_EQ(machine->memory_difference(), "") << name;
  }
}

constexpr const char* kOverrunning = R"(
__kernel void k(__global uint* out, uint first) {
  uint i = get_global_id(0);
  out[i + first] = i + 1;
  uint last = out[40 + first];
  atomic_add(&out[64 + first], last + i);
}
__kernel void copy(__global uint* out, uint first, __global uint* to) {
  uint i = get_global_id(0);
  to[i] = out[i + first];
})";

// The arguments lie 128 bytes behind `out`, and what k writes lies behind them.
TEST(TimedMachine, CarriesOutOverrunsAndWarnsOnceOfEachInstruction) {
  const auto program = compile_program(kOverrunning);
  for (const char* name : {"ivb-eu", "manycore-dom", "mv5-wpu"}) {
    for (const bool timed : {false, true}) {
      SCOPED_TRACE(std::string(name) + (timed ? ", timed" : ", functional"));
      MachineConfig config = load_machine(name);
      config.memory.bytes = 64U << 20;
      config.memory.overrun_bytes = 4096;
      const auto machine = timed ? make_timed_machine(config) : make_functional_machine(config);
      std::vector<std::string> warnings;
      machine->on_warning([&](const std::string& sentence) { warnings.push_back(sentence); });
      const Buffer result = machine->allocate(256);
      const Buffer out = machine->allocate(512);
      const auto run = [&](const char* kernel, std::vector<ArgumentValue> arguments) {
        machine->launch(*program, kernel, range_1d(64, 32), arguments);
        EXPECT_EQ(machine->memory_difference(), "") << kernel;
      };
      run("k", {argument(out), argument(192U)});
      ASSERT_EQ(warnings.size(), 3U);
      EXPECT_THAT(warnings[0],
                  ::testing::ContainsRegex(
                      "^kernel k at test.cl:4 \\(pc 0x[0-9a-f]+\\), work-item "
                      "\\([0-9]+, 0, 0\\): store of 4 bytes at 0x100004[0-9a-f]+, "
                      "which reaches [0-9]+ bytes behind the end of the buffer of 512 bytes at "
                      "0x10000180; drivers' padding hides this"));
      run("copy", {argument(out), argument(192U), argument(result)});
      EXPECT_EQ(warnings.size(), 4U) << "each launch warns";
      Words words(64);
      machine->read(result, 0, words.data(), 256);
      EXPECT_EQ(words[31], 32U);
      EXPECT_EQ(words[40], 41U) << "kept behind the buffer from launch to launch";

      const Buffer next = machine->allocate(512);
      EXPECT_EQ(machine->memory_difference(), "") << "the levels hold zeros, too";
      EXPECT_EQ(next.address, 0x1000'0400U);
      Words zeros(128, 1);
      machine->read(next, 0, zeros.data(), 512);
      EXPECT_EQ(zeros, Words(128, 0));
      const Error error = error_of([&] {
        run("k", {argument(next), argument(128U + 4096 / 4 - 8)});
      });
      EXPECT_THAT(error.what(), HasSubstr("which is outside of every buffer"));
    }
  }
}

TEST(TimedMachine, ComputesTheSameOnEveryAluWidth) {
  const auto program = compile_program(kMixed);
  for (const unsigned alu : {1U, 2U, 8U, 16U, 64U}) {
    for (const CompactionPolicy policy : kPolicies) {
      SCOPED_TRACE(std::string(name_of(policy)) + ", ALU width " + std::to_string(alu));
      MachineConfig config = small_machine(1);
      config.core.alu_width = alu;
      config.core.compaction = policy;
      expect_like_functional(*program, mixed_job(), config);
    }
  }
}

TEST(TimedMachine, ComputesTheSameForAllLatencies) {
  const auto program = compile_program(kMixed);
  std::vector<MachineConfig> machines(7, small_machine(3));
  for (const IssueOrder order : all_of<IssueOrder>()) {
    machines.push_back(small_machine(3));
    machines.back().core.arbiter = order;
  }
  machines[0].core.issue.period = 1;
  machines[0].core.issue.width = 3;
  machines[1].core.issue.period = 7;
  machines[1].core.issue.width = 1;
  machines[2].core.fetch.latency = 17;
  machines[2].core.fetch.instructions = machines[2].core.fetch.queue = 1;
  machines[3].core.pipes.fpu_latency = 1;
  machines[3].core.pipes.em_latency = 100;
  machines[3].core.pipes.em_interval = 5;
  machines[4].dram.latency = 1;
  machines[4].memory.line_bytes = 4;
  machines[4].dram.bandwidth_mb_s = 0;
  machines[5].dram.latency = 999;
  machines[5].memory.line_bytes = 4096;
  machines[6].cores = 1;
  machines[6].core.warps = 5;
  machines[6].clock_mhz = 3;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    SCOPED_TRACE("machine " + std::to_string(i));
    expect_like_functional(*program, mixed_job(), machines[i]);
  }
}

TEST(TimedMachine, ComputesDoublesOnLinesOfFourBytes) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global double* out) {
      const uint i = get_global_id(0);
      double x = 1.0 + i;
      for (uint n = 0; n < i % 9; ++n) x = x / 3.0 + sqrt(x);
      out[i] = x;
    })cl");
  const Job job{"k", range_1d(40, 20), 80, {}, {}};
  for (const unsigned line : {4U, 64U}) {
    MachineConfig config = small_machine();
    config.core.compaction = CompactionPolicy::Scc;
    config.memory.line_bytes = line;
    expect_like_functional(*program, job, config);
  }
}

TEST(TimedMachine, TakesTheSameCyclesInEveryLaunch) {
  const auto mixed = compile_program(kMixed);
  const auto other = compile_program(
      "__kernel void k(__global uint* out) { out[get_global_id(0) * 7 % 64] = 1; }");
  const MachineConfig config = small_machine(3);
  const auto one = make_timed_machine(config);
  const auto two = make_timed_machine(config);
  run_job(*one, *mixed, mixed_job());
  run_job(*two, *other, {"k", range_1d(64, 32), 64, {}, {}});
  run_job(*one, *mixed, mixed_job());
  run_job(*two, *mixed, mixed_job());
  run_job(*one, *other, {"k", range_1d(64, 32), 64, {}, {}});
  run_job(*one, *mixed, mixed_job());
  const auto first = counters_of_all(*one);
  const auto second = counters_of_all(*two);
  EXPECT_EQ(first[1], first[0]);
  EXPECT_EQ(first[3], first[0]);
  EXPECT_EQ(second[1], first[0]);
  EXPECT_EQ(second[0], first[2]);
}

TEST(TimedMachine, AbandonedMachinesLeaveNothingBehind) {
  MachineConfig config = small_machine();
  for (const char* wrong : {"instruction_cache", "l1", "l3"}) {
    MachineConfig bad = config;
    bad.instruction_cache.perfect = false;
    bad.l1.enabled = bad.l3.enabled = true;
    (wrong == std::string("l1")   ? bad.l1
     : wrong == std::string("l3") ? bad.l3
                                  : bad.instruction_cache)
        .banks = 3;
    const Error error = error_of([&] { make_timed_machine(bad); });
    EXPECT_EQ(error.kind(), ErrorKind::Configuration);
    EXPECT_THAT(error.what(), HasSubstr(std::string(wrong) + ".banks is 3"));
  }
  const auto program = compile_program(kMixed);
  expect_like_functional(*program, mixed_job(), config);
}

/// The cycles of one EU's six warps in a kernel of divergence_pattern.cl, and its EU cycles under
/// each policy, without what is not proportional to the rounds.
struct PatternTime {
  double cycles = 0;
  std::map<CompactionPolicy, std::uint64_t> eu_cycles;
};

PatternTime pattern_time(const Program& program, CompactionPolicy policy, const std::string& kernel,
                         const std::vector<std::uint32_t>& mask = {}) {
  MachineConfig config = load_machine("ivb-eu");
  config.cores = 1;
  config.core.compaction = policy;
  const auto machine = make_timed_machine(config);
  const Buffer values = machine->allocate(96 * 4);
  for (const std::uint32_t rounds : {8U, 40U}) {
    std::vector<ArgumentValue> arguments{values, argument(rounds)};
    for (const std::uint32_t value : mask) arguments.emplace_back(argument(value));
    machine->launch(program, kernel, range_1d(96, 96), arguments);
  }
  const LaunchStatistics& few = machine->launches()[0];
  const LaunchStatistics& many = machine->launches()[1];
  PatternTime result;
  result.cycles = static_cast<double>(many.cycles - few.cycles);
  for (const CompactionPolicy one : kPolicies) {
    result.eu_cycles[one] = many.eu_cycles[one] - few.eu_cycles[one];
  }
  return result;
}

// Table 2 in EU cycles, exactly, and in time, within three points of a hundred.
TEST(DivergencePattern, TakesTheTimesOfTable2) {
  const auto program = load_file("workloads/divergence_pattern.cl");
  struct Level {
    int level;
    std::uint64_t ivb, bcc, scc;  // percent of none
  };
  for (const Level& l :
       {Level{1, 100, 100, 50}, {2, 100, 100, 25}, {3, 100, 50, 25}, {4, 50, 25, 25}}) {
    const std::string kernel = fmt::format("divergence_level{}", l.level);
    const PatternTime none = pattern_time(*program, CompactionPolicy::None, kernel);
    const std::uint64_t cycles = none.eu_cycles.at(CompactionPolicy::None);
    EXPECT_GT(cycles, 6U * 32 * 32 * 4) << "six warps, 32 rounds, at least 32 instructions";
    for (const auto& [policy, percent] :
         {std::pair{CompactionPolicy::Ivb, l.ivb}, std::pair{CompactionPolicy::Bcc, l.bcc},
          std::pair{CompactionPolicy::Scc, l.scc}}) {
      EXPECT_EQ(none.eu_cycles.at(policy) * 100, cycles * percent)
          << kernel << ", " << name_of(policy);
      const PatternTime time = pattern_time(*program, policy, kernel);
      EXPECT_NEAR(100 * time.cycles / none.cycles, static_cast<double>(percent), 3)
          << kernel << ", " << name_of(policy);
    }
  }
}

// Figure 8: what an if/else costs in time under the optimisation that Ivy Bridge has.
TEST(DivergencePattern, TakesTheTimesOfFigure8) {
  const auto program = load_file("workloads/divergence_pattern.cl");
  const auto time = [&](std::uint32_t mask) {
    return pattern_time(*program, CompactionPolicy::Ivb, "divergence_mask", {mask}).cycles;
  };
  const double coherent = time(0xffff);
  EXPECT_NEAR(time(0x00ff) / coherent, 1.0, 0.03);
  EXPECT_NEAR(time(0xff0f) / coherent, 1.5, 0.03);
  EXPECT_NEAR(time(0xf0f0) / coherent, 2.0, 0.03);
  EXPECT_NEAR(time(0xaaaa) / coherent, 2.0, 0.03);
}

TEST(TimedMachine, ReportsProgress) {
  const auto program = compile_program(
      "__kernel void k(__global volatile uint* out) {"
      "  for (uint n = 0; n < 60000; ++n) out[0] = n; }");
  const auto machine = make_timed_machine(small_machine(1));
  std::uint64_t calls = 0;
  std::uint64_t last = 0;
  machine->on_progress([&](std::uint64_t cycles, std::uint64_t instructions) {
    EXPECT_GT(cycles, last);
    EXPECT_LE(instructions, cycles);
    last = cycles;
    ++calls;
  });
  run_job(*machine, *program, {"k", range_1d(1, 1), 1, {}, {}});
  EXPECT_GE(calls, 1U);
  EXPECT_LE(last, machine->launches()[0].cycles);
}

}  // namespace
}  // namespace lanefold
