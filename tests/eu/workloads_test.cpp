// SPDX-License-Identifier: Apache-2.0
// Workloads as Intel's compiler makes them for the EU. Skipped where the compiler is missing.
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "lanefold/statistics_report.h"
#include "lanefold/trace_replay.h"
#include "observers/mask_trace/trace_recorder.h"
#include "tests/support/workload_names.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

/// Intel's compiler of this version crashes on them.
const std::set<std::string> kNotCompiled = {"path-trace", "path-trace-bvh"};

bool has_compiler() {
  try {
    compile_gen8("kernel void none() {}", "none.cl");
    return true;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("intel-opencl-icd"), std::string::npos)
        << error.what();
    return false;
  }
}

MachineConfig eu_machine(const char* name, CompactionPolicy policy) {
  MachineConfig config = load_machine(name);
  config.core.isa = InstructionSet::Gen8;
  config.core.compaction = policy;
  return config;
}

/// One workload, compiled for one width.
class CompiledWorkload {
 public:
  CompiledWorkload(const std::string& name, Gen8Width width, WorkloadSize size)
      : workload_(*find_workload(name)) {
    request_.size = size;
    request_.functions = MathFunctions::Other;
    const std::string path = "workloads/" + workload_.source_file_for(request_);
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    program_ = load_gen8_program(compile_gen8(text, path, {}, {width, false}).elf, path);
  }

  /// Expects right results; returns what all launches have counted.
  LaunchStatistics expect_verified(Machine& machine) const {
    const WorkloadResult result = workload_.run(machine, *program_, request_);
    EXPECT_TRUE(result.verified) << result.detail;
    EXPECT_GT(result.values_checked, 0U);
    EXPECT_EQ(machine.memory_difference(), "");
    return total_of(machine.launches());
  }

 private:
  const Workload& workload_;
  WorkloadRequest request_;
  std::shared_ptr<const Program> program_;
};

/// Time changes nothing of what is executed.
void expect_same_work(const LaunchStatistics& timed, const LaunchStatistics& functional) {
  EXPECT_TRUE(timed.timed);
  EXPECT_GT(timed.cycles, 0U);
  EXPECT_EQ(timed.warps, functional.warps);
  EXPECT_EQ(timed.warp_instructions, functional.warp_instructions);
  EXPECT_EQ(timed.lane_instructions, functional.lane_instructions);
  EXPECT_EQ(timed.active_lanes, functional.active_lanes);
  EXPECT_EQ(timed.alu_instructions, functional.alu_instructions);
  EXPECT_EQ(timed.send_instructions, functional.send_instructions);
  EXPECT_EQ(timed.branches, functional.branches);
  EXPECT_EQ(timed.divergent_branches, functional.divergent_branches);
  EXPECT_EQ(timed.barriers, functional.barriers);
  EXPECT_EQ(timed.most_splits, functional.most_splits);
  EXPECT_EQ(timed.eu_cycles.cycles, functional.eu_cycles.cycles);
}

/// A run without time, whose trace replays to the counts of the run.
LaunchStatistics expect_verified_and_traced(const CompiledWorkload& workload,
                                            const MachineConfig& config) {
  std::string trace;
  MaskTraceWriter writer({"test", 0}, false, [&](std::string_view bytes) { trace += bytes; });
  TraceRecorder recorder(writer, 0);
  const auto run = workload.expect_verified(*make_functional_machine(config, recorder));
  writer.close();
  MaskTraceReader reader(trace, "test.trace");
  const TraceCounts counts = replay(reader, run.alu_width);
  EXPECT_EQ(counts.eu_cycles.cycles, run.eu_cycles.cycles);
  EXPECT_EQ(counts.lane_instructions, run.lane_instructions);
  EXPECT_EQ(counts.send_instructions, run.send_instructions);
  // Those of 32 channels are two of 16 each.
  EXPECT_GE(counts.warp_instructions, run.warp_instructions);
  EXPECT_LE(counts.fpu_instructions, 2 * run.fpu_instructions);
  if (run.warp_width < 32) {
    EXPECT_EQ(counts.warp_instructions, run.warp_instructions);
    EXPECT_EQ(counts.fpu_instructions, run.fpu_instructions);
    EXPECT_EQ(counts.em_instructions, run.em_instructions);
  }
  return run;
}

