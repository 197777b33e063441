// SPDX-License-Identifier: Apache-2.0
// What a cache may do with a line that it holds.
#pragma once

#include <cstdint>

namespace lanefold {

/// MESI, from nothing to everything. A cache that is not kept coherent holds its lines Exclusive
/// until it writes them.
enum class LineState : std::uint8_t {
  Invalid,
  Shared,     ///< other caches may have it, too: read
  Exclusive,  ///< no other cache has it, and it is as in memory: write without asking
  Modified,   ///< no other cache has it, and memory is out of date
};

constexpr bool may_read(LineState state) { return state != LineState::Invalid; }
constexpr bool may_write(LineState state) { return state >= LineState::Exclusive; }

}  // namespace lanefold
