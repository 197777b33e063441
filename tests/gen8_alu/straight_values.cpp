// SPDX-License-Identifier: Apache-2.0
#include "tests/gen8_alu/straight_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lanefold::gen8 {
namespace {

template <class T>
Element integer_of(std::uint64_t bits) {
  return {false, static_cast<T>(bits), 0};
}

template <class T>
Element real_of(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return {true, 0, value};
}

bool keeps(std::uint32_t control, DataType type) {
  return (control >> (type == DataType::Df ? 6 : 7) & 1) != 0;
}

/// Integral values have the sign of their source; the host's are -0 in some modes.
template <class Real>
Real computed_as(const Instruction& i, Real x, Real y, Real z) {
  const volatile Real a = x;
  const volatile Real b = y;
  const volatile Real c = z;
  switch (i.opcode) {
    case Opcode::Add:
      return a + b;
    case Opcode::Mul:
      return a * b;
    case Opcode::Mad:
      return std::fma(b, c, a);
    case Opcode::Rndu:
      return std::copysign(std::ceil(a), a);
    case Opcode::Rndd:
      return std::copysign(std::floor(a), a);
    case Opcode::Rndz:
      return std::copysign(std::trunc(a), a);
    case Opcode::Rnde:
      return std::isinf(a) ? a : std::copysign(a - std::remainder(a, Real{1}), a);
    default:
      return std::isnan(a) ? b
                           : (std::isnan(b)                      ? a
                              : (i.condition == Condition::Less) ? (a < b ? a : b)
                                                                 : (a >= b ? a : b));
  }
}

}  // namespace

Element element_of(DataType type, std::uint64_t bits) {
  switch (type) {
    case DataType::Ud:
      return integer_of<std::uint32_t>(bits);
    case DataType::D:
      return integer_of<std::int32_t>(bits);
    case DataType::Uw:
      return integer_of<std::uint16_t>(bits);
    case DataType::W:
      return integer_of<std::int16_t>(bits);
    case DataType::Ub:
      return integer_of<std::uint8_t>(bits);
    case DataType::B:
      return integer_of<std::int8_t>(bits);
    case DataType::Uq:
      return integer_of<std::uint64_t>(bits);
    case DataType::Q:
      return integer_of<std::int64_t>(bits);
    case DataType::F:
      return real_of<float>(bits);
    default:
      return real_of<double>(bits);
  }
}

std::uint64_t source_bits(const Registers& registers, const Operand& source, unsigned n) {
  if (source.kind == OperandKind::Immediate) {
    return source.immediate;
  }
  const Region& r = source.region;
  const unsigned index = n / r.width * *r.vertical + n % r.width * r.horizontal;
  const unsigned size = type_bytes(source.type);
  std::uint64_t bits = 0;
  std::memcpy(&bits, registers.general.data() + 32U * source.number + source.byte + index * size,
              size);
  return bits;
}

Element modified(const Operand& source, Element element) {
  if (element.real) {
    element.value = source.absolute ? std::fabs(element.value) : element.value;
    element.value = source.negate ? -element.value : element.value;
  } else {
    element.whole = source.absolute && element.whole < 0 ? -element.whole : element.whole;
    element.whole = source.negate ? -element.whole : element.whole;
    element.whole = source.complement ? -1 - element.whole : element.whole;
  }
  return element;
}

long double flushed(long double value, DataType type, std::uint32_t control) {
  const long double smallest = type == DataType::Df ? 0x1p-1022L : 0x1p-126L;
  const bool denormal = value != 0 && std::fabs(value) < smallest;
  return denormal && !keeps(control, type) ? std::copysign(0.0L, value) : value;
}

long double rounded_to(DataType type, long double value) {
  const volatile long double exact = value;
  return type == DataType::Df ? static_cast<long double>(static_cast<double>(exact))
                              : static_cast<long double>(static_cast<float>(exact));
}

bool holds_straight(Condition condition, bool less, bool equal, bool unordered) {
  switch (condition) {
    case Condition::Equal:
      return equal;
    case Condition::NotEqual:
      return !equal;
    case Condition::Greater:
      return !less && !equal && !unordered;
    case Condition::GreaterEqual:
      return !less && !unordered;
    case Condition::Less:
      return less;
    case Condition::LessEqual:
      return less || equal;
    case Condition::Unordered:
      return unordered;
    default:
      return false;
  }
}

namespace {

bool bit(Whole value, unsigned number) { return (value >> number & 1) != 0; }

/// Bits from the top that are like `same`.
unsigned leading(Whole value, bool same) {
  unsigned count = 0;
  while (count < 32 && bit(value, 31 - count) == same) ++count;
  return count;
}

/// Bit n of the result of those that give a bit for each.
bool result_bit(const Instruction& i, Whole a, Whole b, Whole c, unsigned n) {
  const auto width = static_cast<unsigned>(a & 31);
  const auto offset = static_cast<unsigned>(b & 31);
  switch (i.opcode) {
    case Opcode::Bfrev:
      return bit(a, 31 - n);
    case Opcode::Bfi1:
      return n >= offset && n < offset + width;
    case Opcode::Bfi2:
      return bit(a, n) ? bit(b, n) : bit(c, n);
    default: {  // bfe
      const bool is_signed = std::any_of(i.sources.begin(), i.sources.end(),
                                         [](const Operand& s) { return s.type == DataType::D; });
      const unsigned end = std::min(offset + width, 32U);
      if (width != 0 && offset + n < end) return bit(c, offset + n);
      return width != 0 && is_signed && bit(c, end - 1);
    }
  }
}

}  // namespace

Whole bit_function(const Instruction& i, Whole first, Whole second, Whole third) {
  constexpr Whole kNone = 0xffffffff;
  Whole result = 0;
  switch (i.opcode) {
    case Opcode::Lzd:
      return leading(first, false);
    case Opcode::Fbh: {
      const bool negative = i.sources[0].type == DataType::D && bit(first, 31);
      const unsigned count = leading(first, negative);
      return count == 32 ? kNone : count;
    }
    case Opcode::Fbl:
      for (unsigned n = 0; n < 32; ++n) {
        if (bit(first, n)) return n;
      }
      return kNone;
    case Opcode::Cbit:
      for (unsigned n = 0; n < 32; ++n) result += bit(first, n) ? 1 : 0;
      return result;
    default:
      for (unsigned n = 0; n < 32; ++n) {
        if (result_bit(i, first, second, third, n)) result |= Whole{1} << n;
      }
      return result;
  }
}

float computed(const Instruction& i, float x, float y, float z) { return computed_as(i, x, y, z); }
double computed(const Instruction& i, double x, double y, double z) {
  return computed_as(i, x, y, z);
}

}  // namespace lanefold::gen8
