// SPDX-License-Identifier: Apache-2.0
// Unswizzle: every result goes to the lane that it was computed for, and nowhere else.

#include "twins/bench/comparisons.h"
#include "twins/bench/quad_stimuli.h"
#include "twins/bench/tried.h"
#include "twins/verilated/data_path_twins.h"

namespace lanefold {
namespace {

class UnswizzleRun : public BenchRun {
 public:
  UnswizzleRun(const RunStart& start, const QuadGeometry& geometry)
      : BenchRun(start),
        geometry_(geometry),
        twin_(make_unswizzle_twin(geometry, place("unswizzle"))) {}

 protected:
  const QuadGeometry& geometry() const { return geometry_; }

  /// The results of disabled positions are random, too: they must not appear anywhere.
  std::optional<Mismatch> compare(const QuadControl& control) {
    const Values results = draw_values(random(), geometry_.positions(), geometry_.operand_bits());
    LaneMask expected_lanes;
    Values expected{};
    for_each_lane(control.enable, [&](unsigned position) {
      const unsigned lane = lane_of(control, position, geometry_);
      expected_lanes.set(lane);
      expected[lane] = results[position];
    });
    Values actual{};
    const LaneMask lanes = twin_->unswizzle(results.data(), control, actual.data());
    auto mismatch = differ("data_o", "lane", expected, actual, geometry_.lanes());
    if (lanes != expected_lanes) {
      mismatch = Mismatch{"write_o", hex(expected_lanes.bits()), hex(lanes.bits()), ""};
    }
    if (mismatch) {
      mismatch->context = "ALU positions and their lanes: " + text(control, geometry_);
    }
    return mismatch;
  }

 private:
  QuadGeometry geometry_;
  std::unique_ptr<UnswizzleTwin> twin_;
};

/// A step is one ALU position that computes for one lane. The other positions compute for the rest
/// of its quad in the opposite order, or for random others.
class DestinationRun final : public UnswizzleRun {
 public:
  using UnswizzleRun::UnswizzleRun;

  std::optional<Mismatch> step(std::uint64_t number) override {
    const unsigned lane = static_cast<unsigned>(number % geometry().lanes());
    const unsigned position =
        static_cast<unsigned>(number / geometry().lanes() % geometry().positions());
    if (number / geometry().lanes() / geometry().positions() == 0) {
      return compare(opposite(lane, position));
    }
    QuadControl control = draw_control(random(), geometry());
    for (unsigned other = 0; other < geometry().positions(); ++other) {
      if (lane_of(control, other, geometry()) == lane) {
        control.quad[other] = control.quad[position];
        control.position[other] = control.position[position];
      }
    }
    control.enable.set(position);
    aim(control, position, lane, geometry());
    return compare(control);
  }

 private:
  /// All positions compute for the quad of the lane, each for the one before that of its neighbour.
  QuadControl opposite(unsigned lane, unsigned position) {
    const unsigned lanes = geometry().quad_lanes();
    const unsigned quad = lane / lanes * lanes;
    QuadControl control = draw_control(random(), geometry());
    control.enable = LaneMask::first(geometry().positions());
    for (unsigned other = 0; other < geometry().positions(); ++other) {
      aim(control, other, quad + (lane + position + lanes - other % lanes) % lanes, geometry());
    }
    return control;
  }
};

}  // namespace

Comparison unswizzle_destinations(const QuadGeometry& geometry) {
  constexpr std::uint64_t kDraws = 16;
  const std::uint64_t steps = kDraws * geometry.lanes() * geometry.positions();
  return {counted(steps, "control word") + ", for each ALU position and each lane", steps,
          [=](const RunStart& start) { return std::make_unique<DestinationRun>(start, geometry); }};
}

Comparison unswizzle_schedules(const QuadGeometry& geometry, std::uint64_t random) {
  const auto stream = std::make_shared<const ScheduleStream>(geometry, random);
  return {counted(stream->size(), "schedule") + " of all policies", stream->size(),
          [=](const RunStart& start) {
            return std::make_unique<ScheduleRun<UnswizzleRun>>(start, geometry, stream);
          }};
}

}  // namespace lanefold
