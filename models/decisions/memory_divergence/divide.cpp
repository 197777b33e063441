// SPDX-License-Identifier: Apache-2.0
// Dynamic warp subdivision: lanes that have their values go on as a slice of their own (IPDPS'12
// section II, after Meng, Tarjan and Skadron, ISCA 2010).
#include "decisions/memory_divergence/miss_policy.h"

namespace lanefold {
namespace {

class DivideOnMiss final : public MissPolicy {
  bool holds_loads() const override { return true; }
  bool leaves_lanes_behind() const override { return true; }
  bool divides() const override { return true; }
  MissDecision decide(const MissSituation& situation) const override {
    return {situation.lanes.without(situation.missing), false};
  }
};

}  // namespace

std::unique_ptr<MissPolicy> make_divide_on_miss();
std::unique_ptr<MissPolicy> make_divide_on_miss() { return std::make_unique<DivideOnMiss>(); }

}  // namespace lanefold
