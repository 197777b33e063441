// SPDX-License-Identifier: Apache-2.0
// The schedule of every policy that leaves lanes at their own positions.
#pragma once

#include "lanefold/core_config.h"
#include "lanefold/schedule.h"

namespace lanefold {

/// Issues the quads of `issued` (whole quads) one a cycle, lowest first, and in each the lanes of
/// `mask` at their own positions.
Schedule issue_in_order(LaneMask mask, LaneMask issued, const QuadGeometry& geometry);

/// Whether no quad is issued without lanes of the slice (`core.slice_quads`). The other policies
/// issue no such quad anyway.
inline bool issues_own_quads(const CoreConfig& core) {
  return core.slice_quads == SliceQuads::Slice &&
         (core.compaction == CompactionPolicy::None || core.compaction == CompactionPolicy::Ivb);
}

}  // namespace lanefold
