// SPDX-License-Identifier: Apache-2.0
// rtl/swizzle_crossbar.sv and rtl/wired_or_crossbar.sv: every ALU position gets the operand of the
// lane that it was told.
#include <gtest/gtest.h>

#include "tb/bench/bench.h"
#include "tb/bench/control.h"
#include "twins/verilated/data_path_twins.h"

namespace lanefold {
namespace {

template <auto make_twin>
class CrossbarRun : public BenchRun {
 public:
  CrossbarRun(std::uint64_t seed, const QuadGeometry& geometry)
      : BenchRun(seed), geometry_(geometry), twin_(make_twin(geometry, place("crossbar"))) {}

 protected:
  const QuadGeometry& geometry() const { return geometry_; }

  std::optional<Mismatch> compare(const QuadControl& control) {
    const Values lanes = draw_values(random(), geometry_.lanes(), geometry_.operand_bits());
    Values expected{};
    for_each_lane(control.enable, [&](unsigned position) {
      expected[position] = lanes[lane_of(control, position, geometry_)];
    });
    Values actual{};
    twin_->swizzle(lanes.data(), control, actual.data());
    auto mismatch = differ("data_o", "ALU position", expected, actual, geometry_.positions());
    if (mismatch) {
      mismatch->context = "ALU positions and their lanes: " + text(control, geometry_);
    }
    return mismatch;
  }

 private:
  QuadGeometry geometry_;
  std::unique_ptr<SwizzleCrossbarTwin> twin_;
};

/// A step is one ALU position and one lane that it selects, the other positions being random.
template <auto make_twin>
class SelectionRun final : public CrossbarRun<make_twin> {
 public:
  using CrossbarRun<make_twin>::CrossbarRun;

  std::optional<Mismatch> step(std::uint64_t number) override {
    const QuadGeometry& geometry = this->geometry();
    const unsigned lane = static_cast<unsigned>(number % geometry.lanes());
    const unsigned position =
        static_cast<unsigned>(number / geometry.lanes() % geometry.positions());
    QuadControl control = draw_control(this->random(), geometry);
    control.enable.set(position);
    aim(control, position, lane, geometry);
    return this->compare(control);
  }
};

template <auto make_twin>
void expect_every_selection(const QuadGeometry& geometry) {
  constexpr unsigned kDraws = 16;
  expect_same_as_oracle(
      [&](std::uint64_t seed) { return std::make_unique<SelectionRun<make_twin>>(seed, geometry); },
      std::uint64_t{kDraws} * geometry.lanes() * geometry.positions());
}

template <auto make_twin>
void expect_schedules_followed(const QuadGeometry& geometry) {
  const ScheduleStream stream(geometry, 2000);
  expect_same_as_oracle(
      [&](std::uint64_t seed) {
        return std::make_unique<ScheduleRun<CrossbarRun<make_twin>>>(seed, geometry, stream);
      },
      stream.size());
}

class SwizzleCrossbarRtl : public testing::TestWithParam<QuadGeometry> {};
class WiredOrCrossbarRtl : public testing::TestWithParam<QuadGeometry> {};

TEST_P(SwizzleCrossbarRtl, BringsTheOperandOfEveryLaneToEveryAluPosition) {
  expect_every_selection<make_swizzle_crossbar_twin>(GetParam());
}
TEST_P(WiredOrCrossbarRtl, BringsTheOperandOfEveryLaneToEveryAluPosition) {
  expect_every_selection<make_wired_or_crossbar_twin>(GetParam());
}

TEST_P(SwizzleCrossbarRtl, FollowsTheSchedulesOfAllPolicies) {
  expect_schedules_followed<make_swizzle_crossbar_twin>(GetParam());
}
TEST_P(WiredOrCrossbarRtl, FollowsTheSchedulesOfAllPolicies) {
  expect_schedules_followed<make_wired_or_crossbar_twin>(GetParam());
}

const auto kNameOf = [](const auto& info) { return name_of(info.param); };
INSTANTIATE_TEST_SUITE_P(AllGeometries, SwizzleCrossbarRtl, testing::ValuesIn(rtl_geometries()),
                         kNameOf);
INSTANTIATE_TEST_SUITE_P(AllGeometries, WiredOrCrossbarRtl, testing::ValuesIn(rtl_geometries()),
                         kNameOf);

}  // namespace
}  // namespace lanefold
