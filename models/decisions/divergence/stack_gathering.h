// SPDX-License-Identifier: Apache-2.0
// How a stack of splits waits at a return or a barrier for lanes that loads have left behind
// (SC'09 4.3).
#pragma once

#include <cstdint>
#include <vector>

#include "decisions/divergence/split.h"

namespace lanefold {

/// The last of `stack` waits, and `late` runs on top of it until it comes to the same place. Both
/// end at `depth` when their function returns; no lane has the depth of a barrier.
void gather_with(Split late, std::uint32_t depth, std::vector<Split>& stack);

/// The last of `stack` has come to where those below it wait to be gathered: they become one. When
/// all are together again, the entry that waited for them goes on.
void merge_gathered(std::vector<Split>& stack);

}  // namespace lanefold
