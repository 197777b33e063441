// SPDX-License-Identifier: Apache-2.0
// Why an instruction waited before it issued, told from what its core did meanwhile.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "decisions/pipeline/warp_instruction.h"
#include "lanefold/core_config.h"
#include "observers/pipeline_trace/pipeline_row.h"

namespace lanefold {

/// What a thread's instructions behind it wait for.
struct StallReason {
  std::string_view why;
  std::shared_ptr<PipelineRow> cause;  ///< the instruction whose result it is, if any
};

/// What one hardware thread did last.
class ThreadHistory {
 public:
  void issued(Cycle cycle) { issued_ = cycle; }
  void retired(const WarpInstruction& instruction, const std::shared_ptr<PipelineRow>& row,
               Cycle cycle);
  /// Why an instruction could not leave the scoreboard before this cycle, `now`: the last of its
  /// registers has become free in it, or the place behind it.
  StallReason scoreboard_wait(const PipelineInstruction& instruction, Cycle now) const;
  void forget() { *this = ThreadHistory(); }

 private:
  struct Result {
    RegisterSet rows;
    bool of_memory;
    std::shared_ptr<PipelineRow> row;
  };

  Cycle issued_ = 0;              ///< cycle of its latest issue
  Cycle retired_ = 0;             ///< cycle of its latest write-backs
  std::vector<Result> released_;  ///< by these
};

/// What the arbiter of a core did last.
class IssueHistory {
 public:
  explicit IssueHistory(const CoreConfig& config) : config_(config) {}

  void issued(Cycle cycle);
  /// Why an instruction that came in cycle `ready` did not issue before now; empty if it could not.
  std::string_view issue_wait(Unit unit, Cycle ready, Cycle now) const;
  void forget() { current_ = before_ = {}; }

 private:
  struct Pass {
    Cycle cycle = 0;
    unsigned issued = 0;
  };

  const CoreConfig& config_;
  Pass current_;
  Pass before_;  ///< the one before, if any issued in it
};

}  // namespace lanefold
