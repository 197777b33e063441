// SPDX-License-Identifier: Apache-2.0
// A second opinion on the ALU: one element after the other, floats by the host's own arithmetic in
// the host's rounding modes. It knows general registers, immediates and null; integers, f and df.
#pragma once

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/registers.h"

namespace lanefold::gen8 {

ChannelMask evaluate_straight(const Instruction& instruction, Registers& registers,
                              ChannelMask channels);

}  // namespace lanefold::gen8
