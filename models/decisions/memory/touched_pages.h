// SPDX-License-Identifier: Apache-2.0
// Which pages of a mapping the host's kernel has ever provided.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace lanefold {

/// Offsets from `first`, begin and end, of the pages of `bytes` bytes of an anonymous mapping that
/// have been touched, as far as the kernel tells (/proc/self/pagemap); the rest is zero.
std::vector<std::pair<std::size_t, std::size_t>> touched_pages(const std::byte* first,
                                                               std::size_t bytes);

}  // namespace lanefold
