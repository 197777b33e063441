// SPDX-License-Identifier: Apache-2.0
// The code of a kernel of Gen8's EU as threads execute it: decoded once, with numbers of
// instructions for targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "decisions/eu/message_form.h"
#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/registers.h"
#include "decisions/isa/gen8_alu/alu.h"
#include "decisions/isa/pipeline_instruction.h"

namespace lanefold::gen8 {

struct LinkedInstruction : PipelineInstruction {
  Instruction instruction;
  Operate operate = nullptr;  ///< of what computes in registers, and of `call`
  MessageForm message;        ///< of what is sent
  std::uint32_t jip = 0;      ///< numbers of the instructions that targets name
  std::uint32_t uip = 0;
  bool channels_join = false;  ///< channels may wait here until others arrive
  ChannelMask window = 0;      ///< the channels that the instruction is for

  /// Whether it decides where channels go on.
  bool branches() const {
    return kind == InstructionClass::Branch || kind == InstructionClass::Jump ||
           kind == InstructionClass::JumpRegister;
  }
};

using KernelCode = std::vector<LinkedInstruction>;

/// Decodes and links the code of one kernel, whose first instruction is at `pc`. Throws
/// Error(IllegalInstruction), with offset and text, for what is not an instruction, what the
/// machine does not carry out, targets that are no instruction, and code whose last instruction
/// does not end the thread.
KernelCode link_kernel(const std::vector<std::byte>& code, std::uint32_t pc = 0);

/// Number of the instruction at `offset` in the kernel's code.
std::optional<std::uint32_t> instruction_at(const KernelCode& code, std::int64_t offset);

/// Marks where channels may wait that the branches of linked code leave behind.
void mark_joins(KernelCode& code);

}  // namespace lanefold::gen8
