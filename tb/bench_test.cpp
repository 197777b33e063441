// SPDX-License-Identifier: Apache-2.0
// What a bench says when twin and oracle differ.
#include "tb/bench/bench.h"

#include <fmt/format.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "lanefold/error.h"
#include "tests/support/environment_variable.h"
#include "twins/verilated/exec_mask_twin.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kSteps = 20;

/// Differs from its oracle in one step and, like stimuli that are drawn from a table, ends.
class DifferingRun final : public BenchRun {
 public:
  DifferingRun(const RunStart& start, std::uint64_t mismatch)
      : BenchRun(start),
        mismatch_(mismatch),
        twin_(make_exec_mask_twin(rtl_shapes().front().lanes, place("exec_mask"))) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    if (number >= kSteps) {
      throw std::out_of_range("the stimuli have ended");
    }
    twin_->combine(LaneMask(number), LaneMask(number), LaneMask(number));
    return number == mismatch_ ? std::optional(Mismatch{"port", "1", "0", ""}) : std::nullopt;
  }

 private:
  std::uint64_t mismatch_;
  std::unique_ptr<ExecMaskTwin> twin_;
};

class Bench : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Bench, ReportsAMismatchWithAWaveform) {
  const std::uint64_t mismatch = GetParam();
  testing::TestPartResultArray failures;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    expect_same_as_oracle({"twenty masks", kSteps, [=](const RunStart& start) {
                             return std::make_unique<DifferingRun>(start, mismatch);
                           }});
  }
  ASSERT_EQ(failures.size(), 1);
  const std::string message = failures.GetTestPartResult(0).message();
  EXPECT_NE(message.find(fmt::format("step {}, seed", mismatch)), std::string::npos) << message;
  const std::string before = "waveform of what happened around it: ";
  const std::size_t place = message.find(before);
  ASSERT_NE(place, std::string::npos) << message;
  const std::string file = message.substr(place + before.size());
  EXPECT_GT(std::filesystem::file_size(file), 0U);
  std::filesystem::remove(file);
}

TEST(BenchRandom, TakesAFiftiethOfTheMasksUnlessTheRunIsDeep) {
  const EnvironmentVariable masks("LANEFOLD_RANDOM_MASKS"), deep("LANEFOLD_DEEP");
  EXPECT_EQ(random_masks(100), 2U);
  deep.set("1");
  EXPECT_EQ(random_masks(100), 100U);
  masks.set("7");
  EXPECT_EQ(random_masks(100), 7U);
}

TEST(BenchRandom, RefusesToCompareNothing) {
  const EnvironmentVariable masks("LANEFOLD_RANDOM_MASKS");
  masks.set("0");
  EXPECT_THROW(random_masks(100), Error);
}

INSTANTIATE_TEST_SUITE_P(InAnyStep, Bench, testing::Values(0, 7, kSteps - 1));

}  // namespace
}  // namespace lanefold
