// SPDX-License-Identifier: Apache-2.0
// Whole kernels with RTL in the loop: what they compute, how long they take and what is counted
// must be the model's to the byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <tuple>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/forwarding_device.h"
#include "lanefold/statistics_report.h"
#include "tests/rtl/loop_runs.h"
#include "tests/support/kernels.h"
#include "twins/loop/rtl_blocks.h"
#include "twins/loop/rtl_machine.h"
#include "twins/verilated/rtl_shapes.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

class RtlInTheLoop : public ::testing::TestWithParam<std::tuple<std::string, CompactionPolicy>> {};

TEST_P(RtlInTheLoop, LeavesTheBytesOfTheModel) {
  expect_same_as_model(std::get<0>(GetParam()), machine_with(std::get<1>(GetParam())));
}

std::vector<std::string> showcase_names() {
  std::vector<std::string> names;
  for (const Workload* workload : showcase()) names.push_back(workload->name());
  return names;
}

std::string without_hyphens(const std::string& text) {
  std::string name;
  for (const char c : text) name += c == '-' ? '_' : c;
  return name;
}

std::string loop_name(const ::testing::TestParamInfo<RtlInTheLoop::ParamType>& info) {
  return without_hyphens(std::get<0>(info.param)) + "_" +
         without_hyphens(name_of(std::get<1>(info.param)));
}

using LoopRun = RtlInTheLoop::ParamType;
INSTANTIATE_TEST_SUITE_P(Quick, RtlInTheLoop,
                         ::testing::Values(LoopRun{"bfs", CompactionPolicy::SccFifo},
                                           LoopRun{"hotspot", CompactionPolicy::Bcc},
                                           LoopRun{"bitonic-sort", CompactionPolicy::None},
                                           LoopRun{"mandelbrot", CompactionPolicy::Ivb},
                                           LoopRun{"n-queens", CompactionPolicy::Scc},
                                           LoopRun{"divergence-pattern", CompactionPolicy::Scc}),
                         loop_name);
INSTANTIATE_TEST_SUITE_P(Deep, RtlInTheLoop,
                         ::testing::Combine(::testing::ValuesIn(showcase_names()),
                                            ::testing::ValuesIn(rtl_policies())),
                         loop_name);

struct LoopCase {
  RtlShape shape;
  CompactionPolicy policy;
  std::string workload;
};
std::string name_of(const LoopCase& c) {
  return "Lanes" + std::to_string(c.shape.lanes) + "Alu" + std::to_string(c.shape.alu_width) + "_" +
         without_hyphens(name_of(c.policy)) + "_" + without_hyphens(c.workload);
}
void PrintTo(const LoopCase& c, std::ostream* out) { *out << name_of(c); }

/// Every shape that is built under scc, some under every policy; with branches on data, and with
/// strided masks, whose lists of lanes in surplus are long.
std::vector<LoopCase> shape_cases() {
  std::vector<LoopCase> cases;
  for (const RtlShape& shape : rtl_shapes()) {
    const bool thorough = shape.alu_width == 4 && (shape.lanes == 8 || shape.lanes == 32);
    for (const char* workload : {"needleman-wunsch", "divergence-pattern"}) {
      for (const CompactionPolicy policy : rtl_policies()) {
        if (thorough || policy == CompactionPolicy::Scc) cases.push_back({shape, policy, workload});
      }
    }
  }
  return cases;
}

class RtlShapes : public ::testing::TestWithParam<LoopCase> {};

TEST_P(RtlShapes, LeaveTheBytesOfTheModel) {
  MachineConfig config = machine_with(GetParam().policy);
  config.core.warp_width = GetParam().shape.lanes;
  config.core.alu_width = GetParam().shape.alu_width;
  config.core.datapath = DatapathFidelity::Exact;
  expect_same_as_model(GetParam().workload, config);
}

