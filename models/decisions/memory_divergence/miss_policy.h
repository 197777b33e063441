// SPDX-License-Identifier: Apache-2.0
// What a slice does when some lanes of a load miss the first cache on the way: `core.on_miss`.
#pragma once

#include <memory>

#include "lanefold/core_choices.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// What is known of a load when its lines have been looked up, or a value has come since.
struct MissSituation {
  LaneMask lanes;          ///< the load's
  LaneMask missing;        ///< of them, those whose values have not come
  LaneMask ready;          ///< left behind at this load earlier, whose values have come
  LaneMask limited;        ///< of all that were left behind and these, those at the limit of slip
  bool later = false;      ///< others that were left behind at this load get their values later
  bool elsewhere = false;  ///< others were left behind at other loads
  bool room = false;       ///< the table has an entry for this load, or can have one
};

struct MissDecision {
  LaneMask
      proceed;  ///< of `lanes` and `ready`; the others of these stay. None: wait for more values
  bool yield = false;  ///< all of `lanes` stay, and those that were left behind elsewhere run
};

class MissPolicy {
 public:
  virtual ~MissPolicy() = default;
  /// Whether a slice stays at a load until it is told who goes on. Otherwise it goes on at once,
  /// and the scoreboard holds what needs the values.
  virtual bool holds_loads() const = 0;
  /// Whether some lanes may go on without others; it then has to be told of misses early.
  virtual bool leaves_lanes_behind() const { return false; }
  /// Whether those who go on become a slice of their own, and the others of theirs wait.
  virtual bool divides() const { return false; }
  virtual MissDecision decide(const MissSituation& situation) const = 0;
};

std::unique_ptr<MissPolicy> make_miss_policy(OnMiss policy);

}  // namespace lanefold
