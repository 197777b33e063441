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
/// by a stride. A shift to the right, or a mask of the lowest or of the highest bits, makes uniform
/// what differs in lower bits only, as the number of a warp among those of its group. Everything
/// else makes lanes divergent. While nothing is known of a source, nothing is known of the result.
/// `lanes` is the width of a warp.
Uniformity alu_uniformity(const Instruction& instruction, const std::array<Operand, 3>& operands,
                          std::uint32_t lanes);

}  // namespace lanefold