INSTANTIATE_TEST_SUITE_P(All, RtlShapes, ::testing::ValuesIn(shape_cases()),
                         [](const auto& info) { return name_of(info.param); });

class RtlBlock : public ::testing::TestWithParam<std::string> {};

TEST_P(RtlBlock, AloneLeavesTheBytesOfTheModel) {
  expect_same_as_model("bfs", machine_with(CompactionPolicy::Scc), {GetParam()});
}

std::vector<std::string> blocks_of_every_machine() {
  return names_of(select_rtl_blocks({"all"}, machine_with(CompactionPolicy::Scc)));
}
INSTANTIATE_TEST_SUITE_P(All, RtlBlock, ::testing::ValuesIn(blocks_of_every_machine()),
                         [](const auto& info) { return info.param; });

/// Compaction control in two cycles, where instructions wait for it.
class RtlPipeline : public ::testing::TestWithParam<std::string> {
 protected:
  static MachineConfig machine(unsigned latency, unsigned warps) {
    MachineConfig config = machine_with(CompactionPolicy::Scc);
    config.core.compaction_latency = latency;
    config.core.warps = warps;
    return config;
  }
};

TEST_P(RtlPipeline, AloneLeavesTheBytesOfTheModel) {
  expect_same_as_model(GetParam(), machine(3, 6), {"scc_pipeline"});
}

// Three cycles show where a core has one warp. Several may meet less often at pipes and memory.
TEST_P(RtlPipeline, LetsALoneWarpWaitAsInTheModel) {
  const Traces model = expect_same_as_model(GetParam(), machine(3, 1), {"scc_pipeline"});
  const MachineConfig at_once = machine(0, 1);
  EXPECT_GT(model.cycles,
            run(*make_timed_machine(at_once), at_once, *find_workload(GetParam())).cycles);
}

TEST_P(RtlPipeline, AgreesWithAllOtherBlocks) { expect_same_as_model(GetParam(), machine(2, 6)); }

INSTANTIATE_TEST_SUITE_P(Quick, RtlPipeline, ::testing::Values("bfs"),
                         [](const auto& info) { return without_hyphens(info.param); });
INSTANTIATE_TEST_SUITE_P(Deep, RtlPipeline, ::testing::ValuesIn(showcase_names()),
                         [](const auto& info) { return without_hyphens(info.param); });

/// Code of Intel's compiler, whose instructions are for 1 to 32 channels and have predicates.
class RtlOnGen8 : public ::testing::TestWithParam<std::tuple<std::string, CompactionPolicy>> {
 protected:
  static MachineConfig machine(CompactionPolicy policy) {
    MachineConfig config = machine_with(policy);
    config.core.isa = InstructionSet::Gen8;
    return config;
  }
};

