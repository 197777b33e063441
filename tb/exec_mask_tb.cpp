// SPDX-License-Identifier: Apache-2.0
// rtl/exec_mask.sv against execution_mask(): which lanes are active, and whether none is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "lanefold/execution_mask.h"
#include "tb/bench/bench.h"
#include "twins/verilated/exec_mask_twin.h"

namespace lanefold {
namespace {

/// A step is one combination of the three masks.
class ExecMaskRun final : public BenchRun {
 public:
  ExecMaskRun(std::uint64_t seed, unsigned lanes, bool exhaustive)
      : BenchRun(seed),
        lanes_(lanes),
        exhaustive_(exhaustive),
        twin_(make_exec_mask_twin(lanes, place("exec_mask"))) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    const LaneMask all = LaneMask::first(lanes_);
    const LaneMask dispatch = exhaustive_ ? LaneMask(number) & all : draw();
    const LaneMask control_flow = exhaustive_ ? LaneMask(number >> lanes_) & all : draw();
    const LaneMask predicate = exhaustive_ ? LaneMask(number >> 2 * lanes_) & all : draw();
    const LaneMask expected = execution_mask(dispatch, control_flow, predicate);
    const ExecMaskTwin::Answer answer = twin_->combine(dispatch, control_flow, predicate);
    if (answer.active == expected && answer.empty == expected.none()) {
      return std::nullopt;
    }
    const std::string context =
        fmt::format("dispatch mask {}, control-flow mask {}, predicate mask {}",
                    hex(dispatch.bits()), hex(control_flow.bits()), hex(predicate.bits()));
    if (answer.active != expected) {
      return Mismatch{"active_o", hex(expected.bits()), hex(answer.active.bits()), context};
    }
    return Mismatch{"empty_o", expected.none() ? "1" : "0", answer.empty ? "1" : "0", context};
  }

 private:
  /// Sparse masks often leave no lane, dense ones few: both sides of the empty flag are common.
  LaneMask draw() {
    return random().one_in(4) ? random().mask(lanes_) : random().sparse_or_dense_mask(lanes_);
  }

  unsigned lanes_;
  bool exhaustive_;
  std::unique_ptr<ExecMaskTwin> twin_;
};

void expect_execution_mask(unsigned lanes, std::uint64_t steps, bool exhaustive) {
  expect_same_as_oracle(
      [=](std::uint64_t seed) { return std::make_unique<ExecMaskRun>(seed, lanes, exhaustive); },
      steps);
}

class ExecMask : public testing::TestWithParam<unsigned> {};

TEST_P(ExecMask, ActivatesLanesThatAllThreeMasksEnable) {
  expect_execution_mask(GetParam(), random_masks(1'000'000), false);
}

TEST_P(ExecMask, AgreesOnEveryCombinationOfEightLanes) {
  constexpr unsigned kLanes = 8;
  if (GetParam() != kLanes) {
    GTEST_SKIP() << "2^" << 3 * GetParam() << " combinations are too many";
  }
  expect_execution_mask(kLanes, std::uint64_t{1} << 3 * kLanes, true);
}

INSTANTIATE_TEST_SUITE_P(AllLaneCounts, ExecMask, testing::ValuesIn(rtl_lane_counts()),
                         [](const auto& info) { return fmt::format("Lanes{}", info.param); });

}  // namespace
}  // namespace lanefold
