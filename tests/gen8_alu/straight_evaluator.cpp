// SPDX-License-Identifier: Apache-2.0
#include "tests/gen8_alu/straight_evaluator.h"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/gen8_alu/straight_values.h"

namespace lanefold::gen8 {
namespace {

/// One execution of one instruction.
class Straight {
 public:
  Straight(const Instruction& i, Registers& registers) : i_(i), registers_(registers) {
    for (unsigned n = 0; n < i.source_count; ++n) {
      const DataType type = i.sources[n].type;
      width_ = std::max(width_, 8 * type_bytes(type));
      single_ = single_ || type == DataType::F;
      wide_ = wide_ || type == DataType::Df;
    }
  }

  void channel(unsigned n, bool chosen) {
    for (unsigned s = 0; s < i_.source_count; ++s) {
      raw_[s] = source_bits(registers_, i_.sources[s], n);
      sources_[s] = modified(i_.sources[s], element_of(i_.sources[s].type, raw_[s]));
    }
    chosen_ = chosen;
    hit_ = false;
    if (i_.opcode == Opcode::Cmp || i_.opcode == Opcode::Cmpn) {
      compare();
    } else if (single_ || wide_) {
      float_result();
    } else {
      integer_result();
    }
  }

  std::uint64_t bits() const { return bits_; }
  bool hit() const { return hit_; }

 private:
  DataType real_type() const { return wide_ ? DataType::Df : DataType::F; }

  long double real(unsigned s) const {
    const Element& e = sources_[s];
    if (!e.real) {
      return rounded_to(real_type(), static_cast<long double>(e.whole));
    }
    const long double value = flushed(e.value, i_.sources[s].type, registers_.control);
    return flushed(value, real_type(), registers_.control);
  }

  void compare() {
    const bool floats = single_ || wide_;
    const bool unordered = floats && (std::isnan(real(0)) || std::isnan(real(1)));
    const bool less = floats ? real(0) < real(1) : sources_[0].whole < sources_[1].whole;
    const bool equal = floats ? real(0) == real(1) : sources_[0].whole == sources_[1].whole;
    hit_ = holds_straight(i_.condition, less, equal, unordered);
    hit_ = hit_ || (i_.opcode == Opcode::Cmpn && floats && std::isnan(real(1)));
    bits_ = hit_ ? ~std::uint64_t{0} : 0;
  }

  /// Moves keep the bits of their type.
  bool moves_raw(unsigned s) const {
    const bool moves =
        i_.opcode == Opcode::Mov || (i_.opcode == Opcode::Sel && i_.condition == Condition::None);
    return moves && i_.sources[s].type == real_type() && i_.destination.type == real_type() &&
           !i_.saturate;
  }

  void float_result() {
    const unsigned s = i_.opcode == Opcode::Sel && !chosen_ ? 1 : 0;
    if (moves_raw(s)) {
      const std::uint64_t sign = std::uint64_t{1} << (wide_ ? 63 : 31);
      bits_ = i_.sources[s].absolute ? raw_[s] & ~sign : raw_[s];
      bits_ ^= i_.sources[s].negate ? sign : 0;
    } else {
      write_real(flushed(float_value(s), real_type(), registers_.control));
    }
    condition_of_real();
  }

  long double float_value(unsigned s) const {
    if (i_.opcode == Opcode::Mov || (i_.opcode == Opcode::Sel && i_.condition == Condition::None)) {
      return real(s);
    }
    const long double b = i_.source_count > 1 ? real(1) : 0;
    const long double c = i_.source_count > 2 ? real(2) : 0;
    if (wide_) {
      return computed(i_, static_cast<double>(real(0)), static_cast<double>(b),
                      static_cast<double>(c));
    }
    return computed(i_, static_cast<float>(real(0)), static_cast<float>(b), static_cast<float>(c));
  }

  void write_real(long double value) {
    const DataType type = i_.destination.type;
    if (type == DataType::F || type == DataType::Df) {
      if (i_.saturate) {
        value = !(value > 0) ? 0 : (value > 1 ? 1 : value);
      }
      put_real(type, flushed(rounded_to(type, value), type, registers_.control));
      return;
    }
    const long double low = static_cast<long double>(lowest());
    const long double high = static_cast<long double>(highest());
    const long double whole = std::isnan(value) ? 0 : std::trunc(value);
    bits_ = static_cast<std::uint64_t>(whole <= low    ? lowest()
                                       : whole >= high ? highest()
                                                       : static_cast<Whole>(whole));
  }

  void put_real(DataType type, long double value) {
    const bool nan = std::isnan(value);
    bits_ = 0;
    if (type == DataType::Df) {
      const double narrow =
          nan ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(value);
      std::memcpy(&bits_, &narrow, sizeof narrow);
    } else {
      const float narrow =
          nan ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value);
      std::memcpy(&bits_, &narrow, sizeof narrow);
    }
  }

  Whole lowest() const {
    const unsigned bits = 8 * type_bytes(i_.destination.type);
    return element_of(i_.destination.type, ~std::uint64_t{0}).whole < 0 ? -(Whole{1} << (bits - 1))
                                                                        : 0;
  }
  Whole highest() const {
    const Whole range = Whole{1} << (8 * type_bytes(i_.destination.type));
    return lowest() < 0 ? -lowest() - 1 : range - 1;
  }

  Whole shifted(bool left, bool logical) const {
    const bool sixty_four =
        type_bytes(i_.sources[0].type) == 8 || type_bytes(i_.destination.type) == 8;
    const auto count = static_cast<unsigned>(sources_[1].whole & (sixty_four ? 63 : 31));
    const Whole factor = Whole{1} << count;
    if (left) {
      return sources_[0].whole * factor;
    }
    const Whole range = Whole{1} << (sixty_four ? 64 : width_);
    const Whole a = logical ? ((sources_[0].whole % range) + range) % range : sources_[0].whole;
    return (a - ((a % factor) + factor) % factor) / factor;
  }

