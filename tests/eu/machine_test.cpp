// SPDX-License-Identifier: Apache-2.0
// Launches of a binary of Intel's compiler, on machines with and without time.
#include "lanefold/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/program.h"
#include "tests/eu/sample_launch.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

using testing::HasSubstr;

/// With time or without.
class EuMachine : public testing::TestWithParam<bool> {
 protected:
  static std::unique_ptr<Machine> make_machine(const MachineConfig& config = eu_config()) {
    return GetParam() ? make_timed_machine(config) : make_functional_machine(config);
  }
};

constexpr float kWeights[8] = {0.5F, 1.5F, 2.25F, 3.125F, 4.5F, 5.5F, 6.25F, 7.125F};

TEST_P(EuMachine, ExecutesGroupsWithBarriersStructsAndConstants) {
  const auto machine = make_machine();
  std::vector<float> input(kColumns);
  std::iota(input.begin(), input.end(), 1.0F);
  const Buffer in = upload(*machine, input);
  const Buffer out = machine->allocate(kColumns * kRows * sizeof(float));
  machine->launch(*sample_program(), "apply", kApply, apply_arguments(in, out));
  const std::vector<float> result = download<float>(*machine, out);
  for (unsigned y = 0; y < kRows; ++y) {
    for (unsigned x = 0; x < kColumns; ++x) {
      const unsigned item = x % 16;
      // first[31 - item] is of the second row; row[] is what its last writer has left.
      const float first = input[x / 16 * 16 + (31 - item) % 16];
      const float row = result[y * kColumns + x] - first * 0.5F - 10;
      const float weight = kWeights[item & 7];
      EXPECT_TRUE(row == input[y / 2 * 2] * weight || row == input[y / 2 * 2 + 1] * weight)
          << x << ", " << y;
    }
  }
}

TEST_P(EuMachine, KeepsThreadsTogetherAtBarriers) {
  const auto machine = make_machine();
  std::vector<std::int32_t> values(128);
  std::iota(values.begin(), values.end(), 0);
  const Buffer data = upload(*machine, values);
  const auto program =
      load_gen8_program(gen8::sample_file("tests/eu/exchange.bin"), "exchange.bin");
  machine->launch(*program, "exchange", range_of(1, {128, 1, 1}, {64, 1, 1}), {data});
  const auto result = download<std::int32_t>(*machine, data);
  for (std::size_t i = 0; i < result.size(); ++i) {
    ASSERT_EQ(result[i], values[i / 64 * 64 + 63 - i % 64]) << i;
  }
  const LaunchStatistics& launch = machine->launches()[0];
  EXPECT_EQ(launch.warps, 8U);
  EXPECT_EQ(launch.barriers, 8U);
}

TEST_P(EuMachine, CountsThreadsAndWorkItems) {
  const auto machine = make_machine();
  const Buffer in = upload(*machine, std::vector<float>(kColumns, 1.0F));
  const Buffer out = machine->allocate(kColumns * kRows * sizeof(float));
  const auto program = sample_program();
  machine->launch(*program, "apply", kApply, apply_arguments(in, out));
  machine->launch(*program, "apply", kApply, apply_arguments(in, out));
  ASSERT_EQ(machine->launches().size(), 2U);
  const LaunchStatistics& launch = machine->launches()[0];
  EXPECT_EQ(launch.kernel, "apply");
  EXPECT_EQ(launch.work_items, kColumns * kRows);
  EXPECT_EQ(launch.warps, launch.work_items / launch.warp_width);
  EXPECT_EQ(launch.warp_width, program->kernel("apply").thread_width);
  EXPECT_EQ(launch.barriers, 0U) << "a group is one thread, so the compiler leaves barriers out";
  EXPECT_EQ(launch.warp_instructions % launch.warps, 0U) << "all threads execute the same";
  EXPECT_GT(launch.send_instructions, 0U);
  EXPECT_GE(launch.eu_cycles[CompactionPolicy::None], launch.eu_cycles[CompactionPolicy::Scc]);
  EXPECT_EQ(launch.warp_instructions, machine->launches()[1].warp_instructions);
  EXPECT_EQ(launch.timed, GetParam());
}

