// SPDX-License-Identifier: Apache-2.0
// Swizzled cycle compression in the canonical order that model and RTL share: a position's own
// queue never depends on what others borrow (ISCA'13 section 4.2, figure 6, leaves the order open).
#include <array>

#include "decisions/compaction/swizzling.h"

namespace lanefold {
namespace {

class SwizzledCycleCompression final : public SwizzlingCompactor {
  const char* counter_help() const override { return "ALU cycles with swizzled cycle compression"; }
  void swizzle(LaneMask mask, const QuadGeometry& geometry, Schedule& schedule) const override {
    std::array<std::uint8_t, 64> surplus{};  // lanes in (position, quad) order
    unsigned surplus_lanes = 0;
    for (unsigned position = 0; position < schedule.positions(); ++position) {
      unsigned cycle = 0;
      for_each_lane(mask & geometry.position(position), [&](unsigned lane) {
        if (cycle < schedule.cycles()) {
          schedule.issue(cycle++, position, lane);
        } else {
          surplus[surplus_lanes++] = static_cast<std::uint8_t>(lane);
        }
      });
    }
    unsigned next = 0;
    for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
      for (unsigned position = 0; position < schedule.positions(); ++position) {
        if (next < surplus_lanes && !schedule.slot(cycle, position).enabled()) {
          schedule.issue(cycle, position, surplus[next++]);
        }
      }
    }
  }
};

}  // namespace

std::unique_ptr<Compactor> make_scc_compactor() {
  return std::make_unique<SwizzledCycleCompression>();
}

}  // namespace lanefold
