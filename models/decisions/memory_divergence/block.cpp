// SPDX-License-Identifier: Apache-2.0
// A slice waits at a load until every lane has its value (SC'09 section 3.2).
#include "decisions/memory_divergence/miss_policy.h"

namespace lanefold {
namespace {

class BlockOnMiss final : public MissPolicy {
  bool holds_loads() const override { return true; }
  MissDecision decide(const MissSituation& situation) const override {
    return {situation.missing.any() ? LaneMask() : situation.lanes, false};
  }
};

}  // namespace

std::unique_ptr<MissPolicy> make_block_on_miss();
std::unique_ptr<MissPolicy> make_block_on_miss() { return std::make_unique<BlockOnMiss>(); }

}  // namespace lanefold
