// SPDX-License-Identifier: Apache-2.0
// Who wants to know every instruction that a functional machine executes.
#pragma once

#include "isa/instruction.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

class ExecutionObserver {
 public:
  virtual ~ExecutionObserver() = default;

  /// A warp has executed the instructions from `first` to `last`, both included and of one basic
  /// block, in the lanes of `active`. They stay where they are as long as their program is loaded.
  virtual void executed(const Instruction* first, const Instruction* last, LaneMask active) = 0;
};

}  // namespace lanefold
