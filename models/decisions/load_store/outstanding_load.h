// SPDX-License-Identifier: Apache-2.0
// A load on its way: an entry of the memory coalescing buffer (SC'09 section 3.2).
#pragma once

#include <cstdint>

#include "base/cycle.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

struct WarpInstruction;
class Warp;

/// From its first line until memory has answered the last.
struct OutstandingLoad {
  WarpInstruction* instruction = nullptr;  ///< waits for values; nullptr when it has gone on
  Warp* warp = nullptr;
  unsigned slot = 0;        ///< hardware thread
  unsigned unanswered = 0;  ///< lines
  unsigned unknown = 0;     ///< of them, lines of which memory has not said that they miss
  bool reported = false;    ///< who goes on has been asked
  bool snoops = false;      ///< completes when its lines have been looked up
  LaneMask lanes;
  LaneMask missed;        ///< lanes a line of which the first cache did not have
  LaneMask missed_early;  ///< of them, lanes of which it has said so before its answer
  Cycle completes = 0;    ///< cycle of the latest answer
  Cycle looked_up = 0;    ///< cycle of the latest word of a miss

  /// Lanes that still wait for a line.
  LaneMask waiting() const { return once_ | twice_; }
  /// A line that serves `served` is sent: a lane touches two at most.
  void send(LaneMask served) {
    ++unanswered;
    ++unknown;
    twice_ |= once_ & served;
    once_ |= served;
  }
  /// Its line has come. Returns the lanes that have all of theirs.
  LaneMask receive(LaneMask served) {
    const LaneMask first = served & twice_;
    twice_ = twice_.without(first);
    once_ = once_.without(served.without(first));
    return served.without(first);
  }

 private:
  LaneMask once_;   ///< lanes that wait for one line or more
  LaneMask twice_;  ///< of them, those that wait for two
};

}  // namespace lanefold
