// SPDX-License-Identifier: Apache-2.0
// Compacted instructions of Gen8's EU: 64 bits, in which indices into tables stand for groups of
// fields.
#pragma once

#include <cstdint>

#include "decisions/isa/gen8/encoding.h"

namespace lanefold::gen8 {

/// The native encoding that a compacted one stands for, with bit 29 clear.
Encoding expand(std::uint64_t compacted);

}  // namespace lanefold::gen8
