// SPDX-License-Identifier: Apache-2.0
// Whether work-items of a kernel wait for one another, and for whom.
#pragma once

#include <cstdint>

#include "decisions/program/program_image.h"

namespace lanefold {

// Whether control can come from `entry` to an instruction, also in functions that are called. Where
// an indirect jump may lead is not known: if there is one that is no return, any such instruction
// of the program counts.

/// A barrier, of the work-group or of a sub-group.
bool reaches_barrier(const ProgramImage& image, std::uint32_t entry);

/// A barrier of a sub-group.
bool reaches_sub_group_barrier(const ProgramImage& image, std::uint32_t entry);

/// One that reads where sub-groups exchange values.
bool reaches_sub_group_exchange(const ProgramImage& image, std::uint32_t entry);
bool reads_sub_group_exchange(const Instruction& instruction);

}  // namespace lanefold
