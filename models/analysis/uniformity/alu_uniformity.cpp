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

}  // namespace

Uniformity alu_uniformity(const Instruction& instruction, const std::array<Operand, 3>& operands) {
  const auto first = operands.begin();
  const auto last = first + instruction.sources;
  const auto all = [&](auto&& holds) { return std::all_of(first, last, holds); };
  if (!all([](const Operand& o) { return o.lanes.kind() != Uniformity::Kind::None; })) return {};
  if (all([](const Operand& o) { return o.lanes.is_uniform(); })) return Uniformity::uniform();
  if (!all([](const Operand& o) { return o.lanes.is_linear(); })) return Uniformity::divergent();
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

}  // namespace lanefold
