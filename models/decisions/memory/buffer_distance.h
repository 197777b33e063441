// SPDX-License-Identifier: Apache-2.0
// How far an access lies from the buffer that it has missed.
#pragma once

#include <cstdint>
#include <string>

#include "decisions/memory/global_memory.h"

namespace lanefold {

/// Where [first, last], which no buffer contains, lies seen from the nearest one: "reaches 4 bytes
/// behind the end of the buffer of 36 bytes at 0x10000000", or "begins 4 bytes in front of the
/// buffer …". Empty if there is no buffer.
std::string describe_distance(const GlobalMemory& global, std::uint32_t first, std::uint32_t last);
/// Why an access is refused, with this behind it: "which is outside of every buffer: it reaches …".
std::string with_distance(const std::string& reason, const GlobalMemory& global,
                          std::uint32_t first, std::uint32_t last);

}  // namespace lanefold
