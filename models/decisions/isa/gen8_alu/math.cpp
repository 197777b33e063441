// SPDX-License-Identifier: Apache-2.0
// Extended math. Results are those of the host: correctly rounded for inverse, division and square
// root; rounded from double precision for the others, which is nearly always the same. The real
// unit is allowed an error of a few units in the last place. It rounds to nearest, whatever cr0
// says. Division of integers by zero gives what RISC-V's gives: all ones, and the dividend.

#include <cmath>
#include <cstring>
#include <limits>

#include "decisions/isa/gen8_alu/operations.h"
#include "decisions/isa/integer_math.h"

namespace lanefold::gen8 {
namespace {

/// The mode with rounding to nearest.
FloatMode nearest(const Channel& channel) {
  return FloatMode(channel.registers.control & ~kRoundingMode);
}

float single_source(const Channel& channel, unsigned index) {
  const auto bits =
      static_cast<std::uint32_t>(rounded(DataType::F, float_source(channel, index), channel.mode));
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// In single precision.
float exact_function(MathFunction function, float a, float b) {
  switch (function) {
    case MathFunction::Inverse:
      return 1.0F / a;
    case MathFunction::SquareRoot:
      return std::sqrt(a);
    default:
      return a / b;
  }
}

/// As OpenCL's powr, to which a base below zero is none; `pow` is given the absolute value. Where
/// powr leaves finite numbers without a result, as zero to the power of zero, it is that of pow.
double power(double base, double exponent) {
  return base < 0 ? std::numeric_limits<double>::quiet_NaN() : std::pow(std::fabs(base), exponent);
}

double double_function(MathFunction function, double a, double b) {
  switch (function) {
    case MathFunction::Power:
      return power(a, b);
    case MathFunction::Log:
      return std::log2(a);
    case MathFunction::Exp:
      return std::exp2(a);
    case MathFunction::ReciprocalSquareRoot:
      return 1.0 / std::sqrt(a);
    case MathFunction::Sin:
      return std::sin(a);
    default:
      return std::cos(a);
  }
}

bool takes_two(MathFunction function) {
  return function == MathFunction::FloatDivide || function == MathFunction::Power;
}

bool is_exact_function(MathFunction function) {
  return function == MathFunction::Inverse || function == MathFunction::SquareRoot ||
         function == MathFunction::FloatDivide;
}

Outcome evaluate_float_math(const Channel& channel) {
  const MathFunction function = channel.instruction.math;
  const float a = single_source(channel, 0);
  const float b = takes_two(function) ? single_source(channel, 1) : 0;
  const float result = is_exact_function(function)
                           ? exact_function(function, a, b)
                           : static_cast<float>(double_function(function, a, b));
  std::uint32_t bits = 0;
  std::memcpy(&bits, &result, sizeof bits);
  // Denormals are flushed, and a NaN becomes the canonical one.
  const Number number = number_of(DataType::F, bits, channel.mode);
  return float_outcome(channel, rounded(DataType::F, number, nearest(channel)));
}

std::uint32_t divided(MathFunction function, bool is_signed_division, std::uint32_t a,
                      std::uint32_t b) {
  if (function == MathFunction::IntegerRemainder) {
    return is_signed_division ? remainder_signed(a, b) : remainder_unsigned(a, b);
  }
  return is_signed_division ? quotient_signed(a, b) : quotient_unsigned(a, b);
}

Outcome evaluate_division(const Channel& channel) {
  const auto a = static_cast<std::uint32_t>(integer_source(channel, 0));
  const auto b = static_cast<std::uint32_t>(integer_source(channel, 1));
  const std::uint32_t bits = divided(channel.instruction.math, is_signed(channel.execution), a, b);
  return integer_outcome(channel, wrapped(channel.execution, bits));
}

}  // namespace

ChannelMask execute_math(const Instruction& instruction, Registers& registers,
                         ChannelMask channels) {
  const bool divides = instruction.math >= MathFunction::IntegerDivide;
  return execute_predicated(instruction, registers, channels,
                            divides ? evaluate_division : evaluate_float_math);
}

ChannelMask execute_quotient_and_remainder(const Instruction& instruction, Registers& registers,
                                           ChannelMask channels) {
  Instruction remainder = instruction;
  remainder.math = MathFunction::IntegerRemainder;
  remainder.destination.number = static_cast<std::uint8_t>(instruction.destination.number + 1);
  Registers with_remainder = registers;
  execute_math(remainder, with_remainder, channels);
  const ChannelMask executed = execute_math(instruction, registers, channels);
  const std::size_t start = std::size_t{remainder.destination.number} * kRegisterBytes;
  std::memcpy(registers.general.data() + start, with_remainder.general.data() + start,
              kRegisterBytes);
  return executed;
}

}  // namespace lanefold::gen8
