// SPDX-License-Identifier: Apache-2.0
// What atomic memory operations compute.
#pragma once

#include <cstdint>

#include "decisions/isa/opcode.h"

namespace lanefold {

/// The new content of memory after an AMO (Opcode::AmoswapW … AmomaxuW) or sc.w, from the old
/// content and rs2. rd receives the old content.
std::uint32_t amo_result(Opcode opcode, std::uint32_t memory, std::uint32_t operand);
/// The same of 64 bits, which RISC-V's 32-bit atomics are not; other code's are.
std::uint64_t amo_result(Opcode opcode, std::uint64_t memory, std::uint64_t operand);

}  // namespace lanefold
