// SPDX-License-Identifier: Apache-2.0
// Macros of extended math: start values and steps of exact division and square root. Special
// accumulators keep 62 bits of significand and any exponent, so that the last step rounds a value
// whose error is far below a unit of any format.

#include <cmath>

#include "decisions/isa/gen8_alu/operations.h"

namespace lanefold::gen8 {
namespace {

constexpr int kMacroBits = 62;

/// Rounded to nearest even at 62 bits.
Number narrowed(const Number& number) {
  if (!number.is_finite() || number.is_zero()) {
    return number;
  }
  const int shift = highest_bit(number.exact.significand) + 1 - kMacroBits;
  if (shift <= 0) {
    return number;
  }
  const Wide kept = lanefold::rounded(Rounding::NearestEven, number.exact.negative,
                                      cut(number.exact.significand, shift));
  // A carry out of the highest bit leaves a power of two.
  const bool carries = kept >> kMacroBits != 0;
  return {NumberKind::Finite,
          {number.exact.negative, number.exact.exponent + shift + (carries ? 1 : 0),
           carries ? kept >> 1 : kept}};
}

MacroNumber macro_of(const Number& number) {
  const Number kept = narrowed(number);
  const auto significand = static_cast<std::uint64_t>(kept.exact.significand);
  return {kept.is_nan() ? 1 : significand, kept.exact.exponent, kept.is_negative(),
          kept.is_finite()};
}

Number number_of_macro(const MacroNumber& macro) {
  if (!macro.finite) {
    return macro.significand != 0 ? kNotANumber : infinity(macro.negative);
  }
  return {NumberKind::Finite, {macro.negative, macro.exponent, macro.significand}};
}

unsigned channel_number(const Channel& channel) {
  return channel.instruction.channel_offset + channel.n;
}

/// A special accumulator, where the operand names one, or the register.
Number macro_source(const Channel& channel, unsigned index) {
  const Operand& operand = channel.operand(index);
  const std::uint8_t macro = operand.macro.value_or(kNoMacroAccumulator);
  if (macro == kNoMacroAccumulator) {
    return float_source(channel, index);
  }
  Number number = number_of_macro(channel.registers.macro.at(macro).at(channel_number(channel)));
  number.exact.negative = (number.is_negative() && !operand.absolute) != operand.negate;
  return number;
}

/// 1 / number.
Number inverse(const Number& number) {
  constexpr int kTop = 126;
  const Exact aligned = align(number.exact);
  // The divisor has 62 bits, and so does the quotient, cut.
  const Wide divisor = aligned.significand >> (kAlignedBit + 1 - kMacroBits);
  const int exponent = aligned.exponent + (kAlignedBit + 1 - kMacroBits);
  return narrowed(
      {NumberKind::Finite, {number.is_negative(), -exponent - kTop, (Wide{1} << kTop) / divisor}});
}

/// About 1 / sqrt(number), to the 53 bits of a double.
Number inverse_root(const Number& number) {
  constexpr int kDoubleBits = 53;
  const Exact aligned = align(number.exact);
  const int lost = kAlignedBit + 1 - kDoubleBits;
  const int exponent = aligned.exponent + lost;
  const int odd = exponent & 1;
  const double significand =
      std::ldexp(static_cast<double>(static_cast<std::uint64_t>(aligned.significand >> lost)), odd);
  // Between 2^-27 and 2^-26: scaled, it is an integer of 53 bits.
  constexpr int kScale = 79;
  const auto root = static_cast<std::uint64_t>(std::ldexp(1.0 / std::sqrt(significand), kScale));
  return {NumberKind::Finite, {false, -(exponent - odd) / 2 - kScale, root}};
}

/// The quotient where the refinement that follows would not give it: of zeros, infinities, NaNs.
Number special_quotient(const Number& a, const Number& b) {
  const bool negative = a.is_negative() != b.is_negative();
  if (a.is_nan() || b.is_nan() || (a.is_zero() && b.is_zero()) ||
      (!a.is_finite() && !b.is_finite())) {
    return kNotANumber;
  }
  return a.is_zero() || !b.is_finite() ? zero(negative) : infinity(negative);
}

Number special_root(const Number& a) { return a.is_negative() && !a.is_zero() ? kNotANumber : a; }

bool is_special(const Number& number) { return !number.is_finite() || number.is_zero(); }

/// What a channel of a macro gives: a number, and whether it is already the result.
struct Step {
  Number number;
  bool early_out;
};

Step evaluate_macro(const Channel& channel) {
  const Number a = macro_source(channel, 0);
  if (channel.instruction.opcode == Opcode::Madm) {
    const Number exact = product(macro_source(channel, 1), macro_source(channel, 2));
    return {sum(exact, a, channel.mode.rounding()), false};
  }
  if (channel.instruction.math == MathFunction::InverseMacro) {
    const Number b = macro_source(channel, 1);
    const bool out = is_special(a) || is_special(b);
    return {out ? special_quotient(a, b) : inverse(b), out};
  }
  const bool out = is_special(a) || a.is_negative();
  return {out ? special_root(a) : inverse_root(a), out};
}

}  // namespace

ChannelMask execute_macro(const Instruction& instruction, Registers& registers,
                          ChannelMask channels) {
  const ChannelMask executed = predicate_of(instruction, registers, channels);
  const std::uint8_t macro = instruction.destination.macro.value_or(kNoMacroAccumulator);
  std::array<MacroNumber, kChannels> kept;
  ChannelMask early = 0;
  execute_channels(instruction, registers, executed, executed, [&](const Channel& channel) {
    const Step step = evaluate_macro(channel);
    const unsigned number = channel_number(channel);
    kept[number] = macro_of(step.number);
    early |= step.early_out ? ChannelMask{1} << number : 0;
    return float_outcome(channel, rounded(channel, step.number));
  });
  for (ChannelMask rest = executed; rest != 0 && macro != kNoMacroAccumulator; rest &= rest - 1) {
    const auto number = static_cast<std::size_t>(__builtin_ctz(rest));
    registers.macro.at(macro)[number] = kept[number];
  }
  if (instruction.is_math_macro()) {
    write_flag(instruction, registers, executed, early);
  }
  return executed;
}

}  // namespace lanefold::gen8