TEST_P(EuMachine, GivesEachThreadPrivateMemory) {
  const auto machine = make_machine();
  std::vector<std::int32_t> data(1000);
  std::iota(data.begin(), data.end(), 0);
  std::vector<std::int32_t> table(1000);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::int32_t>(7 * i + 3);
  const Buffer place = upload(*machine, data);
  const Buffer of_table = upload(*machine, table);
  machine->launch(*sample_program(), "remember", range_of(1, {64, 1, 1}, {32, 1, 1}),
                  {place, argument(0), of_table});
  const auto result = download<std::int32_t>(*machine, place);
  // Earlier work-items may have changed what later ones read of data[0..63], never the rest.
  for (std::size_t i = 64; i < result.size(); ++i) ASSERT_EQ(result[i], data[i]);
  EXPECT_EQ(result[0], table[0]);
}

TEST_P(EuMachine, HasRoomForOneProgramAfterTheOther) {
  const auto machine = make_machine();
  const Buffer in = upload(*machine, std::vector<float>(kColumns, 1.0F));
  const Buffer out = machine->allocate(kColumns * kRows * sizeof(float));
  std::vector<std::uint32_t> addresses;
  for (unsigned times = 0; times < 3; ++times) {
    const auto program = sample_program();
    EXPECT_FALSE(program->zebin()->constants.bytes.empty());
    machine->launch(*program, "apply", kApply, apply_arguments(in, out));
    const Buffer next = machine->allocate(4);
    addresses.push_back(next.address);
    machine->release(next);
  }
  EXPECT_THAT(addresses, testing::Each(addresses.front()));
}

TEST_P(EuMachine, RefusesWhatDoesNotFit) {
  const auto machine = make_machine();
  const auto program = sample_program();
  const Buffer in = machine->allocate(128);
  const auto refused = [&](const NDRange& range, const std::vector<ArgumentValue>& arguments) {
    return refusal(ErrorKind::Launch,
                   [&] { machine->launch(*program, "apply", range, arguments); });
  };
  EXPECT_THAT(refused(kApply, {in}), HasSubstr("1 arguments given; it takes 5"));
  EXPECT_THAT(refused(range_of(1, {16, 1, 1}, {16, 1, 1}), apply_arguments(in, in)),
              HasSubstr("reqd_work_group_size is 16x2x1"));
  std::vector<ArgumentValue> arguments = apply_arguments(in, in);
  arguments[3] = LocalBytes{0x7fffffff};
  EXPECT_THAT(refused(kApply, arguments), HasSubstr("local memory"));
  machine->release(in);
  EXPECT_THAT(refused(kApply, apply_arguments(in, in)), HasSubstr("does not exist"));
}

TEST_P(EuMachine, EndsALaunchThatTakesTooLong) {
  MachineConfig config = eu_config();
  config.limits.max_cycles = 100;
  const auto machine = make_machine(config);
  const Buffer data = machine->allocate(4000);
  EXPECT_THAT(refusal(ErrorKind::NoProgress,
                      [&] {
                        machine->launch(*sample_program(), "remember",
                                        range_of(1, {8, 1, 1}, {8, 1, 1}),
                                        {data, argument(0), data});
                      }),
              HasSubstr("kernel remember has not ended after 100 "));
}

TEST_P(EuMachine, ExecutesItsInstructionSetOnly) {
  const auto riscv = make_machine(load_machine("ivb-eu"));
  const Buffer in = riscv->allocate(128);
  EXPECT_EQ(
      refusal(ErrorKind::Launch,
              [&] { riscv->launch(*sample_program(), "apply", kApply, apply_arguments(in, in)); }),
      "sample.bin is code of Gen8; this machine executes RISC-V (core.isa)");
}

INSTANTIATE_TEST_SUITE_P(All, EuMachine, testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "Timed" : "Functional");
});

}  // namespace
}  // namespace lanefold
