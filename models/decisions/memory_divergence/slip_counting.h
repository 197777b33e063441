// SPDX-License-Identifier: Apache-2.0
// Which lanes of a slice proceed after a load, and how far its lanes are ahead of one another
// (SC'09 sections 4.1 and 5.1). Without time: the block that holds it adds that.
#pragma once

#include <memory>

#include "decisions/divergence/slip_counters.h"
#include "decisions/memory_divergence/miss_policy.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// What a slice asks of its slip controller.
class SliceSlip {
 public:
  virtual ~SliceSlip() = default;

  /// Who goes on, if `behind` were left behind anywhere and a lane may be `limit` loads ahead, 0 to
  /// 255. Who may not go further is known here, `situation.limited` does not matter.
  virtual MissDecision decide(const MissSituation& situation, LaneMask behind, unsigned limit) = 0;
  /// The decision for this situation is carried out: `lanes` go on. Returns most().
  virtual unsigned pass(LaneMask lanes, LaneMask considered) = 0;
  /// No lane is ahead: the slice starts, or is at a barrier.
  virtual void reset() = 0;
  /// Loads by which the furthest lane is ahead.
  virtual unsigned most() const = 0;
};

/// The policy of `core.on_miss` and the counters of one slice.
class SlipCounting final : public SliceSlip {
 public:
  explicit SlipCounting(const CoreConfig& config) : policy_(make_miss_policy(config.on_miss)) {}

  MissDecision decide(const MissSituation& situation, LaneMask behind, unsigned limit) override {
    MissSituation known = situation;
    known.limited = counters_.limited(situation.lanes | behind, limit);
    return policy_->decide(known);
  }
  unsigned pass(LaneMask lanes, LaneMask considered) override {
    counters_.pass(lanes, considered);
    return most();
  }
  void reset() override { counters_.reset(); }
  unsigned most() const override { return counters_.most(); }

 private:
  std::unique_ptr<MissPolicy> policy_;
  SlipCounters counters_;
};

}  // namespace lanefold
