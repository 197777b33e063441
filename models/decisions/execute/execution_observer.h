// SPDX-License-Identifier: Apache-2.0
// Who wants to know every instruction that a machine executes.
#pragma once

#include "decisions/execute/warp.h"
#include "decisions/isa/instruction.h"
#include "decisions/isa/pipeline_instruction.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// Sees the registers of a warp around each of its instructions.
class InstructionWatcher {
 public:
  virtual ~InstructionWatcher() = default;

  /// The lanes of `active` have their operands.
  virtual void begins(const Warp& warp, const Instruction& instruction, LaneMask active) = 0;
  /// The lanes of `active` have their results.
  virtual void ended(const Warp& warp, const Instruction& instruction, LaneMask active) = 0;
};

/// Told by a functional machine.
class ExecutionObserver {
 public:
  virtual ~ExecutionObserver() = default;

  /// A warp has executed the instructions from `first` to `last`, both included and of one basic
  /// block, in the lanes of `active`. They stay where they are as long as their program is loaded.
  virtual void executed(const Instruction* first, const Instruction* last, LaneMask active) = 0;

  /// The same of machines whose instructions choose lanes for themselves (core.isa=gen8): a thread
  /// has executed one instruction, in the lanes of `active`, which may be none.
  virtual void executed(const PipelineInstruction& instruction, LaneMask active) = 0;

  /// The watcher of each RISC-V instruction; nullptr for none. Asked once, when the machine is
  /// made.
  virtual InstructionWatcher* watcher() { return nullptr; }
};

/// An observer for those who look at each instruction and nothing else.
class WatchingObserver final : public ExecutionObserver {
 public:
  /// `watcher` outlives it.
  explicit WatchingObserver(InstructionWatcher& watcher) : watcher_(watcher) {}

  void executed(const Instruction* /*first*/, const Instruction* /*last*/,
                LaneMask /*active*/) override {}
  void executed(const PipelineInstruction& /*instruction*/, LaneMask /*active*/) override {}
  InstructionWatcher* watcher() override { return &watcher_; }

 private:
  InstructionWatcher& watcher_;
};

}  // namespace lanefold
