// SPDX-License-Identifier: Apache-2.0
// Any words as instructions: each decodes, prints, and names rows of the register file only.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "decisions/isa/instruction.h"
#include "decisions/isa/lane_execute.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(std::uint32_t word, std::uint32_t pc) {
  const lanefold::Instruction instruction = lanefold::decode(word, pc);
  require(instruction.pc == pc && instruction.word == word);
  for (const unsigned row : {instruction.rd, instruction.rs1, instruction.rs2, instruction.rs3}) {
    require(row < lanefold::kRegisterRows);
  }
  require(instruction.sources <= 3);
  require((instruction.kind == lanefold::InstructionClass::Illegal) ==
          (instruction.opcode == lanefold::Opcode::Illegal));
  require(!lanefold::disassemble(instruction).empty());
  const bool computes = instruction.kind == lanefold::InstructionClass::Alu ||
                        instruction.kind == lanefold::InstructionClass::Branch;
  require((lanefold::lane_function(instruction, {}) != nullptr) == computes);
  if (computes) lanefold::execute_lane(instruction, word, pc, ~word, 0, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::uint32_t pc = 0x10000;
  for (std::size_t i = 0; i + 4 <= size; i += 4, pc += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, data + i, 4);
    check(word, pc);
  }
  return 0;
}
