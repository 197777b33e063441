// SPDX-License-Identifier: Apache-2.0
// Whole kernels whose ALU pipes are rtl/compaction_datapath.sv, clocked with the machine: the RTL
// decides when instructions start and complete, and cycles and statistics must be the model's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
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
        PipeCase{"SlowestExtendedMath", "tridiagonal", CompactionPolicy::Bcc,
                 [](CoreConfig& core) { core.pipes.em_interval = 64; }},
        PipeCase{"WithoutQueue", "n-queens", CompactionPolicy::Bcc,
                 [](CoreConfig& core) { core.pipes.queue = 0; }},
        PipeCase{"LeastLatency", "n-queens", CompactionPolicy::Ivb,
                 [](CoreConfig& core) { core.pipes.fpu_latency = core.pipes.em_latency = 4; }},
        PipeCase{"EachPass", "n-queens", CompactionPolicy::Scc,
                 [](CoreConfig& core) { core.issue.period = 1, core.issue.width = 3; }},
        PipeCase{"Lanes8", "n-queens", CompactionPolicy::Scc,
                 [](CoreConfig& core) { core.warp_width = 8; }},
        PipeCase{"Slip", "gaussian-filter", CompactionPolicy::Bcc,
                 [](CoreConfig& core) { core.on_miss = OnMiss::Slip; }},
        PipeCase{"LongQueue", "mandelbrot", CompactionPolicy::Scc,
                 [](CoreConfig& core) { core.pipes.queue = 8; }},
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

/// The policies in turn, which organise the register banks.
std::vector<PipeCase> all_shapes() {
  std::vector<PipeCase> cases;
  constexpr std::array kTurns{CompactionPolicy::Scc, CompactionPolicy::Bcc, CompactionPolicy::Ivb};
  for (const RtlShape& shape : rtl_shapes()) {
    const CompactionPolicy policy = kTurns[cases.size() % kTurns.size()];
    cases.push_back(
        {"Lanes" + std::to_string(shape.lanes) + "Alu" + std::to_string(shape.alu_width),
         "divergence-pattern", policy, [shape](CoreConfig& core) {
           core.warp_width = shape.lanes;
           core.alu_width = shape.alu_width;
         }});
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Shapes, RtlDatapath, ::testing::ValuesIn(all_shapes()), case_name);

// Flags and rounding modes are those of the program's order, although nothing but that order keeps
// CSR instructions behind those of the ALU.
constexpr const char* kFloatState = R"cl(
  __kernel void k(__global uint* out) {
    const uint i = get_global_id(0);
    uint flags, mode;
    float q, p;
    const float one = 1.0f, three = 3.0f;
    __asm__ volatile("fsrm %0" :: "r"(i % 5));
    __asm__ volatile("fdiv.s %0, %1, %2" : "=f"(q) : "f"(one), "f"(three));
    __asm__ volatile("fsrmi x0, 1");
    __asm__ volatile("frflags %0" : "=r"(flags));
    __asm__ volatile("fdiv.s %0, %1, %2" : "=f"(p) : "f"(one), "f"(three));
    __asm__ volatile("fsrmi x0, 3");
    __asm__ volatile("fsflagsi x0, 0");
    __asm__ volatile("frrm %0" : "=r"(mode));
    out[i] = as_uint(q) + as_uint(p) * 7 + flags * 1000 + mode;
  })cl";

class RtlDatapathOrder
    : public ::testing::TestWithParam<std::tuple<const char*, CompactionPolicy>> {};

TEST_P(RtlDatapathOrder, LeavesTheBytesOfTheModel) {
  const auto& [source, policy] = GetParam();
  const auto program = compile_program(source);
  const Job job{"k", range_1d(80, 40), 160, {}, {}};
  const MachineConfig config = machine_with(policy);
  const auto model = make_timed_machine(config);
  const auto questions = std::make_shared<RtlQuestions>();
  std::vector<std::string> notes;
  const auto rtl = make_rtl_machine(config, {kDatapath, {}, questions, &notes});
  const Words expected = run_job(*model, *program, job);
  EXPECT_EQ(run_job(*rtl, *program, job), expected);
  EXPECT_EQ(statistics_of(*rtl, config), statistics_of(*model, config));
  EXPECT_THAT(notes, ::testing::IsEmpty());
  expect_asked(*questions, config, kDatapath);
}

INSTANTIATE_TEST_SUITE_P(All, RtlDatapathOrder,
                         ::testing::Combine(::testing::Values(kDoubles, kFloatState),
                                            ::testing::Values(CompactionPolicy::Ivb,
                                                              CompactionPolicy::Bcc,
                                                              CompactionPolicy::Scc)),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param) == kFloatState ? "FloatState_"
                                                                                     : "Doubles_") +
                                  name_of(std::get<1>(info.param));
                         });

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