TEST_P(RtlOnGen8, LeavesTheBytesOfTheModel) {
  const auto& [workload, policy] = GetParam();
  MachineConfig config = machine(policy);
  config.core.compaction_latency = 2;  // what scc_pipeline needs
  try {
    expect_same_as_model(workload, config);
  } catch (const Error& error) {
    ASSERT_THAT(error.what(), HasSubstr("intel-opencl-icd"));
    GTEST_SKIP() << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Quick, RtlOnGen8,
                         ::testing::Values(LoopRun{"bfs", CompactionPolicy::Scc},
                                           LoopRun{"n-queens", CompactionPolicy::Bcc},
                                           LoopRun{"mandelbrot", CompactionPolicy::SccFifo}),
                         loop_name);
INSTANTIATE_TEST_SUITE_P(Deep, RtlOnGen8,
                         ::testing::Combine(::testing::ValuesIn(showcase_names()),
                                            ::testing::Values(CompactionPolicy::Bcc,
                                                              CompactionPolicy::Scc,
                                                              CompactionPolicy::SccFifo)),
                         loop_name);

TEST(RtlGen8Refusals, NameBlocksThatAskForTheWidthOfInstructions) {
  MachineConfig config = machine_with(CompactionPolicy::Ivb);
  config.core.isa = InstructionSet::Gen8;
  EXPECT_STREQ(error_of([&] { make_loop(config, {"ivb_half"}); }).what(),
               "--rtl ivb_half needs core.isa=riscv, or core.compaction=bcc, scc or scc-fifo, not "
               "ivb");
  EXPECT_STREQ(error_of([&] { make_loop(config, {"unswizzle"}); }).what(),
               "--rtl unswizzle needs core.isa=riscv, not gen8");
}

TEST(RtlSlices, LeaveTheBytesOfTheModelWhereWarpsAreDivided) {
  MachineConfig config = machine_with(CompactionPolicy::Scc);
  config.core.simd = "8x4";
  expect_same_as_model("transpose", config);
}

// What one lane computes passes the same crossbar.
TEST(RtlScalars, LeaveTheBytesOfTheModel) {
  MachineConfig config = machine_with(CompactionPolicy::Scc);
  config.core.scalar.execution = ScalarExecution::Energy;
  expect_same_as_model("bfs", config);
}

TEST(RtlScalars, LeaveTheBytesOfTheModelInOneCycle) {
  MachineConfig config = machine_with(CompactionPolicy::Scc);
  config.core.scalar.execution = ScalarExecution::OneCycle;
  config.core.scalar.knowledge = KnowledgeSource::Dynamic;
  expect_same_as_model("bfs", config);
}

/// Robust SIMD: another search and another convergence divide warps at other times.
struct AdaptationCase {
  std::string workload;
  AdaptationStrategy adaptation;
  AdaptationConvergence convergence;
  unsigned warps = 4;
  unsigned slices = 64;
};
std::string name_of(const AdaptationCase& c) {
  return without_hyphens(c.workload) + "_" + without_hyphens(name_of(c.adaptation)) + "_" +
         name_of(c.convergence) + "_warps" + std::to_string(c.warps) + "_slices" +
         std::to_string(c.slices);
}
void PrintTo(const AdaptationCase& c, std::ostream* out) { *out << name_of(c); }

MachineConfig adapting_machine(const AdaptationCase& c) {
  MachineConfig config = machine_with(CompactionPolicy::Scc);
  config.core.warps = c.warps;
  config.core.slices = c.slices;
  config.core.adaptation.strategy = c.adaptation;
  config.core.adaptation.convergence = c.convergence;
  config.core.adaptation.tasks_per_thread = 1;
  return config;
}

/// Cases of programs that have enough work-items for a search even at their smallest size.
std::vector<AdaptationCase> adaptation_cases() {
  std::vector<AdaptationCase> cases;
  for (const AdaptationStrategy adaptation :
       {AdaptationStrategy::Dwrep, AdaptationStrategy::DepthOnly, AdaptationStrategy::WidthOnly}) {
    for (const AdaptationConvergence convergence :
         {AdaptationConvergence::Inc, AdaptationConvergence::Anneal}) {
      cases.push_back({"bfs", adaptation, convergence, 2, 8});
      cases.push_back({"mandelbrot", adaptation, convergence, 2, 8});
      cases.push_back({"vector-add", adaptation, convergence, 4, 64});
    }
  }
  return cases;
}

class RtlAdaptation : public ::testing::TestWithParam<AdaptationCase> {};

TEST_P(RtlAdaptation, LeavesTheBytesOfTheModel) {
  const Traces model = expect_same_as_model(GetParam().workload, adapting_machine(GetParam()),
                                            {"asu", "warp_slice_table"});
  EXPECT_GT(model.sampling_intervals, 2U);
}

// The model counts the steps of the search, and here the RTL takes them.
TEST(RtlAdaptationTime, IsThatOfTheModel) {
  MachineConfig config = adapting_machine(
      {"vector-add", AdaptationStrategy::Dwrep, AdaptationConvergence::Anneal, 2, 8});
  config.core.adaptation.step_cycles = 3;
  expect_same_as_model("vector-add", config, {"asu"});
}

INSTANTIATE_TEST_SUITE_P(Quick, RtlAdaptation,
                         ::testing::Values(AdaptationCase{"vector-add", AdaptationStrategy::Dwrep,
                                                          AdaptationConvergence::Anneal, 2, 8}),
                         [](const auto& info) { return name_of(info.param); });
INSTANTIATE_TEST_SUITE_P(Deep, RtlAdaptation, ::testing::ValuesIn(adaptation_cases()),
                         [](const auto& info) { return name_of(info.param); });

TEST(RtlSlices, DeepLeaveTheBytesOfTheModelWhileCoresAdapt) {
  MachineConfig config = machine_with(CompactionPolicy::Scc);
  config.core.adaptation.strategy = AdaptationStrategy::Dwrep;
  config.core.adaptation.tasks_per_thread = 1;
  expect_same_as_model("bfs", config);
}

TEST(RtlSlices, RefuseACoreThatIsNotBuilt) {
  const Error error = error_of([] {
    make_loop(
        adapting_machine({"bfs", AdaptationStrategy::Dwrep, AdaptationConvergence::Inc, 3, 8}),
        {"asu"});
  });
  EXPECT_EQ(error.kind(), ErrorKind::Configuration);
  EXPECT_STREQ(error.what(),
               "there is no RTL of asu with 3 warps of 16 lanes (core.warps) and 8 slices "
               "(core.slices); valid: 2 and 8, 4 and 64, 6 and 64");
}

/// Diverge on Miss: where lanes are left behind depends on how they join again.
struct SlipCase {
  std::string workload;
  ReconvergencePolicy reconvergence;
  unsigned max = 16;
  unsigned entries = 2;
  unsigned lanes = 32;  ///< builds of the quick tests may have no RTL of more than 16
};
std::string name_of(const SlipCase& c) {
  return without_hyphens(c.workload) + "_" + name_of(c.reconvergence) + "_max" +
         std::to_string(c.max) + "_entries" + std::to_string(c.entries);
}
void PrintTo(const SlipCase& c, std::ostream* out) { *out << name_of(c); }

MachineConfig slipping_machine(const SlipCase& c) {
  MachineConfig config = load_machine("manycore-dom");
  config.cores = 2;
  config.core.on_miss = OnMiss::Slip;
  config.core.warp_width = config.core.alu_width = c.lanes;
  config.core.reconvergence = c.reconvergence;
  config.core.slip.max = c.max;
  config.core.slip.table_entries = c.entries;
  return config;
}

/// Those whose lanes slip even at their smallest size.
std::vector<SlipCase> slip_cases() {
  std::vector<SlipCase> cases;
  for (const ReconvergencePolicy reconvergence :
       {ReconvergencePolicy::Wto, ReconvergencePolicy::Ipdom}) {
    for (const char* workload : {"bfs", "gaussian-filter", "lennard-jones", "ray-trace-primary"}) {
      for (const unsigned max : {1U, 4U, 16U, 255U}) {
        cases.push_back({workload, reconvergence, max, 2});
        cases.push_back({workload, reconvergence, max, 4});
      }
    }
  }
  return cases;
}

class RtlSlip : public ::testing::TestWithParam<SlipCase> {};

TEST_P(RtlSlip, LeavesTheBytesOfTheModel) {
  const Traces model = expect_same_as_model(GetParam().workload, slipping_machine(GetParam()),
                                            {"mcb", "mdt", "slip_controller"});
  EXPECT_GT(model.slips, 0U);
}

INSTANTIATE_TEST_SUITE_P(Quick, RtlSlip,
                         ::testing::Values(SlipCase{"gaussian-filter", ReconvergencePolicy::Wto, 4,
                                                    2, 16}),
                         [](const auto& info) { return name_of(info.param); });
INSTANTIATE_TEST_SUITE_P(Deep, RtlSlip, ::testing::ValuesIn(slip_cases()),
                         [](const auto& info) { return name_of(info.param); });

TEST(RtlSlipBlocks, AloneLeaveTheBytesOfTheModel) {
  const MachineConfig config =
      slipping_machine({"gaussian-filter", ReconvergencePolicy::Ipdom, 4, 2, 16});
  expect_same_as_model("gaussian-filter", config, {"mdt"});
  expect_same_as_model("gaussian-filter", config, {"slip_controller"});
}

// Decisions that take time are the RTL's later.
TEST(RtlSlipBlocks, LeaveTheBytesOfTheModelWhereDecisionsTakeTime) {
  MachineConfig config = slipping_machine({"gaussian-filter", ReconvergencePolicy::Wto, 4, 2, 16});
  config.core.slip.latency = 3;
  expect_same_as_model("gaussian-filter", config, {"mcb", "mdt", "slip_controller"});
}

// Where slices wait at loads without slipping, too, and where they divide there.
TEST(RtlMcb, LeavesTheBytesOfTheModel) {
  MachineConfig config = slipping_machine({"bfs", ReconvergencePolicy::Wto, 4, 2, 16});
  for (const OnMiss on_miss : {OnMiss::Block, OnMiss::Divide}) {
    config.core.on_miss = on_miss;
    expect_same_as_model("bfs", config, {"mcb"});
  }
}

TEST(RtlSlipBlocks, DeepAmongAllLeaveTheBytesOfTheModel) {
  MachineConfig config = slipping_machine({"gaussian-filter", ReconvergencePolicy::Wto, 4});
  config.core.alu_width = 8;
  config.core.compaction = CompactionPolicy::Scc;
  EXPECT_GT(expect_same_as_model("gaussian-filter", config).slips, 0U);
}

TEST(RtlSlipBlocks, RefuseATableThatIsNotBuilt) {
  const Error error = error_of([] {
    make_loop(slipping_machine({"bfs", ReconvergencePolicy::Wto, 16, 3}), {"mdt"});
  });
  EXPECT_EQ(error.kind(), ErrorKind::Configuration);
  EXPECT_STREQ(error.what(),
               "there is no RTL of mdt with 3 entries (core.slip.table_entries); valid: 2, 4");
}

class RtlDoubles : public ::testing::TestWithParam<CompactionPolicy> {};

TEST_P(RtlDoubles, ComeHomeWhole) {
  const auto program = compile_program(kDoubles);
  const Job job{"k", range_1d(80, 40), 160, {}, {}};
  const MachineConfig config = machine_with(GetParam());
  const auto model = make_timed_machine(config);
  const auto rtl = make_loop(config);
  const Words expected = run_job(*model, *program, job);
  EXPECT_EQ(run_job(*rtl, *program, job), expected);
  EXPECT_EQ(rtl->launches()[0].cycles, model->launches()[0].cycles);
}

INSTANTIATE_TEST_SUITE_P(All, RtlDoubles, ::testing::ValuesIn(rtl_policies()),
                         [](const auto& info) { return without_hyphens(name_of(info.param)); });

TEST(RtlMachine, RefusesAShapeThatIsNotBuilt) {
  MachineConfig config = machine_with(CompactionPolicy::Scc);
  config.core.warp_width = 24;
  config.core.on_miss = OnMiss::Slip;
  config.core.adaptation.strategy = AdaptationStrategy::Dwrep;
  for (const char* block : {"all", "exec_mask", "scc_control", "compaction_sequencer",
                            "operand_latch", "swizzle_crossbar", "unswizzle", "coalescer", "mdt",
                            "slip_controller", "asu", "warp_slice_table"}) {
    const Error error = error_of([&] { make_loop(config, {block}); });
    EXPECT_EQ(error.kind(), ErrorKind::Configuration) << block;
    EXPECT_THAT(error.what(), HasSubstr("rtl/geometries.txt")) << block;
    EXPECT_THAT(error.what(), HasSubstr("16")) << block;
  }
}

// ---- Waveforms.

/// Number `index` of the 64-bit words behind type and length in the header of an FST file, highest
/// byte first: start time, end time, (endianness), memory, scopes, signals.
std::uint64_t header_word(const std::string& file, unsigned index) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(9 + 8 * index);
  std::uint64_t word = 0;
  for (int i = 0; i < 8; ++i) word = word << 8 | static_cast<unsigned char>(stream.get());
  return word;
}
constexpr unsigned kStart = 0, kEnd = 1, kScopes = 4, kSignals = 5;

