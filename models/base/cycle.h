// SPDX-License-Identifier: Apache-2.0
// Cycles of a clock, by number.
#pragma once

#include <cstdint>

namespace lanefold {

using Cycle = std::uint64_t;

/// No event is due.
constexpr Cycle kNever = ~Cycle{0};

}  // namespace lanefold
