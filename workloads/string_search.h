// SPDX-License-Identifier: Apache-2.0
// Occurrences of a pattern in a text (Boyer-Moore-Horspool): comparisons end early, shifts differ.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lanefold {

using Text = std::vector<std::uint8_t>;

/// How far a window moves on, by the last letter in it.
std::array<std::uint8_t, 256> horspool_shifts(const Text& pattern);
/// Places in first..last-1 at which the pattern begins; it may reach beyond.
std::vector<std::uint32_t> find_pattern(const Text& text, const Text& pattern, std::uint32_t first,
                                        std::uint32_t last);

}  // namespace lanefold
