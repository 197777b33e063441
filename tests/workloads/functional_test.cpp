// SPDX-License-Identifier: Apache-2.0
// Every workload on the functional machine, and on machines that do not do their work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decisions/execute/execution_observer.h"
#include "decisions/isa/instruction.h"
#include "lanefold/compiler.h"
#include "lanefold/error.h"
#include "lanefold/forwarding_device.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "tests/support/refusal.h"
#include "tests/support/workload_names.h"
#include "workloads/ray_scene.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::shared_ptr<const Program> program_of(const Workload& workload,
                                          const WorkloadRequest& request = {}) {
  const std::string path = "workloads/" + workload.source_file_for(request);
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return load_program(compile_opencl(text, path).elf, path);
}

MachineConfig machine_of_width(std::uint32_t width, std::uint32_t warps = 6) {
  MachineConfig config;
  config.core.warp_width = width;
  config.core.warps = warps;
  return config;
}

WorkloadRequest tiny(std::uint64_t seed = 1, std::map<std::string, std::string> parameters = {}) {
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  request.seed = seed;
  request.parameters = std::move(parameters);
  return request;
}

WorkloadResult run_on(const MachineConfig& config, const Workload& workload,
                      const WorkloadRequest& request) {
  const std::unique_ptr<Machine> machine = make_functional_machine(config);
  return workload.run(*machine, *program_of(workload, request), request);
}

/// Counts buffers that are not released.
class CountingDevice : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  Buffer allocate(std::size_t bytes) override {
    ++live_;
    return ForwardingDevice::allocate(bytes);
  }
  void release(Buffer buffer) override {
    --live_;
    ForwardingDevice::release(buffer);
  }
  int live() const { return live_; }

 private:
  int live_ = 0;
};

/// Flips the lowest bit of one byte in the middle of each result.
class BitFlippingDevice final : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override {
    ForwardingDevice::read(buffer, offset, data, bytes);
    // Single words are the flags that a host loop waits for.
    if (bytes > 4) static_cast<unsigned char*>(data)[bytes / 2] ^= 1U;
  }
};

/// Never runs a kernel.
class IdleDevice final : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  void launch(const Program&, std::string_view, const NDRange&,
              const std::vector<ArgumentValue>&) override {}
};

/// Refuses every launch.
class RefusingDevice final : public CountingDevice {
 public:
  using CountingDevice::CountingDevice;
  void launch(const Program&, std::string_view, const NDRange&,
              const std::vector<ArgumentValue>&) override {
    throw Error(ErrorKind::Launch, "no launch today");
  }
};

class EveryWorkload : public testing::TestWithParam<std::string> {
 protected:
  const Workload& workload() const { return *find_workload(GetParam()); }
};

TEST_P(EveryWorkload, VerifiesAtEveryWarpWidth) {
  for (const std::uint32_t width : {8U, 16U, 32U, 64U}) {
    const WorkloadResult result = run_on(machine_of_width(width), workload(), tiny());
    EXPECT_TRUE(result.verified) << "width " << width << ": " << result.detail;
    EXPECT_GT(result.values_checked, 100U);
    EXPECT_THAT(result.detail, Not(IsEmpty()));
  }
}

TEST_P(EveryWorkload, VerifiesOnAMachineThatHoldsOnlyFourWorkItems) {
  const WorkloadResult result = run_on(machine_of_width(4, 1), workload(), tiny());
  EXPECT_TRUE(result.verified) << result.detail;
}

TEST_P(EveryWorkload, VerifiesWithTextbookReconvergence) {
  MachineConfig config = machine_of_width(16);
  config.core.reconvergence = ReconvergencePolicy::Ipdom;
  const WorkloadResult result = run_on(config, workload(), tiny());
  EXPECT_TRUE(result.verified) << result.detail;
}

TEST_P(EveryWorkload, VerifiesForOtherSeeds) {
  for (const std::uint64_t seed : {0U, 2U, 12345U}) {
    const WorkloadResult result = run_on(machine_of_width(16), workload(), tiny(seed));
    EXPECT_TRUE(result.verified) << "seed " << seed << ": " << result.detail;
  }
}

