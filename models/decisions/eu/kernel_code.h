// SPDX-License-Identifier: Apache-2.0
// The code of a kernel of Gen8's EU as threads execute it: decoded once, with numbers of
// instructions for targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decisions/eu/eu_pipe.h"
#include "decisions/eu/message_form.h"
#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/registers.h"
#include "decisions/isa/gen8_alu/alu.h"

namespace lanefold::gen8 {

/// Who carries an instruction out.
enum class InstructionKind : std::uint8_t {
  Operation,  ///< computes in registers
  Branch,     ///< decides where channels go on
  Message,    ///< asks a unit outside of the EU
};

struct LinkedInstruction {
  Instruction instruction;
  InstructionKind kind = InstructionKind::Operation;
  EuPipe pipe = EuPipe::Control;
  std::uint8_t operand_bits = 32;  ///< in a pipe: 16, 32 or 64
  Operate operate = nullptr;       ///< of an Operation
  MessageForm message;             ///< of a Message
  std::uint32_t jip = 0;           ///< numbers of the instructions that targets name
  std::uint32_t uip = 0;
  bool channels_join = false;  ///< channels may wait here until others arrive
  ChannelMask window = 0;      ///< the channels that the instruction is for
};

using KernelCode = std::vector<LinkedInstruction>;

/// Decodes and links the code of one kernel. Throws Error(IllegalInstruction), with offset and
/// text, for what is not an instruction, what the machine does not carry out, targets that are no
/// instruction, and code whose last instruction does not end the thread.
KernelCode link_kernel(const std::vector<std::byte>& code);

/// Marks where channels may wait that the branches of linked code leave behind.
void mark_joins(KernelCode& code);

}  // namespace lanefold::gen8
