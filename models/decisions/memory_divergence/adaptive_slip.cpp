// SPDX-License-Identifier: Apache-2.0
// Adaptive diff (SC'09 section 5.2).
#include "decisions/memory_divergence/adaptive_slip.h"

namespace lanefold {

SlipStep slip_step(const SlipSample& sample, double fair_bytes) {
  const auto cycles = static_cast<double>(sample.cycles);
  const double alu = static_cast<double>(sample.executing) / cycles;
  const double bandwidth =
      fair_bytes == 0 ? 0 : static_cast<double>(sample.bytes) / (cycles * fair_bytes);
  const double latency = static_cast<double>(sample.waiting) / cycles;
  const double used = std::max(alu, bandwidth);
  if (used >= SlipThresholds::kBound) return SlipStep::Lower;
  if (used >= SlipThresholds::kBalance || latency < SlipThresholds::kLatency) return SlipStep::Keep;
  return SlipStep::Raise;
}

SlipState AdaptiveSlip::state() const {
  return {limit_, sample_.cycles, sample_.executing, sample_.waiting, sample_.bytes};
}

void AdaptiveSlip::restore(const SlipState& state) {
  if (!adaptive()) return;
  limit_ = std::min(state.limit, SlipCounters::kMost);
  sample_ = {state.cycles, state.executing, state.waiting, state.bytes};
}

void AdaptiveSlip::count(const SlipSample& more, SlipStatistics& statistics) {
  sample_.cycles += more.cycles;
  sample_.executing += more.executing;
  sample_.waiting += more.waiting;
  sample_.bytes += more.bytes;
  if (left() != 0) return;
  const SlipStep step = slip_step(sample_, fair_bytes_);
  if (step == SlipStep::Raise && limit_ < SlipCounters::kMost) {
    ++limit_;
    ++statistics.raised_limits;
  } else if (step == SlipStep::Lower && limit_ > 0) {
    --limit_;
    ++statistics.lowered_limits;
  }
  statistics.highest_limit = std::max<std::uint64_t>(statistics.highest_limit, limit_);
  sample_ = {};
}

}  // namespace lanefold
