// SPDX-License-Identifier: Apache-2.0
// The registers that messages take and fill.
#pragma once

#include <string>

#include "decisions/eu/message_form.h"

namespace lanefold::gen8 {

/// Throws Error(IllegalInstruction) with the message's offset and text before the reason.
[[noreturn]] void refuse_message(const Instruction& instruction, const std::string& reason);

/// Throws Error(IllegalInstruction) where channels, payload and response are not what the message
/// needs, or lie behind the last register.
void check_message_registers(const Instruction& instruction, const MessageForm& form);

}  // namespace lanefold::gen8
