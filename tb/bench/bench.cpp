// SPDX-License-Identifier: Apache-2.0
// Runs a bench; replays it with a waveform when twin and oracle differ.
#include "tb/bench/bench.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <iostream>

namespace lanefold {
namespace {

constexpr std::uint64_t kStepsBefore = 16;
constexpr std::uint64_t kStepsAfter = 4;

/// "Suite.Test" with nothing in it that a file name cannot hold.
std::string test_name() {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::string name = fmt::format("{}.{}", test.test_suite_name(), test.name());
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

/// Runs again, a little further than the mismatch if there are as many steps, and returns the file
/// of what happened around it.
std::string record(const MakeRun& make_run, std::uint64_t seed, std::uint64_t mismatch,
                   std::uint64_t steps) {
  std::string file = fmt::format("{}{}-{}.fst", testing::TempDir(), test_name(), seed);
  const std::unique_ptr<BenchRun> run = make_run(seed);
  const std::uint64_t first = mismatch < kStepsBefore ? 0 : mismatch - kStepsBefore;
  const std::uint64_t last = std::min(mismatch + kStepsAfter, steps - 1);
  for (std::uint64_t number = 0; number <= last; ++number) {
    if (number == first) {
      run->session().trace(file);
    }
    run->step(number);
  }
  run->session().stop_trace();
  return file;
}

std::string waveform_sentence(const MakeRun& make_run, std::uint64_t seed, std::uint64_t mismatch,
                              std::uint64_t steps) {
  try {
    return "waveform of what happened around it: " + record(make_run, seed, mismatch, steps);
  } catch (const std::exception& error) {
    return fmt::format("no waveform: {}", error.what());
  }
}

}  // namespace

std::vector<QuadGeometry> rtl_geometries() {
  std::vector<QuadGeometry> geometries;
  for (const RtlShape& shape : rtl_shapes()) {
    for (const unsigned operand_bits : {32U, 16U, 64U}) {
      geometries.emplace_back(shape.lanes, shape.alu_width, operand_bits);
    }
  }
  return geometries;
}

std::vector<unsigned> rtl_lane_counts() {
  std::vector<unsigned> counts;
  for (const RtlShape& shape : rtl_shapes()) {
    if (std::count(counts.begin(), counts.end(), shape.lanes) == 0) counts.push_back(shape.lanes);
  }
  return counts;
}

std::vector<SlicedCore> rtl_sliced_cores() {
  std::vector<SlicedCore> cores;
  for (const unsigned lanes : rtl_lane_counts()) {
    for (const SliceShape& shape : rtl_slice_shapes(lanes)) {
      cores.push_back({lanes, shape.warps, shape.entries});
    }
  }
  return cores;
}

std::string name_of(const SlicedCore& core) {
  return fmt::format("Lanes{}Warps{}Entries{}", core.lanes, core.warps, core.entries);
}
std::string name_of(const RtlShape& shape) {
  return fmt::format("Lanes{}Alu{}", shape.lanes, shape.alu_width);
}
std::string name_of(const QuadGeometry& geometry) {
  return fmt::format("Lanes{}Alu{}Bits{}", geometry.lanes(), geometry.alu_width(),
                     geometry.operand_bits());
}
std::string hex(std::uint64_t value) { return fmt::format("{:#x}", value); }

void expect_same_as_oracle(const MakeRun& make_run, std::uint64_t steps) {
  const std::uint64_t seed = bench_seed();
  testing::Test::RecordProperty("seed", std::to_string(seed));
  std::cout << "[     SEED ] " << seed << '\n';
  const std::unique_ptr<BenchRun> run = make_run(seed);
  for (std::uint64_t number = 0; number < steps; ++number) {
    if (const std::optional<Mismatch> mismatch = run->step(number)) {
      ADD_FAILURE() << mismatch->field << " is " << mismatch->actual << " in the RTL, but "
                    << mismatch->expected << " in the model\n"
                    << mismatch->context << "\n"
                    << run->unit() << " " << number << ", seed " << seed
                    << " (LANEFOLD_SEED=" << seed << " repeats it)\n"
                    << waveform_sentence(make_run, seed, number, steps);
      return;
    }
  }
}

}  // namespace lanefold
