// SPDX-License-Identifier: Apache-2.0
// Whether a directory and its caches can have been in the same machine.
#pragma once

#include <vector>

#include "lanefold/machine_state.h"

namespace lanefold {

/// Whether every line of every cache is known to the directory as that cache has it, and every line
/// that a cache owns is there. `caches` are in the order of their ids, nullptr for those without
/// lines. Copies to read may have been dropped.
bool knows_its_caches(const std::vector<DirectoryLineState>& directory,
                      const std::vector<const CacheState*>& caches);

}  // namespace lanefold
