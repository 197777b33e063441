// SPDX-License-Identifier: Apache-2.0
// The floating-point CSRs fflags, frm and fcsr of each lane (RISC-V unprivileged specification, "F"
// section 11.2).
#pragma once

#include "decisions/isa/instruction.h"
#include "decisions/isa/lane_execute.h"

namespace lanefold {

inline bool is_float_csr(std::uint32_t csr) { return csr >= 1 && csr <= 3; }

/// Whether a CSR instruction writes: csrrw always, the others only with a non-zero source.
bool csr_writes(const Instruction& instruction);

/// Reads into rd and then writes, in every lane of `active`.
void access_float_csr(const Instruction& instruction, LaneRegisters& registers, LaneMask active);

}  // namespace lanefold
