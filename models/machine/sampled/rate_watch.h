// SPDX-License-Identifier: Apache-2.0
// Stops a launch whose beginning says how long the rest will take.
#pragma once

#include <optional>

#include "decisions/sampling/steady_rate.h"
#include "lanefold/machine.h"
#include "lanefold/sampler.h"

namespace lanefold {

/// For one launch of a timed machine.
class RateWatch final : public Sampler {
 public:
  explicit RateWatch(const SteadyRate& rate) : rate_(rate) {}

  std::uint64_t begin() override { return rate_.interval(); }
  std::uint64_t take(const MachineSnapshot& snapshot) override {
    if (rate_.add(snapshot.cycle, snapshot.lane_instructions)) {
      estimate_ = rate_.estimate();
      throw LaunchStop{ErrorKind::Interrupted, "goes on as it began"};
    }
    return snapshot.cycle + rate_.interval();
  }
  void end(const MachineSnapshot& /*snapshot*/) override {}

  /// Nothing if the launch was not stopped.
  const std::optional<LaunchEstimate>& estimate() const { return estimate_; }

 private:
  SteadyRate rate_;
  std::optional<LaunchEstimate> estimate_;
};

}  // namespace lanefold
