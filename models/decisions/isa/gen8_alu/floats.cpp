// SPDX-License-Identifier: Apache-2.0
// Arithmetic on floats, in the execution type: each step is exact, then rounded once.

#include "decisions/isa/gen8_alu/operations.h"

namespace lanefold::gen8 {
namespace {

Number step(const Channel& channel, const Number& number) {
  return number_of(channel.execution, rounded(channel, number), channel.mode);
}

Number added(const Channel& channel, const Number& a, const Number& b) {
  return sum(a, b, channel.mode.rounding());
}

/// sel with a condition is minimum or maximum: of a NaN and a number it takes the number.
bool takes_first(const Channel& channel, const Number& a, const Number& b) {
  if (a.is_nan() || b.is_nan()) {
    return b.is_nan();
  }
  return holds(channel.instruction.condition, compare(a, b));
}

std::uint64_t selected_float(const Channel& channel) {
  if (channel.instruction.condition == Condition::None) {
    return moved_float(channel, channel.selected ? 0 : 1);
  }
  const Number a = float_source(channel, 0);
  const Number b = float_source(channel, 1);
  return rounded(channel, takes_first(channel, a, b) ? a : b);
}

/// csel chooses by the third source against zero.
std::uint64_t selected_by_third(const Channel& channel) {
  const Order order = compare(float_source(channel, 2), zero(false));
  return moved_float(channel, holds(channel.instruction.condition, order) ? 0 : 1);
}

/// x - floor(x) is below one: where rounding would reach one, it is cut.
std::uint64_t fraction(const Channel& channel) {
  const Number number = float_source(channel, 0);
  const Number exact = added(channel, number, negated(integral(number, Rounding::Down)));
  const std::uint64_t bits = rounded(channel, exact);
  if (compare(number_of(channel.execution, bits, channel.mode), kOne) != Order::Equal) {
    return bits;
  }
  constexpr std::uint32_t kCuts =
      kRoundingMode | kKeepsDoubleDenormals | kKeepsSingleDenormals | kKeepsHalfDenormals;
  return rounded(channel.execution, exact, FloatMode(kCuts));
}

std::uint64_t interpolated(const Channel& channel) {
  const Number weight = float_source(channel, 0);
  const Number rest = step(channel, added(channel, kOne, negated(weight)));
  const Number first = step(channel, product(weight, float_source(channel, 1)));
  const Number second = step(channel, product(rest, float_source(channel, 2)));
  return rounded(channel, added(channel, first, second));
}

/// a * b + c, rounded once.
std::uint64_t fused(const Channel& channel, unsigned a, unsigned b, const Number& c) {
  const Number exact = product(float_source(channel, a), float_source(channel, b));
  return rounded(channel, added(channel, exact, c));
}

Number accumulated_float(const Channel& channel) {
  const unsigned index = channel.instruction.channel_offset + channel.n;
  return number_of(channel.execution, channel.registers.accumulator.at(index), channel.mode);
}

std::uint64_t integral_result(const Channel& channel, Rounding rounding) {
  return rounded(channel, integral(float_source(channel, 0), rounding));
}

std::uint64_t result(const Channel& channel) {
  switch (channel.instruction.opcode) {
    case Opcode::Mov:
      return moved_float(channel, 0);
    case Opcode::Sel:
      return selected_float(channel);
    case Opcode::Csel:
      return selected_by_third(channel);
    case Opcode::Add:
      return rounded(channel, added(channel, float_source(channel, 0), float_source(channel, 1)));
    case Opcode::Mul:
      return rounded(channel, product(float_source(channel, 0), float_source(channel, 1)));
    case Opcode::Mac:
      return fused(channel, 0, 1, accumulated_float(channel));
    case Opcode::Mad:
      return fused(channel, 1, 2, float_source(channel, 0));
    case Opcode::Lrp:
      return interpolated(channel);
    case Opcode::Frc:
      return fraction(channel);
    case Opcode::Rndu:
      return integral_result(channel, Rounding::Up);
    case Opcode::Rndd:
      return integral_result(channel, Rounding::Down);
    case Opcode::Rnde:
      return integral_result(channel, Rounding::NearestEven);
    default:
      return integral_result(channel, Rounding::TowardZero);
  }
}

/// cmpn holds where the second source is a NaN, so that a sel by its flag takes the first.
bool compares(const Channel& channel) {
  const Number a = float_source(channel, 0);
  const Number b = float_source(channel, 1);
  if (channel.instruction.opcode == Opcode::Cmpn && b.is_nan()) {
    return true;
  }
  return holds(channel.instruction.condition, compare(a, b));
}

}  // namespace

Outcome evaluate_floats(const Channel& channel) {
  const Opcode opcode = channel.instruction.opcode;
  if (opcode == Opcode::Cmp || opcode == Opcode::Cmpn) {
    return comparison_outcome(channel, compares(channel));
  }
  return float_outcome(channel, result(channel));
}

ChannelMask execute_floats(const Instruction& instruction, Registers& registers,
                           ChannelMask channels) {
  return execute_predicated(instruction, registers, channels, evaluate_floats);
}

}  // namespace lanefold::gen8
