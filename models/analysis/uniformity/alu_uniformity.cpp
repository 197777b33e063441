// SPDX-License-Identifier: Apache-2.0
// Strides through sums, differences, shifts and products.
#include "analysis/uniformity/alu_uniformity.h"

#include <algorithm>

namespace lanefold {
namespace {

using Stride = std::optional<std::uint32_t>;

Stride sum(Stride a, Stride b) { return a && b ? Stride(*a + *b) : std::nullopt; }
Stride difference(Stride a, Stride b) { return a && b ? Stride(*a - *b) : std::nullopt; }
Stride shifted(Stride a, unsigned by) { return a ? Stride(*a << by) : std::nullopt; }
Stride product(Stride a, Stride b) { return a && b ? Stride(*a * *b) : std::nullopt; }

/// One of the factors is uniform.
Uniformity multiplied(const Operand& a, const Operand& b) {
  if (a.lanes.is_uniform()) return multiplied(b, a);
  if (!b.lanes.is_uniform()) return Uniformity::divergent();
  return Uniformity::affine(product(a.lanes.stride(), b.number));
}

unsigned zero_bits(const Operand& operand) {
  return operand.number ? lowest_zeros(*operand.number) : operand.lanes.zero_bits();
}

/// Whether lanes add to a base whose lowest `bits` bits are 0 less than these hold.
bool differ_below(const Operand& operand, unsigned bits, std::uint32_t lanes) {
  if (!operand.lanes.stride() || bits > zero_bits(operand)) return false;
  return static_cast<std::uint64_t>(*operand.lanes.stride()) * (lanes - 1) < 1ULL << bits;
}

/// The value without its lowest `bits` bits, before it is shifted.
Uniformity without_low_bits(const Operand& operand, unsigned bits, std::uint32_t lanes) {
  const unsigned compared = std::min(bits, zero_bits(operand));
  return differ_below(operand, compared, lanes) ? Uniformity::uniform() : Uniformity::divergent();
}

Uniformity masked(const Operand& operand, std::uint32_t mask, std::uint32_t lanes) {
  if (mask == 0U - (mask & -mask)) {  // the highest bits
    const unsigned bits = lowest_zeros(mask);
    const unsigned zeros = std::max(bits, zero_bits(operand));
    return without_low_bits(operand, bits, lanes).with_zero_bits(zeros);
  }
  if ((mask & (mask + 1)) != 0) return Uniformity::divergent();
  const unsigned bits = lowest_zeros(~mask);  // the lowest bits
  const unsigned compared = std::min(bits, zero_bits(operand));
  if (!differ_below(operand, compared, lanes)) return Uniformity::divergent();
  return Uniformity::affine(operand.lanes.stride())
      .with_zero_bits(compared == bits ? 32 : compared);
}

/// Bits of the base that are 0 when bases are added, shifted or multiplied.
unsigned zero_bits_of(const Instruction& instruction, const std::array<Operand, 3>& operands) {
  const unsigned a = zero_bits(operands[0]);
  const unsigned b = zero_bits(operands[1]);
  const auto immediate = static_cast<std::uint32_t>(instruction.imm);
  switch (instruction.opcode) {
    case Opcode::Addi:
      return std::min(a, lowest_zeros(immediate));
    case Opcode::Slli:
      return std::min(32U, a + (immediate & 31U));
    case Opcode::Add:
    case Opcode::Sub:
      return std::min(a, b);
    case Opcode::Mul:
      return std::min(32U, a + b);
    case Opcode::Andi:
      return std::max(a, lowest_zeros(immediate));
    default:
      return 0;
  }
}

/// Of linear operands that are not all uniform.
Uniformity linear_uniformity(const Instruction& instruction,
                             const std::array<Operand, 3>& operands) {
  const Stride a = operands[0].lanes.stride();
  const Stride b = operands[1].lanes.stride();
  switch (instruction.opcode) {
    case Opcode::Addi:
      return Uniformity::affine(a);
    case Opcode::Xori:  // not x = -1 - x
      return instruction.imm == -1 ? Uniformity::affine(difference(0, a)) : Uniformity::divergent();
    case Opcode::Slli:
      return Uniformity::affine(shifted(a, static_cast<unsigned>(instruction.imm) & 31U));
    case Opcode::Sll:
      if (!operands[1].lanes.is_uniform()) return Uniformity::divergent();
      if (!operands[1].number) return Uniformity::affine({});
      return Uniformity::affine(shifted(a, *operands[1].number & 31U));
    case Opcode::Add:
      return Uniformity::affine(sum(a, b));
    case Opcode::Sub:
      return Uniformity::affine(difference(a, b));
    case Opcode::Sh1add:
      return Uniformity::affine(sum(shifted(a, 1), b));
    case Opcode::Sh2add:
      return Uniformity::affine(sum(shifted(a, 2), b));
    case Opcode::Sh3add:
      return Uniformity::affine(sum(shifted(a, 3), b));
    case Opcode::Mul:
      return multiplied(operands[0], operands[1]);
    default:
      return Uniformity::divergent();
  }
}

}  // namespace

Uniformity alu_uniformity(const Instruction& instruction, const std::array<Operand, 3>& operands,
                          std::uint32_t lanes) {
  const auto first = operands.begin();
  const auto last = first + instruction.sources;
  const auto all = [&](auto&& holds) { return std::all_of(first, last, holds); };
  if (!all([](const Operand& o) { return o.lanes.kind() != Uniformity::Kind::None; })) return {};
  const unsigned zeros = zero_bits_of(instruction, operands);
  if (all([](const Operand& o) { return o.lanes.is_uniform(); })) {
    return Uniformity::uniform().with_zero_bits(zeros);
  }
  if (!all([](const Operand& o) { return o.lanes.is_linear(); })) return Uniformity::divergent();
  switch (instruction.opcode) {
    case Opcode::Srli:
    case Opcode::Srai:
      return without_low_bits(operands[0], static_cast<unsigned>(instruction.imm) & 31U, lanes);
    case Opcode::Andi:
      return masked(operands[0], static_cast<std::uint32_t>(instruction.imm), lanes);
    case Opcode::And:
      if (operands[1].number) return masked(operands[0], *operands[1].number, lanes);
      if (operands[0].number) return masked(operands[1], *operands[0].number, lanes);
      return Uniformity::divergent();
    default:
      return linear_uniformity(instruction, operands).with_zero_bits(zeros);
  }
}

}  // namespace lanefold
