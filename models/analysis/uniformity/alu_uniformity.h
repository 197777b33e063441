// SPDX-License-Identifier: Apache-2.0
// What becomes of lanes in an instruction of the ALUs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "analysis/uniformity/uniformity.h"
#include "decisions/isa/instruction.h"

namespace lanefold {

struct Operand {
  Uniformity lanes;
  std::optional<std::uint32_t> number;  ///< that it always is
};

/// Uniformity of the result, from the uniformity of the sources. Uniform operands make a uniform
/// result; sums, differences, shifts to the left and products with a uniform value keep lanes apart
/// by a stride; everything else makes them divergent. While nothing is known of a source, nothing
/// is known of the result.
Uniformity alu_uniformity(const Instruction& instruction, const std::array<Operand, 3>& operands);

}  // namespace lanefold
