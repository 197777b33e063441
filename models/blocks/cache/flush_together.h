// SPDX-License-Identifier: Apache-2.0
// A barrier between caches that no protocol keeps equal.
#pragma once

#include <functional>
#include <vector>

#include "blocks/cache/cache.h"

namespace lanefold {

/// The private caches on the way of one core to what it shares with others, from the core down.
using PrivatePath = std::vector<Cache*>;

/// Calls `done` when each of these cores sees what all of them had written before the call. That is
/// at once if nothing has to be written back.
void flush_together(std::vector<PrivatePath> paths, std::function<void()> done);

}  // namespace lanefold
