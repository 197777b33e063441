// SPDX-License-Identifier: Apache-2.0
// rtl/exec_mask.sv against execution_mask(): which lanes are active, and whether none is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "lanefold/execution_mask.h"
#include "tb/bench/bench.h"
#include "tests/support/program_masks.h"
#include "twins/verilated/exec_mask_twin.h"

namespace lanefold {
namespace {

/// Compares the answers to three masks.
class ExecMaskRun : public BenchRun {
 public:
  ExecMaskRun(std::uint64_t seed, unsigned lanes)
      : BenchRun(seed), lanes_(lanes), twin_(make_exec_mask_twin(lanes, place("exec_mask"))) {}

 protected:
  unsigned lanes() const { return lanes_; }
  LaneMask all() const { return LaneMask::first(lanes_); }

  std::optional<Mismatch> compare(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) {
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
  unsigned lanes_;
  std::unique_ptr<ExecMaskTwin> twin_;
};

/// A step is one combination of the three masks, in their order.
class CombinationRun final : public ExecMaskRun {
 public:
  using ExecMaskRun::ExecMaskRun;

  std::optional<Mismatch> step(std::uint64_t number) override {
    return compare(LaneMask(number) & all(), LaneMask(number >> lanes()) & all(),
                   LaneMask(number >> 2 * lanes()) & all());
  }
};

/// The first steps put each mask that programs make to each input, and against the lanes that it
/// leaves; the others are random combinations.
class MixedRun final : public ExecMaskRun {
 public:
  static constexpr unsigned kStepsPerMask = 4;

  MixedRun(std::uint64_t seed, unsigned lanes, const std::vector<LaneMask>& masks)
      : ExecMaskRun(seed, lanes), masks_(masks) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    if (number >= masks_.size() * kStepsPerMask) return compare(draw(), draw(), draw());
    const LaneMask mask = masks_[number / kStepsPerMask];
    switch (number % kStepsPerMask) {
      case 0:
        return compare(mask, all(), all());
      case 1:
        return compare(all(), mask, all());
      case 2:
        return compare(all(), all(), mask);
      default:
        return compare(all(), mask, all().without(mask));
    }
  }

 private:
  /// Sparse masks often leave no lane, dense ones few: both sides of the empty flag are common.
  LaneMask draw() {
    switch (random().below(4)) {
      case 0:
        return random().mask(lanes());
      case 1:
        return masks_[random().below(masks_.size())];
      default:
        return random().sparse_or_dense_mask(lanes());
    }
  }

  const std::vector<LaneMask>& masks_;
};

class ExecMask : public testing::TestWithParam<unsigned> {};

TEST_P(ExecMask, ActivatesLanesThatAllThreeMasksEnable) {
  const std::vector<LaneMask> masks = program_masks(GetParam());
  expect_same_as_oracle(
      [&](std::uint64_t seed) { return std::make_unique<MixedRun>(seed, GetParam(), masks); },
      masks.size() * MixedRun::kStepsPerMask + random_masks(1'000'000));
}

TEST_P(ExecMask, AgreesOnEveryCombinationOfEightLanes) {
  constexpr unsigned kLanes = 8;
  if (GetParam() != kLanes) {
    GTEST_SKIP() << "2^" << 3 * GetParam() << " combinations are too many";
  }
  expect_same_as_oracle(
      [&](std::uint64_t seed) { return std::make_unique<CombinationRun>(seed, kLanes); },
      std::uint64_t{1} << 3 * kLanes);
}

INSTANTIATE_TEST_SUITE_P(AllLaneCounts, ExecMask, testing::ValuesIn(rtl_lane_counts()),
                         [](const auto& info) { return fmt::format("Lanes{}", info.param); });

}  // namespace
}  // namespace lanefold
