// SPDX-License-Identifier: Apache-2.0
#include "tests/gen8_alu/straight_values.h"

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

float computed(const Instruction& i, float x, float y, float z) { return computed_as(i, x, y, z); }
double computed(const Instruction& i, double x, double y, double z) {
  return computed_as(i, x, y, z);
}

}  // namespace lanefold::gen8
