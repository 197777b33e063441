// SPDX-License-Identifier: Apache-2.0
// Why nothing is known of a word of private memory.
#pragma once

#include <cstdint>

#include "analysis/uniformity/divergence_rule.h"
#include "analysis/uniformity/program_values.h"

namespace lanefold {

/// Why a load from private memory in function `f` has no slot, from what its address is made of:
/// Narrow, Realigned, Reference or Element.
DivergenceRule private_rule(const ProgramImage& image, const ProgramValues& program,
                            std::uint32_t f, ValueId address);

}  // namespace lanefold
