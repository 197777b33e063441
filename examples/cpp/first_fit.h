// SPDX-License-Identifier: Apache-2.0
// A compaction policy: quads share a cycle of the ALU if no two of their active lanes need the same
// position. No lane leaves its position, so that there is no crossbar.
#pragma once

#include <lanefold/compactor.h>

#include <array>

namespace example {

/// Each quad, the lowest first, goes into the first cycle that it fits into.
class FirstFit final : public lanefold::Compactor {
 public:
  /// The cycle of each quad, and the number of cycles.
  struct Plan {
    std::array<unsigned, 64> cycle{};
    unsigned cycles = 0;
  };
  static Plan plan(lanefold::LaneMask mask, const lanefold::QuadGeometry& geometry) {
    Plan plan;
    std::array<std::uint64_t, 64> taken{};  // positions, by cycle
    for (unsigned quad = 0; quad < geometry.quads(); ++quad) {
      const std::uint64_t wanted =
          (mask & geometry.quad(quad)).bits() >> quad * geometry.positions();
      if (wanted == 0) continue;
      unsigned cycle = 0;
      while ((taken[cycle] & wanted) != 0) ++cycle;
      taken[cycle] |= wanted;
      plan.cycle[quad] = cycle;
      if (cycle == plan.cycles) ++plan.cycles;
    }
    return plan;
  }

  lanefold::Schedule schedule(lanefold::LaneMask mask,
                              const lanefold::QuadGeometry& geometry) const override {
    const Plan planned = plan(mask, geometry);
    lanefold::Schedule schedule(planned.cycles, geometry);
    lanefold::for_each_lane(mask, [&](unsigned lane) {
      schedule.issue(planned.cycle[geometry.quad_of(lane)], geometry.position_of(lane), lane);
    });
    return schedule;
  }
  unsigned cycles(lanefold::LaneMask mask, const lanefold::QuadGeometry& geometry) const override {
    return plan(mask, geometry).cycles;
  }
  lanefold::LaneMask issued_lanes(lanefold::LaneMask mask,
                                  const lanefold::QuadGeometry& geometry) const override {
    return geometry.whole_quads(mask);
  }
  lanefold::RegisterFileKind register_file() const override {
    return lanefold::RegisterFileKind::Bcc;
  }
  const char* counter_help() const override { return "ALU cycles with quads that share cycles"; }
};

}  // namespace example
