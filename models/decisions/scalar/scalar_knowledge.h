// SPDX-License-Identifier: Apache-2.0
// Who knows that all active lanes of an instruction do the same: `core.scalar.knowledge`.
#pragma once

#include <memory>

#include "decisions/pipeline/warp_instruction.h"
#include "lanefold/core_choices.h"

namespace lanefold {

/// Operands that were compared over the active lanes of an instruction.
struct OperandComparison {
  bool equal = false;  ///< all of its lanes do the same
  unsigned lanes = 0;  ///< that were compared with another, summed over operands
};

/// Asked once an instruction's registers are free. What it answers holds for the active lanes of
/// this execution: an ALU instruction has the same operands and result in all, a load gets one
/// value, a store writes one. It is not asked of atomics and snoops, whose lanes take turns or
/// part.
class ScalarKnowledge {
 public:
  virtual ~ScalarKnowledge() = default;

  /// Whether that is known before the instruction issues.
  virtual bool known(const WarpInstruction& instruction) const = 0;
  /// Otherwise, what is found when its operands are fetched.
  virtual OperandComparison compare(const WarpInstruction& /*instruction*/) const { return {}; }
  /// Whether it reads the marks of the launched kernel.
  virtual bool reads_marks() const { return false; }
  /// Whether it ever compares.
  virtual bool compares() const { return false; }
  /// What is known of the addresses of a load or store.
  virtual AddressPattern addresses(const WarpInstruction& instruction) const = 0;
};

std::unique_ptr<ScalarKnowledge> make_scalar_knowledge(KnowledgeSource source);

}  // namespace lanefold