  Whole integer_value() const {
    const Whole a = sources_[0].whole;
    const Whole b = sources_[1].whole;
    switch (i_.opcode) {
      case Opcode::Mov:
        return a;
      case Opcode::Sel:
        return (i_.condition == Condition::None   ? chosen_
                : i_.condition == Condition::Less ? a < b
                                                  : a >= b)
                   ? a
                   : b;
      case Opcode::Not:
        return -1 - a;
      case Opcode::And:
        return a & b;
      case Opcode::Or:
        return a | b;
      case Opcode::Xor:
        return a ^ b;
      case Opcode::Shl:
        return shifted(true, false);
      case Opcode::Shr:
        return shifted(false, true);
      case Opcode::Asr:
        return shifted(false, false);
      case Opcode::Add:
        return a + b;
      case Opcode::Mul:
        return a * b;
      case Opcode::Mad:
        return a + b * sources_[2].whole;
      case Opcode::Lzd:
      case Opcode::Fbh:
      case Opcode::Fbl:
      case Opcode::Cbit:
      case Opcode::Bfrev:
      case Opcode::Bfe:
      case Opcode::Bfi1:
      case Opcode::Bfi2:
        return bit_function(i_, a, b, sources_[2].whole);
      default:
        return (a + b + 1 - (((a + b + 1) % 2 + 2) % 2)) / 2;  // avg
    }
  }

  void integer_result() {
    const Whole value = integer_value();
    if (i_.destination.type == DataType::F || i_.destination.type == DataType::Df) {
      write_real(static_cast<long double>(value));
      return condition_of_real();
    }
    const Whole clamped = value < lowest() ? lowest() : value > highest() ? highest() : value;
    bits_ = static_cast<std::uint64_t>(i_.saturate ? clamped : value);
    condition_of_real();
    hit_ = i_.condition == Condition::Overflow ? clamped != value : hit_;
  }

  /// Of the result as it is written, against zero.
  void condition_of_real() {
    const Element result = element_of(i_.destination.type, bits_);
    const long double value = result.real
                                  ? flushed(result.value, i_.destination.type, registers_.control)
                                  : static_cast<long double>(result.whole);
    hit_ = holds_straight(i_.condition, value < 0, value == 0, std::isnan(value));
  }

  const Instruction& i_;
  Registers& registers_;
  unsigned width_ = 16;
  bool single_ = false;
  bool wide_ = false;
  bool chosen_ = false;
  std::uint64_t raw_[3] = {};
  Element sources_[3];
  std::uint64_t bits_ = 0;
  bool hit_ = false;
};

/// Of the channels in a group, which of 2 to 32 begin at a multiple of their number, any or all.
bool predicate_of_group(const Instruction& i, std::uint32_t flag, unsigned channel) {
  const unsigned form =
      static_cast<unsigned>(i.predicate) - static_cast<unsigned>(PredicateControl::Any2h);
  const unsigned size = 2U << form / 2;
  unsigned set = 0;
  for (unsigned n = 0; n < size; ++n) set += flag >> (channel / size * size + n) & 1;
  return form % 2 == 0 ? set > 0 : set == size;
}

bool predicate_bit(const Instruction& i, const Registers& registers, unsigned channel) {
  const auto flag = [&](unsigned number) {
    return registers.flags[number] >> 16U * i.flag_subregister;
  };
  const bool first = (flag(0) >> channel & 1) != 0;
  const bool second = (flag(1) >> channel & 1) != 0;
  switch (i.predicate) {
    case PredicateControl::None:
      return true;
    case PredicateControl::Sequential:
      return (i.flag_register == 0 ? first : second) != i.predicate_inverted;
    case PredicateControl::AnyV:
      return (first || second) != i.predicate_inverted;
    case PredicateControl::AllV:
      return (first && second) != i.predicate_inverted;
    default:
      return predicate_of_group(i, flag(i.flag_register), channel) != i.predicate_inverted;
  }
}

}  // namespace

ChannelMask evaluate_straight(const Instruction& i, Registers& registers, ChannelMask channels) {
  constexpr int kModes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  std::fesetround(kModes[registers.control >> 4 & 3]);
  Registers before = registers;
  Straight straight(i, before);
  const bool selects = i.opcode == Opcode::Sel && i.condition == Condition::None;
  ChannelMask executed = 0;
  for (unsigned n = 0; n < i.execution_size; ++n) {
    const unsigned channel = i.channel_offset + n;
    const bool chosen = predicate_bit(i, before, channel);
    if ((channels >> channel & 1) == 0 || !(chosen || selects)) {
      continue;
    }
    executed |= 1U << channel;
    straight.channel(n, chosen);
    const unsigned size = type_bytes(i.destination.type);
    const unsigned stride = i.destination.region.horizontal;
    if (i.destination.file == RegisterFile::General) {
      const std::uint64_t bits = straight.bits();
      std::memcpy(registers.general.data() + 32U * i.destination.number + i.destination.byte +
                      n * stride * size,
                  &bits, size);
    }
    if (i.condition != Condition::None && i.opcode != Opcode::Sel) {
      const std::uint32_t bit = 1U << (16U * i.flag_subregister + channel);
      std::uint32_t& flag = registers.flags[i.flag_register];
      flag = straight.hit() ? flag | bit : flag & ~bit;
    }
  }
  std::fesetround(FE_TONEAREST);
  return executed;
}

}  // namespace lanefold::gen8
