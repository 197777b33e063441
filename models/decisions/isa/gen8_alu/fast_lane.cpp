// SPDX-License-Identifier: Apache-2.0
// In which lanes an instruction computes: those of the host's types that give the same bits as
// exact values do.

#include "decisions/isa/gen8_alu/fast_lane.h"

#include <algorithm>
#include <utility>

#include "decisions/isa/gen8_alu/data_type.h"
#include "decisions/isa/gen8_alu/element.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kLaneDword = 32;

const Operand* begin_of(const Instruction& i) { return i.sources.data(); }
const Operand* end_of(const Instruction& i) { return i.sources.data() + i.source_count; }

bool has_modifiers(const Instruction& i) {
  return std::any_of(begin_of(i), end_of(i), [](const Operand& source) {
    return source.negate || source.absolute || source.complement;
  });
}

bool has_absolute(const Instruction& i) {
  return std::any_of(begin_of(i), end_of(i), [](const Operand& source) { return source.absolute; });
}

bool all_are(const Instruction& i, DataType type) {
  return i.destination.type == type &&
         std::all_of(begin_of(i), end_of(i),
                     [type](const Operand& source) { return source.type == type; });
}

unsigned widest_source(const Instruction& i) {
  unsigned bits = 0;
  for (const Operand* source = begin_of(i); source != end_of(i); ++source) {
    bits = std::max(bits, type_bits(source->type));
  }
  return bits;
}

/// Whether all values of the sources are among those of a type.
bool sources_fit(const Instruction& i, DataType type) {
  return std::all_of(begin_of(i), end_of(i), [type](const Operand& source) {
    if (source.kind == OperandKind::Immediate && source.type == element_type(source.type)) {
      const Integer value =
          wrapped(source.type, static_cast<Integer>(immediate_element(source, 0)));
      return value >= lowest_of(type) && value <= highest_of(type);
    }
    return lowest_of(source.type) >= lowest_of(type) && highest_of(source.type) <= highest_of(type);
  });
}

/// Lanes whose order is that of the values.
std::optional<LaneType> ordered_lane(const Instruction& i) {
  if (has_modifiers(i)) {
    return std::nullopt;
  }
  constexpr std::pair<DataType, LaneType> kLanes[] = {{DataType::D, LaneType::I32},
                                                      {DataType::Ud, LaneType::U32},
                                                      {DataType::Q, LaneType::I64},
                                                      {DataType::Uq, LaneType::U64}};
  for (const auto& [type, lane] : kLanes) {
    if (sources_fit(i, type)) {
      return lane;
    }
  }
  return std::nullopt;
}

/// Lanes as wide as sources and result, where the low bits of sources give those of the result.
std::optional<LaneType> modular_lane(const Instruction& i) {
  if (has_absolute(i) || is_float(i.destination.type)) {
    return std::nullopt;
  }
  const unsigned bits = std::max(widest_source(i), type_bits(i.destination.type));
  return bits > kLaneDword ? LaneType::U64 : LaneType::U32;
}

bool shifts_64_bits(const Instruction& i) {
  return type_bits(i.sources[0].type) > kLaneDword || type_bits(i.destination.type) > kLaneDword;
}

/// A count beside it may be wider than what is shifted; that form is left to the general function.
std::optional<LaneType> shift_lane(const Instruction& i, std::optional<LaneType> lane) {
  const bool wide = lane == LaneType::U64 || lane == LaneType::I64;
  return lane && wide == shifts_64_bits(i) ? lane : std::nullopt;
}

std::optional<LaneType> logical_right_lane(const Instruction& i) {
  const bool narrow = type_bits(execution_type(i)) < kLaneDword;
  if (has_modifiers(i) || (narrow && is_signed(i.sources[0].type))) {
    return std::nullopt;
  }
  return shift_lane(i, modular_lane(i));
}

std::optional<LaneType> arithmetic_right_lane(const Instruction& i) {
  const std::optional<LaneType> lane = ordered_lane(i);
  const bool has_sign = lane == LaneType::I32 || lane == LaneType::I64;
  return has_sign ? shift_lane(i, lane) : std::nullopt;
}

/// A move to a float needs the value, one to an integer its low bits.
std::optional<LaneType> move_lane(const Instruction& i) {
  if (i.destination.type == DataType::F) {
    return ordered_lane(i);
  }
  return modular_lane(i);
}

std::optional<LaneType> selection_lane(const Instruction& i) {
  const std::optional<LaneType> lane = ordered_lane(i);
  const bool narrow = type_bits(i.destination.type) <= kLaneDword;
  return lane && !is_float(i.destination.type) && narrow ? lane : std::nullopt;
}

std::optional<LaneType> integer_lane(const Instruction& i, FastOperation operation) {
  switch (operation) {
    case FastOperation::Move:
      return move_lane(i);
    case FastOperation::ShiftLeft:
      return shift_lane(i, modular_lane(i));
    case FastOperation::ShiftRight:
      return logical_right_lane(i);
    case FastOperation::ArithmeticShiftRight:
      return arithmetic_right_lane(i);
    case FastOperation::Minimum:
    case FastOperation::Maximum:
      return selection_lane(i);
    case FastOperation::Compare:
    case FastOperation::Quotient:
    case FastOperation::Remainder:
      return ordered_lane(i);
    default:
      return modular_lane(i);
  }
}

/// Singles, with dwords among the sources; moves may go to integers. Doubles alone.
std::optional<LaneType> float_lane(const Instruction& i, FastOperation operation) {
  const bool compares = operation == FastOperation::Compare;
  if (i.sources[0].type == DataType::Df) {
    Instruction same = i;
    same.destination.type = compares ? DataType::Df : i.destination.type;
    return all_are(same, DataType::Df) ? std::optional(LaneType::F64) : std::nullopt;
  }
  const bool singles = std::all_of(begin_of(i), end_of(i), [](const Operand& source) {
    const bool narrow = type_bits(source.type) <= kLaneDword;
    return source.type == DataType::F || (!is_float(source.type) && narrow);
  });
  const bool converts = operation == FastOperation::Move && !is_float(i.destination.type) &&
                        type_bits(i.destination.type) <= kLaneDword;
  const bool fits = i.destination.type == DataType::F || compares || converts;
  // The negative of an integer 0 is 0, but that of the float is not.
  const bool all_floats = std::all_of(
      begin_of(i), end_of(i), [](const Operand& source) { return source.type == DataType::F; });
  return singles && fits && (all_floats || !has_modifiers(i)) ? std::optional(LaneType::F32)
                                                              : std::nullopt;
}

}  // namespace

std::optional<LaneType> fast_lane_of(const Instruction& i, FastOperation operation) {
  return is_float(execution_type(i)) ? float_lane(i, operation) : integer_lane(i, operation);
}

}  // namespace lanefold::gen8
