// SPDX-License-Identifier: Apache-2.0
// Which instructions of a thread may move on (ISCA'13 section 2.2, stage 3). No SystemC.
#pragma once

#include "decisions/isa/pipeline_instruction.h"
#include "decisions/isa/register_set.h"

namespace lanefold {

/// What an instruction waits for, if for anything.
enum class Dependence : std::uint8_t { None, Result, Memory };

/// The registers of a thread that instructions in flight will write: read after write and write
/// after write. Operands are read at issue, in order.
class DependenceCheck {
 public:
  Dependence of(const PipelineInstruction& instruction) const {
    if (instruction.needs.meets(memory_)) return Dependence::Memory;
    return instruction.needs.meets(alu_) ? Dependence::Result : Dependence::None;
  }
  /// The instruction moves on.
  void mark(const PipelineInstruction& instruction) { of_kind(instruction) |= instruction.writes; }
  /// It has written its registers.
  void release(const PipelineInstruction& instruction) {
    RegisterSet& registers = of_kind(instruction);
    registers = registers.without(instruction.writes);
  }

  /// Whether memory gives the instruction its values.
  static bool from_memory(const PipelineInstruction& instruction) {
    return reads_memory(instruction) || instruction.kind == InstructionClass::Fence;
  }

 private:
  RegisterSet& of_kind(const PipelineInstruction& instruction) {
    return from_memory(instruction) ? memory_ : alu_;
  }

  RegisterSet alu_;
  RegisterSet memory_;
};

}  // namespace lanefold
