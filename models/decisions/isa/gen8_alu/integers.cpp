// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic and logic. Values are exact until they are written.

#include "decisions/isa/gen8_alu/bits.h"
#include "decisions/isa/gen8_alu/operations.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kDwordBits = 32;
constexpr unsigned kQwordBits = 64;

Order order_of(Integer a, Integer b) {
  return a == b ? Order::Equal : a < b ? Order::Less : Order::Greater;
}

/// Five bits of a shift's count matter, or six where the value or the result has 64 bits.
unsigned shift_width(const Channel& channel) {
  const bool wide = type_bits(channel.operand(0).type) == kQwordBits ||
                    type_bits(channel.instruction.destination.type) == kQwordBits;
  return wide ? kQwordBits : kDwordBits;
}

unsigned shift_count(const Channel& channel) {
  const auto count = static_cast<unsigned>(integer_source(channel, 1));
  return count & (shift_width(channel) - 1);
}

/// Shifts the bits of the execution type, or 64 where the count has six bits.
Integer logical_right(const Channel& channel) {
  const unsigned width =
      shift_width(channel) == kQwordBits ? kQwordBits : type_bits(channel.execution);
  const Integer mask = (Integer{1} << width) - 1;
  return (integer_source(channel, 0) & mask) >> shift_count(channel);
}

/// A condition of sel chooses the first source, or else the second.
Integer selected_integer(const Channel& channel) {
  const Integer a = integer_source(channel, 0);
  const Integer b = integer_source(channel, 1);
  const Condition condition = channel.instruction.condition;
  const bool first =
      condition == Condition::None ? channel.selected : holds(condition, order_of(a, b));
  return first ? a : b;
}

/// What the accumulator of the channel holds.
Integer accumulated_integer(const Channel& channel) {
  const unsigned index = channel.instruction.channel_offset + channel.n;
  return static_cast<std::int64_t>(channel.registers.accumulator.at(index));
}

/// The high half is the result; an accumulator takes all of the product.
Outcome high_product(const Channel& channel) {
  const Integer product = integer_source(channel, 0) * integer_source(channel, 1);
  Outcome outcome = integer_outcome(channel, product >> kDwordBits);
  outcome.accumulator = static_cast<std::uint64_t>(product);
  return outcome;
}

/// The low dword of a sum or difference is the result, its carry or borrow the accumulator's.
Outcome with_carry(const Channel& channel, Integer value) {
  Outcome outcome = integer_outcome(channel, wrapped(DataType::Ud, value));
  outcome.accumulator = value == wrapped(DataType::Ud, value) ? 0 : 1;
  return outcome;
}

Integer logic(const Channel& channel) {
  const Integer a = integer_source(channel, 0);
  switch (channel.instruction.opcode) {
    case Opcode::Not:
      return ~a;
    case Opcode::And:
      return a & integer_source(channel, 1);
    case Opcode::Or:
      return a | integer_source(channel, 1);
    default:
      return a ^ integer_source(channel, 1);
  }
}

Outcome arithmetic(const Channel& channel) {
  const auto source = [&channel](unsigned index) { return integer_source(channel, index); };
  switch (channel.instruction.opcode) {
    case Opcode::Mov:
      return integer_outcome(channel, source(0));
    case Opcode::Sel:
      return integer_outcome(channel, selected_integer(channel));
    case Opcode::Add:
      return integer_outcome(channel, source(0) + source(1));
    case Opcode::Mul:
      return integer_outcome(channel, source(0) * source(1));
    case Opcode::Avg:
      return integer_outcome(channel, (source(0) + source(1) + 1) >> 1);
    case Opcode::Mac:
      return integer_outcome(channel, source(0) * source(1) + accumulated_integer(channel));
    case Opcode::Mad:
      return integer_outcome(channel, source(1) * source(2) + source(0));
    case Opcode::Mach:
      return high_product(channel);
    case Opcode::Addc:
      return with_carry(channel, source(0) + source(1));
    default:
      return with_carry(channel, source(0) - source(1));
  }
}

std::uint32_t bit_result(const Channel& channel) {
  const auto source = [&channel](unsigned index) {
    return static_cast<std::uint32_t>(integer_source(channel, index));
  };
  switch (channel.instruction.opcode) {
    case Opcode::Bfrev:
      return reversed_bits(source(0));
    case Opcode::Bfe:
      return is_signed(channel.execution) ? signed_field(source(2), source(0), source(1))
                                          : unsigned_field(source(2), source(0), source(1));
    case Opcode::Bfi1:
      return field_mask(source(0), source(1));
    case Opcode::Bfi2:
      return (source(0) & source(1)) | (~source(0) & source(2));
    case Opcode::Lzd:
      return leading_zeros(source(0));
    case Opcode::Fbh:
      return is_signed(channel.execution) ? first_high_signed(source(0))
                                          : first_high_unsigned(source(0));
    case Opcode::Fbl:
      return first_low(source(0));
    default:
      return ones(source(0));
  }
}

}  // namespace

Outcome evaluate_integers(const Channel& channel) {
  switch (channel.instruction.opcode) {
    case Opcode::Cmp:
    case Opcode::Cmpn:
      return comparison_outcome(
          channel, holds(channel.instruction.condition,
                         order_of(integer_source(channel, 0), integer_source(channel, 1))));
    case Opcode::Not:
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor:
      return integer_outcome(channel, logic(channel));
    case Opcode::Shl:
      return integer_outcome(channel,
                             integer_source(channel, 0) * (Integer{1} << shift_count(channel)));
    case Opcode::Shr:
      return integer_outcome(channel, logical_right(channel));
    case Opcode::Asr:
      return integer_outcome(channel, integer_source(channel, 0) >> shift_count(channel));
    case Opcode::Bfrev:
    case Opcode::Bfe:
    case Opcode::Bfi1:
    case Opcode::Bfi2:
    case Opcode::Lzd:
    case Opcode::Fbh:
    case Opcode::Fbl:
    case Opcode::Cbit:
      return integer_outcome(channel, bit_result(channel));
    default:
      return arithmetic(channel);
  }
}

ChannelMask execute_integers(const Instruction& instruction, Registers& registers,
                             ChannelMask channels) {
  return execute_predicated(instruction, registers, channels, evaluate_integers);
}

ChannelMask execute_nothing(const Instruction&, Registers&, ChannelMask channels) {
  return channels;
}

}  // namespace lanefold::gen8
