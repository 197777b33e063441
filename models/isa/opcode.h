// SPDX-License-Identifier: Apache-2.0
// The opcodes of the machine. (Placeholder order; owned by the isa block.)
#pragma once

#include <cstdint>

namespace lanefold {

enum class Opcode : std::uint16_t { Illegal };

}  // namespace lanefold
