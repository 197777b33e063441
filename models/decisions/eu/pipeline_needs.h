// SPDX-License-Identifier: Apache-2.0
// What the pipeline needs of an instruction of Gen8's EU.
#pragma once

#include "decisions/eu/message_form.h"
#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/pipeline_instruction.h"

namespace lanefold::gen8 {

/// Numbers of a thread's registers in a RegisterSet. The general registers have their own.
enum : unsigned {
  kFenceNumber = kGeneralRegisters,  ///< an open fence of the thread
  kFlagNumber,                       ///< f0.0, f0.1, f1.0, f1.1
  kAddressNumber = kFlagNumber + 4,  ///< a0
  kAccumulatorNumber,                ///< acc0, acc1
  kMacroNumber,                      ///< mme0 to mme7
  kControlNumber,                    ///< cr0, sr0
};

/// What kind of work a message asks for.
InstructionClass class_of(MessageKind kind);

/// Everything but the pc. `form` is that of a message, and is not looked at for others.
PipelineInstruction pipeline_needs(const Instruction& instruction, const MessageForm& form);

}  // namespace lanefold::gen8
