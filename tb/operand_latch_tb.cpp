// SPDX-License-Identifier: Apache-2.0
// rtl/operand_latch.sv: a quad takes what is at its input when it is written, and holds it else.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

#include "tb/bench/bench.h"
#include "tb/bench/control.h"
#include "tests/support/program_masks.h"
#include "twins/verilated/data_path_twins.h"

namespace lanefold {
namespace {

/// A step is a clock cycle. Step 0 writes all quads, since there is no reset; the next ones write
/// them by the masks that programs make, and then at random.
class LatchRun final : public BenchRun {
 public:
  LatchRun(std::uint64_t seed, const QuadGeometry& geometry, const std::vector<LaneMask>& masks)
      : BenchRun(seed),
        geometry_(geometry),
        masks_(masks),
        twin_(make_operand_latch_twin(geometry, place("latch"))) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    const LaneMask quads = draw_quads(number);
    const Values input = draw_values(random(), geometry_.lanes(), geometry_.operand_bits());
    for (unsigned lane = 0; lane < geometry_.lanes(); ++lane) {
      if (quads.test(geometry_.quad_of(lane))) {
        held_[lane] = input[lane];
      }
    }
    twin_->write(quads, input.data());
    Values actual{};
    twin_->read(actual.data());
    auto mismatch = differ("data_o", "lane", held_, actual, geometry_.lanes());
    if (mismatch) {
      mismatch->context = fmt::format("quads written in this cycle: {}", hex(quads.bits()));
    }
    return mismatch;
  }

  const char* unit() const override { return "clock cycle"; }

 private:
  LaneMask draw_quads(std::uint64_t number) {
    if (number == 0) return LaneMask::first(geometry_.quads());
    return number <= masks_.size() ? masks_[number - 1] : random().mask(geometry_.quads());
  }

  QuadGeometry geometry_;
  const std::vector<LaneMask>& masks_;
  std::unique_ptr<OperandLatchTwin> twin_;
  Values held_{};
};

class OperandLatchRtl : public testing::TestWithParam<QuadGeometry> {};

TEST_P(OperandLatchRtl, LatchesWrittenQuadsAndHoldsTheRest) {
  const QuadGeometry& geometry = GetParam();
  constexpr std::uint64_t kRandomCycles = 20'000;
  const std::vector<LaneMask> masks = program_masks(geometry.quads());
  expect_same_as_oracle(
      [&](std::uint64_t seed) { return std::make_unique<LatchRun>(seed, geometry, masks); },
      1 + masks.size() + kRandomCycles);
}

INSTANTIATE_TEST_SUITE_P(AllGeometries, OperandLatchRtl, testing::ValuesIn(rtl_geometries()),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace lanefold
