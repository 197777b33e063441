// SPDX-License-Identifier: Apache-2.0
// What the ALU of Gen8's EU does: each instruction that is neither control flow nor a message, as a
// function of a thread's registers. Where the manual (Broadwell, volume 7) leaves something open,
// docs of the functions say what was chosen.
#pragma once

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/registers.h"

namespace lanefold::gen8 {

/// Those of `channels` that the instruction's predicate lets execute.
ChannelMask predicate_of(const Instruction& instruction, const Registers& registers,
                         ChannelMask channels);

/// Whether an instruction executes in fewer channels than it is for, besides those that are off: by
/// a predicate that does not choose an operand, or since it moves to some only (smov).
bool narrows_channels(const Instruction& instruction);

/// Those of `channels` in which such an instruction executes.
ChannelMask executing_channels(const Instruction& instruction, const Registers& registers,
                               ChannelMask channels);

/// Executes an instruction. `channels` are those that are enabled, or all of the instruction under
/// (W), within the instruction's own; the predicate is applied within. Returns the channels that
/// executed. Throws Error(IllegalInstruction) for what only execution shows: an address register
/// that points outside the general registers, a mode of floats that this model does not have.
using Operate = ChannelMask (*)(const Instruction&, Registers&, ChannelMask channels);

/// The fastest function that executes `instruction`; chosen once, when a program is loaded. Throws
/// Error(IllegalInstruction), with offset, text and reason, for what this ALU does not do.
Operate operation_of(const Instruction& instruction);

/// The function that executes every form of the instruction's opcode, one channel at a time: what
/// the fast functions are compared with. Throws as operation_of does.
Operate general_operation_of(const Instruction& instruction);

/// Whether the instruction reads Registers::channel_enable.
bool reads_channel_enable(const Instruction& instruction);

}  // namespace lanefold::gen8
