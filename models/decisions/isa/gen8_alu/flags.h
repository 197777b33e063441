// SPDX-License-Identifier: Apache-2.0
// Flags: bit 16 * subregister + channel of f0 or f1 is that of a channel.
#pragma once

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/registers.h"

namespace lanefold::gen8 {

/// Channels for which one flag subregister has bits.
constexpr unsigned kFlagBits = 16;

/// The instruction's flag, bit n for channel n; channels beyond the register have none.
inline ChannelMask flag_of(const Instruction& instruction, const Registers& registers) {
  return registers.flags[instruction.flag_register] >> (kFlagBits * instruction.flag_subregister);
}

/// Gives the channels of `executed` their bits of `hits`; others keep theirs.
inline void write_flag(const Instruction& instruction, Registers& registers, ChannelMask executed,
                       ChannelMask hits) {
  const unsigned shift = kFlagBits * instruction.flag_subregister;
  std::uint32_t& flag = registers.flags[instruction.flag_register];
  flag = (flag & ~(executed << shift)) | (hits & executed) << shift;
}

}  // namespace lanefold::gen8
