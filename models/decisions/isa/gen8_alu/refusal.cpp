// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8_alu/refusal.h"

#include <fmt/format.h>

#include "lanefold/error.h"

namespace lanefold::gen8 {

void refuse(const Instruction& instruction, const std::string& expected, const std::string& found) {
  throw Error(ErrorKind::IllegalInstruction,
              fmt::format("Gen8 instruction at {:#x} ({}): expected {}, found {}",
                          instruction.offset, disassemble(instruction), expected, found));
}

}  // namespace lanefold::gen8
