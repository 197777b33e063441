// SPDX-License-Identifier: Apache-2.0
// Which channels a predicate lets execute.

#include "decisions/isa/gen8_alu/alu.h"
#include "decisions/isa/gen8_alu/channels.h"
#include "decisions/isa/gen8_alu/flags.h"

namespace lanefold::gen8 {
namespace {

/// Channels of each group, for the forms from Any2h on.
unsigned group_size(PredicateControl control) {
  const unsigned step =
      static_cast<unsigned>(control) - static_cast<unsigned>(PredicateControl::Any2h);
  return 2U << (step / 2);
}

bool wants_all(PredicateControl control) {
  const unsigned step =
      static_cast<unsigned>(control) - static_cast<unsigned>(PredicateControl::Any2h);
  return step % 2 != 0;
}

/// Groups count all bits of the flag, whether their channels are enabled or not.
ChannelMask horizontal(PredicateControl control, ChannelMask flag) {
  const unsigned size = group_size(control);
  ChannelMask result = 0;
  for (unsigned first = 0; first < kChannels; first += size) {
    const ChannelMask group = channels_from(first, size);
    const ChannelMask set = flag & group;
    const bool holds = wants_all(control) ? set == group : set != 0;
    result |= holds ? group : 0;
  }
  return result;
}

/// The same subregister of f0 and f1.
ChannelMask vertical(const Instruction& i, const Registers& registers) {
  const unsigned shift = kFlagBits * i.flag_subregister;
  const ChannelMask first = registers.flags[0] >> shift;
  const ChannelMask second = registers.flags[1] >> shift;
  return i.predicate == PredicateControl::AnyV ? first | second : first & second;
}

ChannelMask before_inversion(const Instruction& i, const Registers& registers) {
  switch (i.predicate) {
    case PredicateControl::None:
      return ~ChannelMask{0};
    case PredicateControl::Sequential:
      return flag_of(i, registers);
    case PredicateControl::AnyV:
    case PredicateControl::AllV:
      return vertical(i, registers);
    default:
      return horizontal(i.predicate, flag_of(i, registers));
  }
}

}  // namespace

ChannelMask predicate_of(const Instruction& instruction, const Registers& registers,
                         ChannelMask channels) {
  const ChannelMask predicate = before_inversion(instruction, registers);
  return channels & (instruction.predicate_inverted ? ~predicate : predicate);
}

bool narrows_channels(const Instruction& instruction) {
  if (instruction.opcode == Opcode::Smov) return true;
  return instruction.predicate != PredicateControl::None && !chooses_operand(instruction);
}

ChannelMask executing_channels(const Instruction& instruction, const Registers& registers,
                               ChannelMask channels) {
  const ChannelMask predicate = predicate_of(instruction, registers, channels);
  if (instruction.opcode != Opcode::Smov) return predicate;
  return predicate & static_cast<ChannelMask>(instruction.sources[1].immediate)
                         << instruction.channel_offset;
}

}  // namespace lanefold::gen8
