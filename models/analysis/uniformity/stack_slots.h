// SPDX-License-Identifier: Apache-2.0
// The places of a stack frame that are followed like registers.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/uniformity/value_table.h"

namespace lanefold {

constexpr std::uint32_t kWordBytes = 4;

/// The places in the frame that the function accesses by an offset that is known.
Slots find_slots(const ProgramImage& image, const ValueTable& table);

/// Whether the function keeps registers in this place, as far as the compiler has said so.
bool is_spill(const ProgramImage& image, const FunctionGraph& function, const SlotPlace& place);

/// Whether a base is that of the function's frame.
bool is_frame(const ValueTable& table, ValueId base);

/// Where bytes lie in the frame that begin at an address plus `offset`, or that an instruction
/// accesses, if that is known.
std::optional<SlotPlace> frame_place(const ValueTable& table, ValueId address, std::uint32_t offset,
                                     std::uint32_t bytes);
std::optional<SlotPlace> frame_place(const ValueTable& table, const Instruction& instruction,
                                     ValueId address);

}  // namespace lanefold
