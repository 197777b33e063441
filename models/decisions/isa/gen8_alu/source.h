// SPDX-License-Identifier: Apache-2.0
// Values of sources, with their modifiers.
#pragma once

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/registers.h"
#include "decisions/isa/gen8_alu/element.h"
#include "decisions/isa/gen8_alu/number.h"

namespace lanefold::gen8 {

/// An instruction in one channel, before it writes anything.
struct Channel {
  const Instruction& instruction;
  const Registers& registers;
  FloatMode mode;
  DataType execution;    ///< the type in which the instruction computes
  unsigned n = 0;        ///< the channel counts from the instruction's first
  bool selected = true;  ///< of sel without condition: the first source

  const Operand& operand(unsigned index) const { return instruction.sources.at(index); }
  std::uint64_t bits(unsigned index) const {
    return read_element(instruction, registers, operand(index), n);
  }
};

/// Exactly, by the source's own type.
Integer integer_source(const Channel& channel, unsigned index);

/// In the execution type, which is a float; integers and other floats are converted to it.
Number float_source(const Channel& channel, unsigned index);

/// The same for what is moved: where source and execution type are one, all bits but the sign stay,
/// of denormals and NaNs, too.
std::uint64_t moved_float(const Channel& channel, unsigned index);

/// `number` rounded to the execution type.
std::uint64_t rounded(const Channel& channel, const Number& number);

}  // namespace lanefold::gen8