TEST(RtlWaves, HoldEveryTwinAtTheTimeOfTheSimulation) {
  const std::string file =
      (std::filesystem::temp_directory_path() / "lanefold-rtl-waves.fst").string();
  const MachineConfig config = machine_with(CompactionPolicy::Scc);
  const auto program = compile_program(kDoubles);
  const Job job{"k", range_1d(80, 40), 160, {}, {}};
  const auto model = make_timed_machine(config);
  const Words expected = run_job(*model, *program, job);
  {
    const auto rtl = make_loop(config, {"all"}, file);
    EXPECT_EQ(run_job(*rtl, *program, job), expected);
  }
  const std::uint64_t period = 1'000'000 / config.clock_mhz;  // picoseconds
  EXPECT_LT(header_word(file, kStart), 20 * period);
  EXPECT_GT(header_word(file, kEnd), (model->launches()[0].cycles - 100) * period);
  EXPECT_LT(header_word(file, kEnd), (model->launches()[0].cycles + 100) * period);
  constexpr std::uint64_t kTwins = 2 * (1 + 2 + 1 + 6 + 2 + 2);
  EXPECT_GE(header_word(file, kScopes), kTwins);
  EXPECT_GT(header_word(file, kSignals), 5 * kTwins);
  std::filesystem::remove(file);
}

