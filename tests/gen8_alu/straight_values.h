// SPDX-License-Identifier: Apache-2.0
// Values and arithmetic of the straight evaluator.
#pragma once

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/registers.h"

namespace lanefold::gen8 {

__extension__ using Whole = __int128;

/// A source's element: an integer, or a float that a long double holds exactly.
struct Element {
  bool real = false;
  Whole whole = 0;
  long double value = 0;
};

Element element_of(DataType type, std::uint64_t bits);
std::uint64_t source_bits(const Registers& registers, const Operand& source, unsigned n);
Element modified(const Operand& source, Element element);
/// A denormal of a type is zero, where cr0 does not keep it.
long double flushed(long double value, DataType type, std::uint32_t control);
/// Opcodes that count or move single bits of dwords.
Whole bit_function(const Instruction& i, Whole first, Whole second, Whole third);
/// Arithmetic of the host, in its rounding mode.
float computed(const Instruction& i, float x, float y, float z);
double computed(const Instruction& i, double x, double y, double z);
long double rounded_to(DataType type, long double value);
bool holds_straight(Condition condition, bool less, bool equal, bool unordered);

}  // namespace lanefold::gen8
