// SPDX-License-Identifier: Apache-2.0
// Stimuli and comparisons that the runs of the data path share.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lanefold/compactor.h"
#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"
#include "twins/bench/mask_order.h"
#include "twins/bench/random.h"
#include "twins/bench/run.h"
#include "twins/verilated/data_path_twins.h"

namespace lanefold {

/// One operand per lane or per ALU position; those beyond the shape are not used.
using Values = std::array<std::uint64_t, 64>;
/// `count` operands of `operand_bits` bits.
Values draw_values(Random& random, unsigned count, unsigned operand_bits);

/// The lane that an enabled ALU position computes for.
inline unsigned lane_of(const QuadControl& control, unsigned position,
                        const QuadGeometry& geometry) {
  return control.quad[position] * geometry.quad_lanes() + control.position[position];
}
/// A control in which ALU positions compute for any lanes, but no two for the same one. Disabled
/// positions select lanes, too.
QuadControl draw_control(Random& random, const QuadGeometry& geometry);
/// Lets an ALU position compute for a lane.
void aim(QuadControl& control, unsigned position, unsigned lane, const QuadGeometry& geometry);
/// "0<-5 2<-0": ALU position 0 computes for lane 5, 2 for lane 0, the others for none.
std::string text(const QuadControl& control, const QuadGeometry& geometry);

/// The first of `count` values that differs, as "`port` of `unit` i".
std::optional<Mismatch> differ(const char* port, const char* unit, const Values& expected,
                               const Values& actual, unsigned count);

/// The schedules that a bench goes through: of every policy for the masks of a MaskOrder.
class ScheduleStream {
 public:
  /// `random` random masks per policy for wide warps.
  ScheduleStream(const QuadGeometry& geometry, std::uint64_t random);

  /// Mask times policy.
  std::uint64_t size() const { return masks_.size() * compactors_.size(); }
  struct Item {
    CompactionPolicy policy;
    LaneMask mask;
    Schedule schedule;
  };
  Item draw(std::uint64_t number, Random& random) const;
  /// The mask, policy and cycle as words.
  static std::string text(const Item& item, unsigned cycle);

 private:
  static constexpr auto kPolicies = all_of<CompactionPolicy>();

  QuadGeometry geometry_;
  MaskOrder masks_;
  std::vector<std::unique_ptr<Compactor>> compactors_;
};

/// A step is one mask under one policy, with all its cycles. `Base` has a geometry() and a
/// compare(const QuadControl&) for one cycle.
template <class Base>
class ScheduleRun final : public Base {
 public:
  ScheduleRun(const RunStart& start, const QuadGeometry& geometry,
              std::shared_ptr<const ScheduleStream> stream)
      : Base(start, geometry), stream_(std::move(stream)) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    const ScheduleStream::Item item = stream_->draw(number, this->random());
    std::optional<Mismatch> first;
    for (unsigned cycle = 0; cycle < item.schedule.cycles(); ++cycle) {
      auto mismatch = this->compare(quad_control(item.schedule, cycle));
      if (mismatch && !first) {
        first = mismatch;
        first->context = ScheduleStream::text(item, cycle) + "; " + mismatch->context;
      }
    }
    return first;
  }

 private:
  std::shared_ptr<const ScheduleStream> stream_;
};

}  // namespace lanefold
