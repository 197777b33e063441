// SPDX-License-Identifier: Apache-2.0
// The loops over lanes for several instruction sets of the host, of which the best that the
// host has is chosen when a program is loaded.
#pragma once

#include <cstdint>
#include <vector>

#include "decisions/isa/float_bits.h"
#include "decisions/isa/lane_execute.h"

namespace lanefold {

enum class LaneVariant : std::uint8_t { Portable, Avx2, Avx512 };

/// What this host can run, the fastest last.
const std::vector<LaneVariant>& lane_variants();

/// lane_function of a given variant, which must be one of lane_variants().
LaneFunction lane_function(const Instruction& instruction, FloatTraits traits, LaneVariant variant);

/// The vectorised loop of an opcode, or nullptr when there is none for that rounding mode. `boxed`:
/// singles are NaN-boxed in 64-bit float registers.
LaneFunction portable_loop(Opcode opcode, Rounding mode, bool boxed);
LaneFunction avx2_loop(Opcode opcode, Rounding mode, bool boxed);
LaneFunction avx512_loop(Opcode opcode, Rounding mode, bool boxed);

}  // namespace lanefold
