// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8_alu/source.h"

namespace lanefold::gen8 {

Integer integer_source(const Channel& channel, unsigned index) {
  const Operand& operand = channel.operand(index);
  Integer value = wrapped(element_type(operand.type), static_cast<Integer>(channel.bits(index)));
  if (operand.absolute && value < 0) {
    value = -value;
  }
  if (operand.negate) {
    value = -value;
  }
  return operand.complement ? ~value : value;
}

Number float_source(const Channel& channel, unsigned index) {
  const Operand& operand = channel.operand(index);
  const DataType type = element_type(operand.type);
  Number number;
  if (!is_float(type)) {
    number = number_of(integer_source(channel, index));
  } else {
    number = number_of(type, channel.bits(index), channel.mode);
    number.exact.negative = (number.is_negative() && !operand.absolute) != operand.negate;
  }
  const bool is_exact = type == channel.execution;
  return is_exact ? number : number_of(channel.execution, rounded(channel, number), channel.mode);
}

std::uint64_t moved_float(const Channel& channel, unsigned index) {
  const Operand& operand = channel.operand(index);
  if (element_type(operand.type) != channel.execution) {
    return rounded(channel, float_source(channel, index));
  }
  const std::uint64_t sign = std::uint64_t{1} << (type_bits(channel.execution) - 1);
  const std::uint64_t bits = channel.bits(index) & ~(operand.absolute ? sign : 0);
  return bits ^ (operand.negate ? sign : 0);
}

std::uint64_t rounded(const Channel& channel, const Number& number) {
  return rounded(channel.execution, number, channel.mode);
}

}  // namespace lanefold::gen8