TEST_P(EveryWorkload, IsTinyWhenAskedToBe) {
  const std::unique_ptr<Machine> machine = make_functional_machine(machine_of_width(16));
  workload().run(*machine, *program_of(workload()), tiny());
  std::uint64_t instructions = 0;
  for (const LaunchStatistics& launch : machine->launches()) {
    instructions += launch.warp_instructions;
  }
  EXPECT_GT(instructions, 10'000U);
  EXPECT_LT(instructions, 150'000U);
}

TEST_P(EveryWorkload, NoticesAFlippedBit) {
  const std::unique_ptr<Machine> machine = make_functional_machine(machine_of_width(16));
  BitFlippingDevice device(*machine);
  const WorkloadResult result = workload().run(device, *program_of(workload()), tiny());
  EXPECT_FALSE(result.verified);
  EXPECT_THAT(result.detail, HasSubstr("] is "));
  EXPECT_THAT(result.detail, HasSubstr(", expected "));
}

TEST_P(EveryWorkload, NoticesAMachineThatDoesNothing) {
  const std::unique_ptr<Machine> machine = make_functional_machine(machine_of_width(16));
  IdleDevice device(*machine);
  EXPECT_FALSE(workload().run(device, *program_of(workload()), tiny()).verified);
}

TEST_P(EveryWorkload, ReleasesItsBuffersEvenWhenALaunchFails) {
  const std::unique_ptr<Machine> machine = make_functional_machine(machine_of_width(16));
  const auto program = program_of(workload());
  CountingDevice device(*machine);
  workload().run(device, *program, tiny());
  EXPECT_EQ(device.live(), 0);
  RefusingDevice refusing(*machine);
  EXPECT_THROW(workload().run(refusing, *program, tiny()), Error);
  EXPECT_EQ(refusing.live(), 0);
}

TEST_P(EveryWorkload, RefusesAnUnknownParameter) {
  const std::unique_ptr<Machine> machine = make_functional_machine(machine_of_width(16));
  const auto program = program_of(workload());
  EXPECT_EQ(refusal(ErrorKind::Usage,
                    [&] {
                      workload().run(*machine, *program, tiny(1, {{"colour", "red"}}));
                    })
                .substr(0, 9),
            "workload ");
}

INSTANTIATE_TEST_SUITE_P(Showcase, EveryWorkload, testing::ValuesIn(showcase_names()),
                         workload_case);
INSTANTIATE_TEST_SUITE_P(DeepFurther, EveryWorkload, testing::ValuesIn(further_names()),
                         workload_case);

class FurtherWorkload : public EveryWorkload {};

TEST_P(FurtherWorkload, Verifies) {
  const WorkloadResult result = run_on(machine_of_width(16), workload(), tiny());
  EXPECT_TRUE(result.verified) << result.detail;
}

INSTANTIATE_TEST_SUITE_P(Tiny, FurtherWorkload, testing::ValuesIn(further_names()), workload_case);

TEST(RayTraceWorkloads, VerifyInEveryScene) {
  for (const char* name : {"ray-trace-primary", "ray-trace-ao"}) {
    for (const std::string& scene : ray_scene_names()) {
      const WorkloadResult result =
          run_on(machine_of_width(16), *find_workload(name), tiny(1, {{"scene", scene}}));
      EXPECT_TRUE(result.verified) << name << ": " << result.detail;
      EXPECT_THAT(result.detail, HasSubstr(scene));
    }
  }
}

TEST(FurtherWorkloads, VerifyWithTheirOtherShapes) {
  struct Case {
    const char *name, *parameter, *value, *detail;
  };
  const Case cases[] = {{"fft", "signals", "one", "1 signal of 1024 values"},
                        {"sobel", "image", "square", "90 x 90 pixels"},
                        {"sobel", "groups", "row", "101 x 75 pixels"},
                        {"lu", "groups", "row", "45 x 45 elements"}};
  for (const auto& [name, parameter, value, detail] : cases) {
    const WorkloadResult result =
        run_on(machine_of_width(16), *find_workload(name), tiny(1, {{parameter, value}}));
    EXPECT_TRUE(result.verified) << name << ": " << result.detail;
    EXPECT_EQ(result.detail, detail);
  }
}

TEST(FurtherWorkloads, VerifyInTheirOtherForms) {
  for (const auto& [name, parameter, value] : kOtherForms) {
    SCOPED_TRACE(std::string(name) + ", " + parameter + " " + value);
    const Workload& workload = *find_workload(name);
    const WorkloadRequest request = tiny(1, {{parameter, value}});
    const auto program = program_of(workload, request);
    for (const std::uint32_t width : {8U, 16U, 64U}) {
      const WorkloadResult result = run_on(machine_of_width(width), workload, request);
      EXPECT_TRUE(result.verified) << "width " << width << ": " << result.detail;
    }
    const std::unique_ptr<Machine> machine = make_functional_machine(machine_of_width(16));
    BitFlippingDevice flipping(*machine);
    EXPECT_FALSE(workload.run(flipping, *program, request).verified);
    IdleDevice idle(*machine);
    EXPECT_FALSE(workload.run(idle, *program, request).verified);
    RefusingDevice refusing(*machine);
    EXPECT_THROW(workload.run(refusing, *program, request), Error);
    EXPECT_EQ(refusing.live(), 0);
  }
}

/// Collects the places of loads of bytes.
class ByteLoads final : public ExecutionObserver {
 public:
  void executed(const Instruction* first, const Instruction* last, LaneMask /*active*/) override {
    for (const Instruction* one = first; one <= last; ++one) {
      if (one->opcode == Opcode::Lbu) places_.insert(one->pc);
    }
  }
  void executed(const PipelineInstruction& /*instruction*/, LaneMask /*active*/) override {}
  std::size_t count() const { return places_.size(); }

 private:
  std::set<std::uint32_t> places_;
};

TEST(GaussianFilterWorkload, ReadsAllPixelsByOneLoadIfAsked) {
  const Workload& workload = *find_workload("gaussian-filter");
  ByteLoads loads;
  const auto machine = make_functional_machine(machine_of_width(16), loads);
  const WorkloadRequest request = tiny(1, {{"taps", "rolled"}});
  workload.run(*machine, *program_of(workload, request), request);
  EXPECT_EQ(loads.count(), 1U);
}

TEST(NQueensWorkload, VerifiesForOtherBoards) {
  for (const char* queens : {"4", "6", "7", "8", "10"}) {
    const WorkloadResult result =
        run_on(machine_of_width(16), *find_workload("n-queens"), tiny(1, {{"queens", queens}}));
    EXPECT_TRUE(result.verified) << queens << ": " << result.detail;
  }
}

/// EU cycles of one run of divergence-pattern at width 16.
PolicyCycles pattern_cycles(const std::map<std::string, std::string>& parameters) {
  const Workload& workload = *find_workload("divergence-pattern");
  const std::unique_ptr<Machine> machine = make_functional_machine(machine_of_width(16));
  const WorkloadResult result = workload.run(*machine, *program_of(workload), tiny(1, parameters));
  EXPECT_TRUE(result.verified) << result.detail;
  return machine->launches().front().eu_cycles;
}

/// Compares the cycles of each policy, as parts of `base`.
void expect_relative(const PolicyCycles& cycles, double base, double ivb, double bcc, double scc,
                     double tolerance) {
  EXPECT_NEAR(static_cast<double>(cycles[CompactionPolicy::Ivb]) / base, ivb, tolerance);
  EXPECT_NEAR(static_cast<double>(cycles[CompactionPolicy::Bcc]) / base, bcc, tolerance);
  EXPECT_NEAR(static_cast<double>(cycles[CompactionPolicy::Scc]) / base, scc, tolerance);
}

TEST(DivergencePatternWorkload, MatchesTable2AtEachLevel) {
  // Share of the cycles that each policy leaves of those without compaction, in the limit of long
  // paths: with 2^k paths, each keeps 16 / 2^k of the 16 lanes.
  struct Case {
    const char* level;
    double ivb, bcc, scc;
  };
  const Case cases[] = {{"0", 1.0, 1.0, 1.0},
                        {"1", 1.0, 1.0, 0.5},
                        {"2", 1.0, 1.0, 0.25},
                        {"3", 1.0, 0.5, 0.25},
                        {"4", 0.5, 0.25, 0.25}};
  for (const Case& expected : cases) {
    const PolicyCycles cycles = pattern_cycles({{"level", expected.level}});
    SCOPED_TRACE(expected.level);
    const auto none = static_cast<double>(cycles[CompactionPolicy::None]);
    expect_relative(cycles, none, expected.ivb, expected.bcc, expected.scc, 0.04);
  }
}

TEST(DivergencePatternWorkload, MatchesFigure8ForEachMask) {
  // Relative to no divergence: an if/else takes twice as long unless cycles are skipped.
  struct Case {
    const char* mask;
    double ivb, bcc, scc;
  };
  const Case cases[] = {{"FFFF", 1.0, 1.0, 1.0},
                        {"00FF", 1.0, 1.0, 1.0},
                        {"FF0F", 1.5, 1.0, 1.0},
                        {"F0F0", 2.0, 1.0, 1.0},
                        {"AAAA", 2.0, 2.0, 1.0}};
  const auto base = static_cast<double>(pattern_cycles({{"mask", "FFFF"}})[CompactionPolicy::None]);
  for (const Case& expected : cases) {
    const PolicyCycles cycles = pattern_cycles({{"mask", expected.mask}});
    SCOPED_TRACE(expected.mask);
    expect_relative(cycles, base, expected.ivb, expected.bcc, expected.scc, 0.08);
  }
}

TEST(DivergencePatternWorkload, RefusesLevelAndMaskTogether) {
  const Workload& workload = *find_workload("divergence-pattern");
  const WorkloadRequest request = tiny(1, {{"level", "2"}, {"mask", "F0F0"}});
  EXPECT_EQ(refusal(ErrorKind::Usage, [&] { run_on(machine_of_width(16), workload, request); }),
            "workload divergence-pattern: parameters 'level' and 'mask' exclude each other; give "
            "only one of them");
}

TEST(HotspotCellsWorkload, TakesAsManyStepsAsAskedFor) {
  const Workload& workload = *find_workload("hotspot-cells");
  const auto steps = [&](const char* value) {
    const WorkloadResult result =
        run_on(machine_of_width(16), workload, tiny(1, {{"steps", value}}));
    EXPECT_TRUE(result.verified) << result.detail;
    return result.detail;
  };
  EXPECT_THAT(steps("7"), HasSubstr("7 steps"));
  EXPECT_THAT(steps("0"), HasSubstr("4 steps"));
}

TEST(LineWalkWorkload, IsVerifiedInAllOfItsForms) {
  const Workload& workload = *find_workload("line-walk");
  const std::map<std::string, std::string> forms[] = {
      {{"moves", "1024"}, {"region", "3"}, {"line", "128"}},
      {{"stays", "common"}, {"between", "2"}},
      {{"shared", "512"}, {"table", "64"}},
      {{"lanes", "together"}, {"region", "6"}, {"rounds", "100"}}};
  for (const auto& form : forms) {
    const WorkloadResult result = run_on(machine_of_width(16), workload, tiny(1, form));
    EXPECT_TRUE(result.verified) << result.detail;
  }
}

TEST(LineWalkWorkload, RefusesWhatLanesThatMoveTogetherDoNotHave) {
  const Workload& workload = *find_workload("line-walk");
  const WorkloadRequest request = tiny(1, {{"lanes", "together"}, {"moves", "3"}});
  EXPECT_EQ(refusal(ErrorKind::Usage, [&] { run_on(machine_of_width(16), workload, request); }),
            "workload line-walk: parameter 'moves' means nothing with lanes=together; leave it "
            "out");
}

TEST(LineWalkWorkload, RefusesLinesThatAreNoPowerOfTwo) {
  const Workload& workload = *find_workload("line-walk");
  const WorkloadRequest request = tiny(1, {{"line", "48"}});
  EXPECT_EQ(refusal(ErrorKind::Usage, [&] { run_on(machine_of_width(16), workload, request); }),
            "workload line-walk: parameter 'line' cannot be '48'; valid: powers of two from 4 to "
            "1024");
}

}  // namespace
}  // namespace lanefold
