// SPDX-License-Identifier: Apache-2.0
// A comparison as a test.
#include "tb/bench/bench.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <iostream>

namespace lanefold {
namespace {

/// "Suite.Test" with nothing in it that a file name cannot hold.
std::string test_name() {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::string name = fmt::format("{}.{}", test.test_suite_name(), test.name());
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

std::string waveform_sentence(const Comparison& comparison, const RunStart& start,
                              std::uint64_t step) {
  const std::string file = fmt::format("{}{}-{}.fst", testing::TempDir(), test_name(), start.seed);
  try {
    record_around(comparison, start, step, file);
    return "waveform of what happened around it: " + file;
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

void expect_same_as_oracle(const Comparison& comparison) {
  const RunStart start{bench_seed()};
  testing::Test::RecordProperty("seed", std::to_string(start.seed));
  std::cout << "[     SEED ] " << start.seed << '\n';
  if (const std::optional<Difference> difference = first_difference(comparison, start)) {
    const auto& [mismatch, step, unit] = *difference;
    ADD_FAILURE() << mismatch.field << " is " << mismatch.actual << " in the RTL, but "
                  << mismatch.expected << " in the model\n"
                  << mismatch.context << "\n"
                  << unit << " " << step << ", seed " << start.seed
                  << " (LANEFOLD_SEED=" << start.seed << " repeats it)\n"
                  << waveform_sentence(comparison, start, step);
  }
}

}  // namespace lanefold
