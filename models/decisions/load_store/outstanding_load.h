// SPDX-License-Identifier: Apache-2.0
// A load on its way, as the load/store unit knows it.
#pragma once

#include <optional>

#include "base/cycle.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

class AwaitedValues;
struct InstructionCounts;
class MissCounts;
struct WarpInstruction;

/// From its first line until memory has answered the last.
struct OutstandingLoad {
  WarpInstruction* instruction = nullptr;  ///< waits for values; nullptr when it has gone on
  MissCounts* misses = nullptr;            ///< of the warp
  unsigned slot = 0;                       ///< hardware thread
  unsigned unanswered = 0;                 ///< lines
  unsigned unknown = 0;             ///< of them, lines of which memory has not said that they miss
  bool reported = false;            ///< who goes on has been asked
  bool snoops = false;              ///< completes when its lines have been looked up
  std::optional<unsigned> entry;    ///< of the memory coalescing buffer, if the load has one
  AwaitedValues* values = nullptr;  ///< for its lanes, if memory's answers bring them
  InstructionCounts* counts = nullptr;  ///< of its pc, on a machine that counts by instruction
  LaneMask waiting;                     ///< with an entry: lanes with a line on its way
  LaneMask lanes;
  LaneMask missed;        ///< lanes a line of which the first cache did not have
  LaneMask missed_early;  ///< of them, lanes of which it has said so before its answer
  Cycle completes = 0;    ///< cycle of the latest answer
  Cycle looked_up = 0;    ///< cycle of the latest word of a miss
};

}  // namespace lanefold