bool can_compile(const std::string& name) {
  return kNotCompiled.count(name) == 0 && has_compiler();
}

class EuWorkloads : public testing::TestWithParam<std::string> {};

TEST_P(EuWorkloads, AreVerifiedAndCountTheSameWithTime) {
  if (!can_compile(GetParam()))
    GTEST_SKIP() << "no ocloc (package intel-opencl-icd), or it crashes";
  const CompiledWorkload workload(GetParam(), Gen8Width::Compiler, WorkloadSize::Tiny);
  const MachineConfig config = eu_machine("ivb-eu", CompactionPolicy::Scc);
  const LaunchStatistics functional = expect_verified_and_traced(workload, config);
  const LaunchStatistics timed = workload.expect_verified(*make_timed_machine(config));
  expect_same_work(timed, functional);
  EXPECT_EQ(timed.timed_eu_cycles, functional.eu_cycles[CompactionPolicy::Scc]);
}

/// Barriers and local memory, atomics, loops and breaks, arrays in registers, bytes, doubles.
INSTANTIATE_TEST_SUITE_P(Some, EuWorkloads,
                         testing::Values("mandelbrot", "dot-product", "kmeans", "n-queens", "bfs",
                                         "ray-trace-ao", "merge-sort", "aes"),
                         workload_case);

std::vector<std::string> all_names() {
  std::vector<std::string> names = showcase_names();
  for (const std::string& name : further_names()) names.push_back(name);
  return names;
}

constexpr Gen8Width kWidths[] = {Gen8Width::Compiler, Gen8Width::Simd8, Gen8Width::Simd16,
                                 Gen8Width::Simd32};
constexpr CompactionPolicy kPolicies[] = {CompactionPolicy::None, CompactionPolicy::Ivb,
                                          CompactionPolicy::Bcc, CompactionPolicy::Scc,
                                          CompactionPolicy::SccFifo};

class EuWorkloadsAtEveryWidth : public testing::TestWithParam<std::string> {};

constexpr const char* kMachineNames[] = {"ivb-eu", "manycore-dom", "mv5-wpu"};

/// At the size tiny, every machine under every policy.
TEST_P(EuWorkloadsAtEveryWidth, AreVerifiedUnderEveryPolicy) {
  if (!can_compile(GetParam()))
    GTEST_SKIP() << "no ocloc (package intel-opencl-icd), or it crashes";
  for (const Gen8Width width : kWidths) {
    const CompiledWorkload workload(GetParam(), width, WorkloadSize::Tiny);
    for (const char* name : kMachineNames) {
      for (const CompactionPolicy policy : kPolicies) {
        SCOPED_TRACE(std::string(name) + ", SIMD" + std::to_string(static_cast<unsigned>(width)));
        const MachineConfig config = eu_machine(name, policy);
        expect_same_work(workload.expect_verified(*make_timed_machine(config)),
                         expect_verified_and_traced(workload, config));
      }
    }
  }
}

/// At the size default, the machines take turns with the policies.
TEST_P(EuWorkloadsAtEveryWidth, AreVerifiedAtTheirDefaultSize) {
  if (!can_compile(GetParam()))
    GTEST_SKIP() << "no ocloc (package intel-opencl-icd), or it crashes";
  std::size_t turn = 0;
  for (const Gen8Width width : kWidths) {
    const CompiledWorkload workload(GetParam(), width, WorkloadSize::Default);
    for (const char* name : kMachineNames) {
      SCOPED_TRACE(std::string(name) + ", SIMD" + std::to_string(static_cast<unsigned>(width)));
      const MachineConfig config = eu_machine(name, kPolicies[turn++ % std::size(kPolicies)]);
      expect_same_work(workload.expect_verified(*make_timed_machine(config)),
                       workload.expect_verified(*make_functional_machine(config)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DeepAll, EuWorkloadsAtEveryWidth, testing::ValuesIn(all_names()),
                         workload_case);

}  // namespace
}  // namespace lanefold
