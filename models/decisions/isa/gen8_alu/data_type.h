// SPDX-License-Identifier: Apache-2.0
// What types of elements mean, and the type in which an instruction computes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "decisions/isa/gen8/instruction.h"

namespace lanefold::gen8 {

/// Holds the exact sum, difference or product of any two integers that the ALU takes.
__extension__ using Integer = __int128;

constexpr bool is_float(DataType type) {
  return type == DataType::F || type == DataType::Df || type == DataType::Hf ||
         type == DataType::Vf;
}

constexpr bool is_signed(DataType type) {
  return type == DataType::D || type == DataType::W || type == DataType::B || type == DataType::Q ||
         type == DataType::V;
}

/// Bits of a value; of packed vectors those of one element once it is unpacked.
constexpr unsigned type_bits(DataType type) {
  constexpr unsigned kWord = 16;
  const bool packed = type == DataType::V || type == DataType::Uv;
  return packed ? kWord : 8 * type_bytes(type);
}

constexpr Integer lowest_of(DataType type) {
  return is_signed(type) ? -(Integer{1} << (type_bits(type) - 1)) : 0;
}
constexpr Integer highest_of(DataType type) {
  return (Integer{1} << (type_bits(type) - (is_signed(type) ? 1 : 0))) - 1;
}

/// The low bits of `value` as a value of an integer type.
constexpr Integer wrapped(DataType type, Integer value) {
  const Integer low = value & ((Integer{1} << type_bits(type)) - 1);
  return low > highest_of(type) ? low - (Integer{1} << type_bits(type)) : low;
}

/// The type in which an instruction computes, which is its sources' alone: of floats the widest, if
/// there is one, else an integer of the widest, at least 16 bits, signed if any source is.
inline DataType execution_type(const Instruction& instruction) {
  bool half = false;
  bool single = false;
  bool is_any_signed = false;
  unsigned bits = 16;
  for (unsigned n = 0; n < instruction.source_count; ++n) {
    const DataType type = instruction.sources.at(n).type;
    if (type == DataType::Df) {
      return DataType::Df;
    }
    half = half || type == DataType::Hf;
    single = single || type == DataType::F || type == DataType::Vf;
    is_any_signed = is_any_signed || is_signed(type);
    bits = std::max(bits, type_bits(type));
  }
  if (single || half) {
    return single || bits > 16 ? DataType::F : DataType::Hf;
  }
  constexpr unsigned kDword = 32;
  if (bits > kDword) {
    return is_any_signed ? DataType::Q : DataType::Uq;
  }
  if (bits == kDword) {
    return is_any_signed ? DataType::D : DataType::Ud;
  }
  return is_any_signed ? DataType::W : DataType::Uw;
}

}  // namespace lanefold::gen8
