// SPDX-License-Identifier: Apache-2.0
// Whether caches and their directory agree: for tests, after every step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "blocks/cache/cache.h"
#include "blocks/directory/directory.h"

namespace lanefold {

/// The first violation as a sentence, or nothing. In every moment a line has one writer or many
/// readers with equal data, and the directory knows which caches have it. `caches` are in the order
/// of their ids.
std::string coherence_violation(const Directory& directory, const std::vector<const Cache*>& caches,
                                std::uint32_t line_bytes);

}  // namespace lanefold
