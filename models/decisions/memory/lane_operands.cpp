// SPDX-License-Identifier: Apache-2.0
// What line requests carry of accesses whose values go through memory.
#include "decisions/memory/lane_operands.h"

#include "decisions/memory/lane_values.h"

namespace lanefold {
namespace {

/// Whether the atomic is sent to write.
bool updates(Opcode opcode, Reservations& reservations, const std::byte* word, const void* warp,
             unsigned lane, std::uint64_t& expected) {
  if (opcode == Opcode::LrW) {
    reservations.reserve(word, warp, lane);
    return false;
  }
  if (opcode != Opcode::ScW) return true;
  const auto found = reservations.answer(word, warp, lane);
  if (!reservations.claim(word, warp, lane) || !found) return false;
  expected = *found;
  return true;
}

}  // namespace

void keep_operands(const Instruction& instruction, const LaneRegisters& registers,
                   const AddressSpaces& spaces, LaneMask lanes, LaneAccess& access) {
  if (instruction.kind == InstructionClass::Load) return;
  Reservations& reservations = *spaces.reservations;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::byte* bytes = spaces.global->host(access.address[lane]);
    access.operand[lane] = stored_value(instruction, registers, lane);
    if (instruction.kind == InstructionClass::Atomic) {
      const bool writes = updates(instruction.opcode, reservations, bytes, registers.rows, lane,
                                  access.expected[lane]);
      if (!writes) return;
      access.updated.set(lane);
    }
    reservations.written(bytes, instruction.access_bytes);
  });
}

}  // namespace lanefold
