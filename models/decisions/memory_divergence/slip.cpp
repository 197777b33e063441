// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss: lanes that hit go on, lanes that miss are left behind (SC'09 section 4.1).
//
// Lanes that may slip no further stay as well, and as long as there are such lanes no others are
// left behind (5.1: the warp reverts to blocking, and threads at the limit are disabled). If all
// lanes at a load are at the limit, the last ones run, wherever these were left behind.
#include "decisions/memory_divergence/miss_policy.h"

namespace lanefold {
namespace {

class SlipOnMiss final : public MissPolicy {
  bool holds_loads() const override { return true; }
  bool leaves_lanes_behind() const override { return true; }

  MissDecision decide(const MissSituation& situation) const override {
    const LaneMask here = situation.lanes.without(situation.missing) | situation.ready;
    const LaneMask free = here.without(situation.limited);
    if (situation.missing.any()) {
      const bool may_leave = situation.room && situation.limited.none();
      return {may_leave ? free : LaneMask(), false};
    }
    if (free.any()) return {situation.room ? free : here, false};
    if (situation.later) return {};
    return {situation.elsewhere ? LaneMask() : here, situation.elsewhere};
  }
};

}  // namespace

std::unique_ptr<MissPolicy> make_slip_on_miss();
std::unique_ptr<MissPolicy> make_slip_on_miss() { return std::make_unique<SlipOnMiss>(); }

}  // namespace lanefold
