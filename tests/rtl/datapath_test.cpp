// SPDX-License-Identifier: Apache-2.0
// Whole kernels whose ALU pipes are rtl/compaction_datapath.sv, clocked with the machine: the RTL
// decides when instructions start and complete, and cycles and statistics must be the model's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "lanefold/error.h"
#include "tests/rtl/loop_runs.h"
#include "tests/support/kernels.h"
#include "twins/verilated/rtl_shapes.h"

namespace lanefold {
namespace {

const std::vector<std::string> kDatapath{"compaction_datapath"};

struct PipeCase {
  std::string name;
  std::string workload;
  CompactionPolicy policy;
  std::function<void(CoreConfig&)> change = [](CoreConfig& /*core*/) {};
};
void PrintTo(const PipeCase& c, std::ostream* out) { *out << c.name; }

class RtlDatapath : public ::testing::TestWithParam<PipeCase> {};

TEST_P(RtlDatapath, TakesTheModelsCycles) {
  MachineConfig config = machine_with(GetParam().policy);
  GetParam().change(config.core);
  expect_same_as_model(GetParam().workload, config, kDatapath);
}

std::string case_name(const ::testing::TestParamInfo<PipeCase>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Quick, RtlDatapath,
    ::testing::Values(
        PipeCase{"none", "bitonic-sort", CompactionPolicy::None},
        PipeCase{"ivb", "mandelbrot", CompactionPolicy::Ivb},
        PipeCase{"bcc", "divergence-pattern", CompactionPolicy::Bcc},
        PipeCase{"scc", "bfs", CompactionPolicy::Scc},
        PipeCase{"SlowExtendedMath", "black-scholes", CompactionPolicy::Scc,
                 [](CoreConfig& core) { core.pipes.em_interval = 9; }},
        PipeCase{"WithoutQueue", "n-queens", CompactionPolicy::Bcc,
                 [](CoreConfig& core) { core.pipes.queue = 0; }},
        PipeCase{"LeastLatency", "n-queens", CompactionPolicy::Ivb,
                 [](CoreConfig& core) { core.pipes.fpu_latency = core.pipes.em_latency = 4; }},
        PipeCase{"EachPass", "n-queens", CompactionPolicy::Scc,
                 [](CoreConfig& core) { core.issue.period = 1, core.issue.width = 3; }},
        PipeCase{"Lanes8", "n-queens", CompactionPolicy::Scc,
                 [](CoreConfig& core) { core.warp_width = 8; }},
        PipeCase{"DividedWarps", "transpose", CompactionPolicy::Scc,
                 [](CoreConfig& core) { core.simd = "8x4"; }},
        PipeCase{"DividedBranches", "n-queens", CompactionPolicy::Bcc,
                 [](CoreConfig& core) { core.on_branch = OnBranch::Divide; }}),
    case_name);

std::vector<PipeCase> all_workloads() {
  std::vector<PipeCase> cases;
  for (const auto& workload : workloads()) {
    for (const CompactionPolicy policy : {CompactionPolicy::None, CompactionPolicy::Ivb,
                                          CompactionPolicy::Bcc, CompactionPolicy::Scc}) {
      std::string name = workload->name() + "_" + name_of(policy);
      std::replace(name.begin(), name.end(), '-', '_');
      cases.push_back({name, workload->name(), policy});
    }
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Deep, RtlDatapath, ::testing::ValuesIn(all_workloads()), case_name);

std::vector<PipeCase> all_shapes() {
  std::vector<PipeCase> cases;
  for (const RtlShape& shape : rtl_shapes()) {
    cases.push_back(
        {"Lanes" + std::to_string(shape.lanes) + "Alu" + std::to_string(shape.alu_width),
         "divergence-pattern", CompactionPolicy::Scc, [shape](CoreConfig& core) {
           core.warp_width = shape.lanes;
           core.alu_width = shape.alu_width;
         }});
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Shapes, RtlDatapath, ::testing::ValuesIn(all_shapes()), case_name);

// Two rows for each operand under scc, so that latches take turns; and conversions, whose operands
// are of another size than their instruction.
constexpr const char* kMixedSizes = R"cl(
  __kernel void k(__global double* out) {
    const uint i = get_global_id(0);
    double x = 1.0 + i;
    float y = 0.5f * i;
    for (uint n = 0; n < i % 9; ++n) {
      x = x / 3.0 + sqrt(x) * (float)x;
      if (n & i) y = y * y + 0.25f + (float)x;
    }
    out[i] = x + y;
  })cl";

class RtlDatapathDoubles : public ::testing::TestWithParam<CompactionPolicy> {};

TEST_P(RtlDatapathDoubles, TakeTheModelsCycles) {
  const auto program = compile_program(kMixedSizes);
  const Job job{"k", range_1d(80, 40), 160, {}, {}};
  const MachineConfig config = machine_with(GetParam());
  const auto model = make_timed_machine(config);
  const auto rtl = make_rtl_machine(config, {kDatapath});
  const Words expected = run_job(*model, *program, job);
  EXPECT_EQ(run_job(*rtl, *program, job), expected);
  EXPECT_EQ(rtl->launches()[0].cycles, model->launches()[0].cycles);
  EXPECT_EQ(rtl->launches()[0].register_bits, model->launches()[0].register_bits);
}

INSTANTIATE_TEST_SUITE_P(All, RtlDatapathDoubles,
                         ::testing::Values(CompactionPolicy::Ivb, CompactionPolicy::Bcc,
                                           CompactionPolicy::Scc),
                         [](const auto& info) { return std::string(name_of(info.param)); });

// A kernel that fails leaves instructions in the RTL; the next launch finds none of them.
TEST(RtlDatapathReset, ForgetsWhatAFailedLaunchLeaves) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out, uint far) {
      const uint i = get_global_id(0);
      uint x = i * 7 + far;
      for (uint n = 0; n < 5; ++n) x = x * 3 + (x >> n);
      out[i == 3 ? far : i] = x;
    })cl");
  const MachineConfig config = machine_with(CompactionPolicy::Scc);
  const auto model = make_timed_machine(config);
  const auto rtl = make_rtl_machine(config, {kDatapath});
  const Job good{"k", range_1d(64, 32), 64, {}, {argument(3U)}};
  const Words expected = run_job(*model, *program, good);
  EXPECT_EQ(run_job(*rtl, *program, good), expected);
  const Job bad{"k", range_1d(64, 32), 64, {}, {argument(0x3fff'ffffU)}};
  EXPECT_THROW(run_job(*rtl, *program, bad), Error);
  EXPECT_EQ(run_job(*rtl, *program, good), expected);
  EXPECT_EQ(rtl->launches().back().cycles, rtl->launches().front().cycles);
}

}  // namespace
}  // namespace lanefold
