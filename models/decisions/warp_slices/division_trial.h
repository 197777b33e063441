// SPDX-License-Identifier: Apache-2.0
// RobustDWS: whether slices divide while they run, once their width and depth are found (IPDPS'12
// section VII-C). Without time.
#pragma once

#include <optional>

#include "decisions/warp_slices/adaptation.h"

namespace lanefold {

/// One interval in which whole warps divide, against the best single interval of the search. Unlike
/// the search, it has no margin, and no second interval has to confirm it.
class DivisionTrial {
 public:
  /// A search begins.
  void start() {
    best_.reset();
    chosen_.reset();
  }
  /// An interval of the search is over.
  void count(const IntervalResult& result) {
    if (!best_ || result.better_than(*best_)) best_ = result;
  }
  /// The search has ended with `chosen`; the next interval is the trial.
  void begin(const SimdConfiguration& chosen) { chosen_ = chosen; }
  bool running() const { return chosen_.has_value(); }
  /// What the search has chosen, while the trial runs.
  const SimdConfiguration& chosen() const { return *chosen_; }
  /// The trial is over. Whether slices divide from now on.
  bool end(const IntervalResult& result) {
    chosen_.reset();
    return !best_ || result.better_than(*best_);
  }

 private:
  std::optional<IntervalResult> best_;
  std::optional<SimdConfiguration> chosen_;
};

}  // namespace lanefold
