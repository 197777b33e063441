// SPDX-License-Identifier: Apache-2.0
// Registers get what memory answers.
#include "decisions/execute/awaited_values.h"

#include "decisions/execute/warp.h"
#include "decisions/isa/atomic.h"
#include "decisions/memory/lane_values.h"
#include "decisions/program/program_image.h"

namespace lanefold {

void AwaitedValues::begin(Warp& warp, const Instruction& instruction, const LaneAccess& access) {
  warp_ = &warp;
  instruction_ = &instruction;
  lanes_ = access.global;
  updated_ = access.updated;
  address_ = access.address;
  if (instruction.kind != InstructionClass::Atomic) return;
  operand_ = access.operand;
  expected_ = access.expected;
}

void AwaitedValues::take(LaneMask lanes, std::uint64_t begin, const unsigned char* line) const {
  const LaneRegisters& registers = warp_->registers();
  const bool loads = instruction_->kind == InstructionClass::Load;
  const bool upper = loads && writes_upper(*instruction_, warp_->launch().image->traits);
  for_each_lane(lanes & lanes_, [&](unsigned lane) {
    const auto* from = reinterpret_cast<const std::byte*>(line + (address_[lane] - begin));
    std::uint32_t& low = registers.row(instruction_->rd)[lane];
    low = loads ? loaded_word(instruction_->opcode, from)
                : take_atomic(lane, value_at<std::uint32_t>(from));
    if (upper) {
      write_high(registers, instruction_->rd, lane, loaded_upper(*instruction_, from + 4));
    }
  });
}

/// What the register gets of an atomic that has found this word.
std::uint32_t AwaitedValues::take_atomic(unsigned lane, std::uint32_t found) const {
  const Opcode opcode = instruction_->opcode;
  const auto operand = static_cast<std::uint32_t>(operand_[lane]);
  if (opcode == Opcode::LrW) {
    const AddressSpaces& spaces = warp_->spaces();
    spaces.reservations->answered(spaces.global->host(address_[lane]), warp_->registers().rows,
                                  lane, found);
    return found;
  }
  const bool conditional = opcode == Opcode::ScW;
  const bool writes = updated_.test(lane) && (!conditional || found == expected_[lane]);
  if (writes && amo_result(opcode, found, operand) != found) warp_->end_quiet();
  return conditional ? (writes ? 0 : 1) : found;
}

}  // namespace lanefold
