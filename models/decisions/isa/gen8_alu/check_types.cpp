// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <initializer_list>

#include "decisions/isa/gen8_alu/check.h"
#include "decisions/isa/gen8_alu/data_type.h"
#include "decisions/isa/gen8_alu/refusal.h"

namespace lanefold::gen8 {
namespace {

using Types = std::initializer_list<DataType>;

constexpr Types kDwords = {DataType::D, DataType::Ud};
constexpr Types kUnsignedDword = {DataType::Ud};
constexpr Types kUnsigned = {DataType::Ud, DataType::Uw, DataType::Ub};
constexpr Types kSingle = {DataType::F};

bool is_among(DataType type, Types types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

template <class Predicate>
bool all_sources(const Instruction& i, const Predicate& predicate) {
  return std::all_of(i.sources.begin(), i.sources.begin() + i.source_count,
                     [&](const Operand& source) { return predicate(source.type); });
}

void check_all(const Instruction& i, Types sources, Types destination, const char* expected) {
  const bool fits = all_sources(i, [&](DataType type) { return is_among(type, sources); });
  if (!fits || !is_among(i.destination.type, destination)) {
    refuse(i, expected, "other types");
  }
}

void check_integers(const Instruction& i) {
  if (!all_sources(i, [](DataType type) { return !is_float(type); }) ||
      is_float(i.destination.type)) {
    refuse(i, "integers", "a float");
  }
}

void check_floats(const Instruction& i) {
  if (!all_sources(i, is_float) || !is_float(i.destination.type)) {
    refuse(i, "floats", "an integer");
  }
}

/// Products of 64-bit integers exist on no EU.
void check_product(const Instruction& i) {
  constexpr unsigned kDwordBits = 32;
  const bool narrow =
      all_sources(i, [](DataType type) { return is_float(type) || type_bits(type) <= kDwordBits; });
  if (!narrow) {
    refuse(i, "factors of up to 32 bits", "a 64-bit integer");
  }
}

/// Special accumulators extend one type.
void check_macro(const Instruction& i) {
  const DataType type = i.destination.type;
  const bool same = all_sources(i, [type](DataType source) { return source == type; });
  if (!same || !is_among(type, {DataType::F, DataType::Df})) {
    refuse(i, "operands of a macro that are all f, or all df", "other types");
  }
}

void check_math(const Instruction& i) {
  switch (i.math) {
    case MathFunction::InverseMacro:
    case MathFunction::ReciprocalSquareRootMacro:
      return check_macro(i);
    case MathFunction::IntegerDivide:
    case MathFunction::IntegerQuotient:
    case MathFunction::IntegerRemainder: {
      check_all(i, kDwords, kDwords, "dividend, divisor and result of type d or ud");
      if (i.sources[0].type != i.sources[1].type) {
        refuse(i, "dividend and divisor of one type", "d and ud");
      }
      return;
    }
    default:
      check_all(i, kSingle, kSingle, "operands of type f");
  }
}

}  // namespace

void check_types(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::Not:
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor:
    case Opcode::Shr:
    case Opcode::Shl:
    case Opcode::Asr:
    case Opcode::Avg:
      return check_integers(i);
    case Opcode::Mul:
    case Opcode::Mac:
    case Opcode::Mad:
      return check_product(i);
    case Opcode::Mach:
    case Opcode::Bfe:
    case Opcode::Bfi1:
    case Opcode::Bfi2:
    case Opcode::Lzd:
    case Opcode::Fbh:
    case Opcode::Bfrev:
      return check_all(i, kDwords, kDwords, "operands of type d or ud");
    case Opcode::Addc:
    case Opcode::Subb:
      return check_all(i, kUnsignedDword, kUnsignedDword, "operands of type ud");
    case Opcode::Cbit:
    case Opcode::Fbl:
      return check_all(i, kUnsigned, kUnsignedDword, "a source of type ud, uw or ub, a result ud");
    case Opcode::Frc:
    case Opcode::Rndu:
    case Opcode::Rndd:
    case Opcode::Rnde:
    case Opcode::Rndz:
      return check_floats(i);
    case Opcode::Csel:
    case Opcode::Lrp:
      return check_all(i, kSingle, kSingle, "operands of type f");
    case Opcode::Madm:
      return check_macro(i);
    case Opcode::Math:
      return check_math(i);
    default:
      return;
  }
}

}  // namespace lanefold::gen8
