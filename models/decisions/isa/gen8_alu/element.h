// SPDX-License-Identifier: Apache-2.0
// Elements of operands as bits: regions, indirect operands, immediates, architecture registers.
#pragma once

#include <cstdint>

#include "decisions/isa/gen8/instruction.h"
#include "decisions/isa/gen8/registers.h"

namespace lanefold::gen8 {

/// How many elements lie between the first of a region and number `n`, within a row of the address
/// register where the region has one for each.
constexpr unsigned element_offset(const Region& region, unsigned n) {
  const auto shift = static_cast<unsigned>(__builtin_ctz(region.width));  // a power of two
  const unsigned row = n >> shift;
  return row * region.vertical.value_or(0) + (n - (row << shift)) * region.horizontal;
}

/// Whether the first `count` elements lie side by side.
constexpr bool is_packed(const Region& region, unsigned count) {
  for (unsigned n = 0; n < count; ++n) {
    if (!region.vertical || element_offset(region, n) != n) {
      return false;
    }
  }
  return true;
}

/// Whether the first `count` elements are one.
constexpr bool is_scalar(const Region& region, unsigned count) {
  return region.vertical && element_offset(region, count - 1) == 0 &&
         (region.horizontal == 0 || region.width == 1 || count == 1);
}

/// Elements between two of a destination.
constexpr unsigned destination_stride(const Operand& destination) {
  return destination.region.horizontal == 0 ? 1 : destination.region.horizontal;
}

/// The type of the elements that an operand has: of packed vectors, what they unpack to.
constexpr DataType element_type(DataType type) {
  switch (type) {
    case DataType::V:
      return DataType::W;
    case DataType::Uv:
      return DataType::Uw;
    case DataType::Vf:
      return DataType::F;
    default:
      return type;
  }
}

/// Element `n` of an immediate.
std::uint64_t immediate_element(const Operand& operand, unsigned n);

/// Element `n` of a source, with zeros above its bits.
std::uint64_t read_element(const Instruction& instruction, const Registers& registers,
                           const Operand& operand, unsigned n);

/// Writes element `n` of the destination. Accumulators take `accumulator`, all else `bits`.
void write_element(const Instruction& instruction, Registers& registers, unsigned n,
                   std::uint64_t bits, std::uint64_t accumulator);

/// Where a direct destination's first element is, or nullptr where it has no bytes.
std::byte* destination_start(Registers& registers, const Operand& destination);

/// The bytes that a register file has where this ALU reads and writes memory; 0 of others.
unsigned file_bytes(RegisterFile file);

}  // namespace lanefold::gen8
