// SPDX-License-Identifier: Apache-2.0
// A slice goes on until an instruction needs a value that has not come (the scoreboard of ISCA'13
// section 2.2, stage 3).
#include "decisions/memory_divergence/miss_policy.h"

namespace lanefold {
namespace {

class StallOnUse final : public MissPolicy {
  bool holds_loads() const override { return false; }
  MissDecision decide(const MissSituation& situation) const override {
    return {situation.lanes, false};
  }
};

}  // namespace

std::unique_ptr<MissPolicy> make_stall_on_use();
std::unique_ptr<MissPolicy> make_stall_on_use() { return std::make_unique<StallOnUse>(); }

}  // namespace lanefold
