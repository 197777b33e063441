// SPDX-License-Identifier: Apache-2.0
// The general functions, by what an instruction computes with.
#pragma once

#include "decisions/isa/gen8_alu/channels.h"

namespace lanefold::gen8 {

/// One channel of an instruction all of whose sources are integers.
Outcome evaluate_integers(const Channel& channel);
/// One channel of an instruction with a source that is a float.
Outcome evaluate_floats(const Channel& channel);

ChannelMask execute_integers(const Instruction& instruction, Registers& registers,
                             ChannelMask channels);
ChannelMask execute_floats(const Instruction& instruction, Registers& registers,
                           ChannelMask channels);

/// One of the two, by the execution type.
ChannelMask execute_values(const Instruction& instruction, Registers& registers,
                           ChannelMask channels);

/// smov: channel n moves where bit n of the second source is set.
ChannelMask execute_scattered_move(const Instruction& instruction, Registers& registers,
                                   ChannelMask channels);

/// Extended math, but for its macros.
ChannelMask execute_math(const Instruction& instruction, Registers& registers,
                         ChannelMask channels);
/// math.idiv: the quotient, and the remainder in the register behind it.
ChannelMask execute_quotient_and_remainder(const Instruction& instruction, Registers& registers,
                                           ChannelMask channels);

/// madm, math.invm and math.rsqtm.
ChannelMask execute_macro(const Instruction& instruction, Registers& registers,
                          ChannelMask channels);

/// nop and wait.
ChannelMask execute_nothing(const Instruction& instruction, Registers& registers,
                            ChannelMask channels);

}  // namespace lanefold::gen8
