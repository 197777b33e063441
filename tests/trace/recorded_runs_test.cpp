// SPDX-License-Identifier: Apache-2.0
// The trace of a run replays to exactly what the run counted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "lanefold/compiler.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "lanefold/statistics_report.h"
#include "lanefold/trace_replay.h"
#include "observers/mask_trace/trace_recorder.h"
#include "tests/support/kernels.h"
#include "tests/support/workload_names.h"
#include "tests/trace/traces.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

struct Recorded {
  std::string trace;
  LaunchStatistics total;
};

template <class Run>
Recorded record(unsigned warp_width, bool compressed, Run&& run) {
  Recorded recorded;
  MaskTraceWriter writer({"test", warp_width}, compressed, into(recorded.trace));
  TraceRecorder recorder(writer, warp_width);
  MachineConfig config;
  config.core.warp_width = warp_width;
  const auto machine = make_functional_machine(config, recorder);
  run(*machine);
  writer.close();
  recorded.total = total_of(machine->launches());
  EXPECT_EQ(writer.instructions(), recorded.total.warp_instructions);
  return recorded;
}

void expect_same_counts(const Recorded& recorded, unsigned warp_width) {
  MaskTraceReader reader(recorded.trace, "test.trace");
  EXPECT_EQ(reader.header().warp_width, warp_width);
  const LaunchStatistics& run = recorded.total;
  const TraceCounts counts = replay(reader, run.alu_width);
  EXPECT_EQ(counts.eu_cycles.cycles, run.eu_cycles.cycles);
  EXPECT_EQ(counts.warp_instructions, run.warp_instructions);
  EXPECT_EQ(counts.lane_instructions, run.lane_instructions);
  EXPECT_EQ(counts.fpu_instructions, run.fpu_instructions);
  EXPECT_EQ(counts.em_instructions, run.em_instructions);
  EXPECT_EQ(counts.send_instructions, run.send_instructions);
  ASSERT_EQ(counts.widths.size(), 1U);
  EXPECT_EQ(counts.widths.at(warp_width).active_lanes, run.active_lanes);
}

class EveryWorkload : public testing::TestWithParam<std::string> {};

TEST_P(EveryWorkload, ReplaysToTheCountsOfItsRun) {
  const Workload& workload = *find_workload(GetParam());
  const std::string path = "workloads/" + workload.source_file();
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto program = load_program(compile_opencl(text, path).elf, path);
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  for (const unsigned width : {8U, 16U, 32U}) {
    SCOPED_TRACE(width);
    const Recorded recorded = record(width, width != 16, [&](Machine& machine) {
      EXPECT_TRUE(workload.run(machine, *program, request).verified);
    });
    expect_same_counts(recorded, width);
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, EveryWorkload, testing::ValuesIn(showcase_names()),
                         workload_case);
INSTANTIATE_TEST_SUITE_P(DeepFurther, EveryWorkload, testing::ValuesIn(further_names()),
                         workload_case);

TEST(RecordedRuns, HoldDoublesAndSlowInstructions) {
  const auto program = compile_program(
      "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
      "__kernel void k(__global uint* out) {\n"
      "  uint i = get_global_id(0);\n"
      "  double x = i;\n"
      "  float y = i;\n"
      "  if (i % 3 == 0) x = x * 1.5 + 1.0 / (x + 1.0);\n"
      "  out[i] = (uint)x + (uint)(y / 3.0f);\n"
      "}\n");
  Job job;
  job.range = range_1d(200, 50);
  job.out_words = 200;
  const Recorded recorded =
      record(16, true, [&](Machine& machine) { run_job(machine, *program, job); });
  expect_same_counts(recorded, 16);
  const auto& of_64 = recorded.total.eu_cycles;
  EXPECT_GT(of_64[CompactionPolicy::None], recorded.total.alu_instructions * 4)
      << "no double was executed";
  EXPECT_GT(recorded.total.em_instructions, 0U);
}

TEST(RecordedRuns, HoldEveryLaunch) {
  const auto program = compile_program(
      "__kernel void k(__global uint* out) { out[get_global_id(0)] = get_global_id(0); }");
  Job job;
  job.range = range_1d(64, 32);
  job.out_words = 64;
  const auto once = record(16, false, [&](Machine& machine) { run_job(machine, *program, job); });
  const auto twice = record(16, false, [&](Machine& machine) {
    run_job(machine, *program, job);
    run_job(machine, *program, job);
  });
  expect_same_counts(twice, 16);
  EXPECT_EQ(twice.total.warp_instructions, 2 * once.total.warp_instructions);
}

TEST(RecordedRuns, CutCodeThatIsLongerThanASegment) {
  std::string source = "__kernel void k(__global uint* out) {\n  uint x = get_global_id(0);\n";
  for (int i = 0; i < 2000; ++i) source += "  x = x * 3 ^ x >> 5;\n";
  const auto program = compile_program(source + "  out[get_global_id(0)] = x;\n}\n");
  Job job;
  job.range = range_1d(32, 32);
  job.out_words = 32;
  const Recorded recorded =
      record(16, false, [&](Machine& machine) { run_job(machine, *program, job); });
  expect_same_counts(recorded, 16);
  std::size_t longest = 0;
  for (const Step& one : steps_of(recorded.trace)) longest = std::max(longest, one.size);
  EXPECT_EQ(longest, kMostSegmentInstructions);
}

}  // namespace
}  // namespace lanefold
