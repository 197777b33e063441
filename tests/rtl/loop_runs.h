// SPDX-License-Identifier: Apache-2.0
// Runs of whole kernels on the model and on RTL in the loop, and all that they leave behind.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/forwarding_device.h"
#include "lanefold/program.h"
#include "lanefold/statistics_report.h"
#include "twins/loop/rtl_blocks.h"
#include "twins/loop/rtl_machine.h"
#include "workloads/workload.h"

namespace lanefold {

inline MachineConfig machine_with(CompactionPolicy policy) {
  MachineConfig config;
  config.cores = 2;
  config.memory.bytes = 64U << 20;
  config.core.compaction = policy;
  config.core.adaptation.margin = 0;  // what rtl/asu.sv has
  return config;
}

inline std::unique_ptr<Machine> make_loop(const MachineConfig& config,
                                          const std::vector<std::string>& blocks = {"all"},
                                          const std::optional<std::string>& waves = {},
                                          std::shared_ptr<RtlQuestions> questions = nullptr) {
  return make_rtl_machine(config, {blocks, waves, std::move(questions)});
}

/// Two runs of the model would be equal too. So each twin must have been asked, and no other.
inline void expect_asked(const RtlQuestions& questions, const MachineConfig& config,
                         const std::vector<std::string>& blocks) {
  std::vector<std::string> asked;
  for (const auto& [block, count] : questions) {
    if (count > 0) asked.push_back(block);
  }
  const auto chosen = names_of(select_rtl_blocks(blocks, config));
  EXPECT_THAT(asked, ::testing::UnorderedElementsAreArray(chosen));
}

/// Keeps every byte that the host reads back.
class RecordingDevice final : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;

  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const override {
    ForwardingDevice::read(buffer, offset, data, bytes);
    results_.append(static_cast<const char*>(data), bytes);
  }

  const std::string& results() const { return results_; }

 private:
  mutable std::string results_;
};

/// All that a run leaves behind.
struct Traces {
  std::string results;
  std::string statistics;
  std::uint64_t cycles = 0;
  std::uint64_t slips = 0;               ///< loads at which lanes were left behind
  std::uint64_t sampling_intervals = 0;  ///< in which cores tried a width and depth
};

/// Doubles take quads of half the lanes, and conversions beside them; singles are boxed into 64
/// bits.
inline constexpr const char* kDoubles = R"cl(
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

/// What the machine has counted, as the command writes it.
inline std::string statistics_of(const Machine& machine, const MachineConfig& config,
                                 const std::string& program = "") {
  RunRecord record;
  record.program = program;
  record.machine = config;
  record.launches = machine.launches();
  return statistics_json(record);
}

inline Traces run(Machine& machine, const MachineConfig& config, const Workload& workload) {
  const std::string name = "workloads/" + workload.source_file();  // others are included from there
  std::ifstream file(name);
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  const bool gen8 = config.core.isa == InstructionSet::Gen8;
  const auto program = gen8 ? load_gen8_program(compile_gen8(source, name).elf, "program")
                            : load_program(compile_opencl(source, name).elf, "program");
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  if (gen8) request.functions = MathFunctions::Other;
  RecordingDevice device(machine);
  const WorkloadResult result = workload.run(device, *program, request);
  EXPECT_TRUE(result.verified) << result.detail;
  Traces traces{device.results(), statistics_of(machine, config, workload.name())};
  for (const LaunchStatistics& launch : machine.launches()) {
    traces.cycles += launch.cycles;
    traces.slips += launch.slip.slips;
    traces.sampling_intervals += launch.adaptation.intervals;
  }
  return traces;
}

/// What both leave behind.
inline Traces expect_same_as_model(const std::string& workload, const MachineConfig& config,
                                   const std::vector<std::string>& blocks = {"all"}) {
  const Workload& work = *find_workload(workload);
  Traces model = run(*make_timed_machine(config), config, work);
  const auto questions = std::make_shared<RtlQuestions>();
  std::vector<std::string> notes;
  const auto machine = make_rtl_machine(config, {blocks, {}, questions, &notes});
  const Traces rtl = run(*machine, config, work);
  EXPECT_THAT(notes, ::testing::IsEmpty());
  EXPECT_EQ(rtl.results, model.results);
  EXPECT_EQ(rtl.statistics, model.statistics);
  expect_asked(*questions, config, blocks);
  EXPECT_THAT(model.statistics, ::testing::HasSubstr(std::string("\"datapath\": \"") +
                                                     name_of(config.core.datapath) + "\""));
  return model;
}

}  // namespace lanefold
