// SPDX-License-Identifier: Apache-2.0
// Linked code, instruction by instruction, for tests of control flow.
#pragma once

#include <cstdint>

#include "decisions/eu/channel_enables.h"
#include "decisions/eu/kernel_code.h"

namespace lanefold::gen8 {

class CodeBuilder {
 public:
  explicit CodeBuilder(unsigned width) : width_(width) {}

  /// Returns its number.
  std::uint32_t add(Opcode opcode, bool branch_control = false) {
    LinkedInstruction linked;
    linked.instruction.opcode = opcode;
    linked.instruction.branch_control = branch_control;
    linked.instruction.execution_size = static_cast<std::uint8_t>(width_);
    linked.instruction.offset = 16 * size();
    linked.kind = branches(linked.instruction.info().format) ? InstructionClass::Branch
                                                             : InstructionClass::Alu;
    linked.window = channels_from(0, width_);
    code_.push_back(linked);
    return static_cast<std::uint32_t>(code_.size() - 1);
  }
  std::uint32_t operation() { return add(Opcode::Mov); }

  LinkedInstruction& at(std::uint32_t number) { return code_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(code_.size()); }

  KernelCode finish() {
    mark_joins(code_);
    return code_;
  }

 private:
  static bool branches(Format format) {
    switch (format) {
      case Format::OneTarget:
      case Format::TwoTargets:
      case Format::Jump:
      case Format::Call:
      case Format::Return:
        return true;
      default:
        return false;
    }
  }

  unsigned width_;
  KernelCode code_;
};

}  // namespace lanefold::gen8
