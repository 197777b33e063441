// SPDX-License-Identifier: Apache-2.0
// What a work-item is told of an access that the machine refuses.
#pragma once

#include "decisions/memory/lane_memory.h"

namespace lanefold {

/// Throws LaneFault for a lane's access outside of what it may reach.
[[noreturn]] void refuse(const Instruction& instruction, const AddressSpaces& spaces, unsigned lane,
                         std::uint32_t address);

}  // namespace lanefold
