// SPDX-License-Identifier: Apache-2.0
// How the ALU refuses an instruction.
#pragma once

#include <string>

#include "decisions/isa/gen8/instruction.h"

namespace lanefold::gen8 {

/// Throws Error(IllegalInstruction): where the instruction is, its text, what was expected and what
/// was found.
[[noreturn]] void refuse(const Instruction& instruction, const std::string& expected,
                         const std::string& found);

}  // namespace lanefold::gen8