TEST(RtlWaves, HoldThePartThatIsAskedFor) {
  const auto folder = std::filesystem::temp_directory_path();
  const std::string whole = (folder / "lanefold-rtl-whole.fst").string();
  const std::string part = (folder / "lanefold-rtl-part.fst").string();
  const MachineConfig config = machine_with(CompactionPolicy::Scc);
  const auto program = compile_program(kDoubles);
  const Job job{"k", range_1d(80, 40), 160, {}, {}};
  const auto run = [&](const std::string& file, const WaveSelection& recorded) {
    const auto rtl = make_rtl_machine(config, {{"all"}, file, nullptr, nullptr, recorded});
    return run_job(*rtl, *program, job);
  };
  const Words expected = run(whole, {});
  EXPECT_EQ(run(part, {{50, 90}, 1, {"scoreboard"}}), expected);
  const std::uint64_t period = 1'000'000 / config.clock_mhz;  // picoseconds
  EXPECT_GE(header_word(part, kStart), 51 * period);
  EXPECT_LT(header_word(part, kEnd), 93 * period);
  EXPECT_GE(header_word(part, kScopes), 1U);
  EXPECT_LT(4 * header_word(part, kScopes), header_word(whole, kScopes));
  EXPECT_LT(std::filesystem::file_size(part), std::filesystem::file_size(whole));
  std::filesystem::remove(whole);
  std::filesystem::remove(part);
}

TEST(RtlWaves, ThatCannotBeWrittenAreRefused) {
  const Error error = error_of(
      [] { make_loop(machine_with(CompactionPolicy::Scc), {"all"}, "/nowhere/waves.fst"); });
  EXPECT_EQ(error.kind(), ErrorKind::File);
  EXPECT_THAT(error.what(), HasSubstr("/nowhere/waves.fst"));
}

}  // namespace
}  // namespace lanefold
