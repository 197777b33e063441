// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8_alu/outcome.h"

#include <algorithm>

namespace lanefold::gen8 {
namespace {

const Operand& destination(const Channel& channel) { return channel.instruction.destination; }

Order order_of(Integer value) {
  return value == 0 ? Order::Equal : value < 0 ? Order::Less : Order::Greater;
}

/// Of a value of the destination's type against zero.
Order order_of_result(const Channel& channel, std::uint64_t bits) {
  const DataType type = destination(channel).type;
  if (is_float(type)) {
    return compare(number_of(type, bits, channel.mode), zero(false));
  }
  return order_of(wrapped(type, static_cast<Integer>(bits)));
}

Outcome with_condition(const Channel& channel, Outcome outcome, bool overflows) {
  const Condition condition = channel.instruction.condition;
  if (condition == Condition::Overflow) {
    outcome.hit = overflows;
  } else if (condition != Condition::None) {
    outcome.hit = holds(condition, order_of_result(channel, outcome.bits));
  }
  return outcome;
}

/// Within 0 and 1; a NaN becomes 0.
Number saturated(const Number& number) {
  if (number.is_nan() || number.is_negative()) {
    return zero(false);
  }
  return compare(number, kOne) == Order::Greater ? kOne : number;
}

std::uint64_t low_bits(DataType type, Integer value) {
  return static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - type_bits(type)));
}

Outcome outcome_of(const Channel& channel, Number number) {
  const DataType type = destination(channel).type;
  if (!is_float(type)) {
    const Integer value = truncated(number, type);
    return with_condition(channel,
                          {low_bits(type, value), static_cast<std::uint64_t>(value), false}, false);
  }
  if (channel.instruction.saturate) {
    number = saturated(number);
  }
  const std::uint64_t bits = rounded(type, number, channel.mode);
  return with_condition(channel, {bits, bits, false}, false);
}

}  // namespace

bool holds(Condition condition, Order order) {
  switch (condition) {
    case Condition::Equal:
      return order == Order::Equal;
    case Condition::NotEqual:
      return order != Order::Equal;
    case Condition::Greater:
      return order == Order::Greater;
    case Condition::GreaterEqual:
      return order == Order::Greater || order == Order::Equal;
    case Condition::Less:
      return order == Order::Less;
    case Condition::LessEqual:
      return order == Order::Less || order == Order::Equal;
    case Condition::Unordered:
      return order == Order::Unordered;
    default:
      return false;
  }
}

Outcome integer_outcome(const Channel& channel, Integer value) {
  const DataType type = destination(channel).type;
  if (is_float(type)) {
    return outcome_of(channel, number_of(value));
  }
  const Integer within = std::clamp(value, lowest_of(type), highest_of(type));
  const Integer written = channel.instruction.saturate ? within : value;
  return with_condition(channel,
                        {low_bits(type, written), static_cast<std::uint64_t>(written), false},
                        value != within);
}

Outcome float_outcome(const Channel& channel, std::uint64_t bits) {
  if (destination(channel).type == channel.execution && !channel.instruction.saturate) {
    return with_condition(channel, {bits, bits, false}, false);
  }
  return outcome_of(channel, number_of(channel.execution, bits, channel.mode));
}

Outcome comparison_outcome(const Channel& channel, bool hit) {
  const Integer ones = hit ? -1 : 0;
  const std::uint64_t bits = low_bits(destination(channel).type, ones);
  return {bits, static_cast<std::uint64_t>(ones), hit};
}

}  // namespace lanefold::gen8
