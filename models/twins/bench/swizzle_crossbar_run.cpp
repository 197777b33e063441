// SPDX-License-Identifier: Apache-2.0
// The crossbars: every ALU position gets the operand of the
// lane that it was told.

#include "twins/bench/comparisons.h"
#include "twins/bench/quad_stimuli.h"
#include "twins/bench/tried.h"
#include "twins/verilated/data_path_twins.h"

namespace lanefold {
namespace {

/// The twin of either crossbar.
template <CrossbarKind kCrossbar>
class CrossbarRun : public BenchRun {
 public:
  CrossbarRun(const RunStart& start, const QuadGeometry& geometry)
      : BenchRun(start), geometry_(geometry), twin_(make_twin(geometry)) {}

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
  std::unique_ptr<SwizzleCrossbarTwin> make_twin(const QuadGeometry& geometry) const {
    return kCrossbar == CrossbarKind::Swizzle
               ? make_swizzle_crossbar_twin(geometry, place("crossbar"))
               : make_wired_or_crossbar_twin(geometry, place("crossbar"));
  }

  QuadGeometry geometry_;
  std::unique_ptr<SwizzleCrossbarTwin> twin_;
};

/// A step is one ALU position and one lane that it selects. The other positions select the same
/// one, any, in pairs the same ones, or others at random.
template <CrossbarKind kCrossbar>
class SelectionRun final : public CrossbarRun<kCrossbar> {
 public:
  using CrossbarRun<kCrossbar>::CrossbarRun;

  std::optional<Mismatch> step(std::uint64_t number) override {
    const QuadGeometry& geometry = this->geometry();
    const unsigned lane = static_cast<unsigned>(number % geometry.lanes());
    const unsigned position =
        static_cast<unsigned>(number / geometry.lanes() % geometry.positions());
    QuadControl control = draw_control(this->random(), geometry);
    const std::uint64_t draw = number / geometry.lanes() / geometry.positions();
    if (draw < 2) {
      control.enable = LaneMask::first(geometry.positions());
      for (unsigned other = 0; other < geometry.positions(); ++other) {
        aim(control, other, draw == 0 ? lane : this->random().below(geometry.lanes()), geometry);
      }
    }
    if (draw == 2) {
      control.enable = LaneMask::first(geometry.positions());
      for (unsigned other = 1; other < geometry.positions(); other += 2) {
        aim(control, other, lane_of(control, other - 1, geometry), geometry);
      }
      aim(control, position ^ 1U, lane, geometry);
    }
    control.enable.set(position);
    aim(control, position, lane, geometry);
    return this->compare(control);
  }
};

}  // namespace

Comparison crossbar_selections(CrossbarKind crossbar, const QuadGeometry& geometry) {
  constexpr std::uint64_t kDraws = 16;
  const std::uint64_t steps = kDraws * geometry.lanes() * geometry.positions();
  const auto make_run = [=](const RunStart& start) -> std::unique_ptr<BenchRun> {
    if (crossbar == CrossbarKind::Swizzle) {
      return std::make_unique<SelectionRun<CrossbarKind::Swizzle>>(start, geometry);
    }
    return std::make_unique<SelectionRun<CrossbarKind::WiredOr>>(start, geometry);
  };
  return {counted(steps, "selection") + ", of each lane at each ALU position", steps, make_run};
}

Comparison crossbar_schedules(CrossbarKind crossbar, const QuadGeometry& geometry,
                              std::uint64_t random) {
  const auto stream = std::make_shared<const ScheduleStream>(geometry, random);
  const auto make_run = [=](const RunStart& start) -> std::unique_ptr<BenchRun> {
    if (crossbar == CrossbarKind::Swizzle) {
      return std::make_unique<ScheduleRun<CrossbarRun<CrossbarKind::Swizzle>>>(start, geometry,
                                                                               stream);
    }
    return std::make_unique<ScheduleRun<CrossbarRun<CrossbarKind::WiredOr>>>(start, geometry,
                                                                             stream);
  };
  return {counted(stream->size(), "schedule") + " of all policies", stream->size(), make_run};
}

}  // namespace lanefold
