// SPDX-License-Identifier: Apache-2.0
// smov, by which compiled code stores to arrays in registers.

#include "decisions/isa/gen8_alu/operations.h"

namespace lanefold::gen8 {
namespace {

/// Whether the bits of the source become those of the destination.
bool keeps_bits(const Instruction& instruction) {
  const Operand& source = instruction.sources[0];
  return source.type == instruction.destination.type && !source.negate && !source.absolute;
}

void move_bits(const Instruction& instruction, Registers& registers, ChannelMask executed) {
  std::array<std::uint64_t, kChannels> bits;
  const ChannelMask elements = executed >> instruction.channel_offset;
  for (ChannelMask rest = elements; rest != 0; rest &= rest - 1) {
    const auto n = static_cast<unsigned>(__builtin_ctz(rest));
    bits[n] = read_element(instruction, registers, instruction.sources[0], n);
  }
  for (ChannelMask rest = elements; rest != 0; rest &= rest - 1) {
    const auto n = static_cast<unsigned>(__builtin_ctz(rest));
    write_element(instruction, registers, n, bits[n], bits[n]);
  }
}

void move_values(const Instruction& instruction, Registers& registers, ChannelMask executed) {
  Instruction move = instruction;
  move.opcode = Opcode::Mov;
  move.source_count = 1;
  const bool floats = is_float(execution_type(move));
  execute_channels(move, registers, executed, executed,
                   floats ? evaluate_floats : evaluate_integers);
}

}  // namespace

ChannelMask execute_scattered_move(const Instruction& instruction, Registers& registers,
                                   ChannelMask channels) {
  const ChannelMask executed = executing_channels(instruction, registers, channels);
  if (keeps_bits(instruction)) {
    move_bits(instruction, registers, executed);
  } else {
    move_values(instruction, registers, executed);
  }
  return executed;
}

}  // namespace lanefold::gen8
