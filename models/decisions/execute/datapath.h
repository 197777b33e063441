// SPDX-License-Identifier: Apache-2.0
// What the data path issues, as the machine has it.
#pragma once

#include "lanefold/core_config.h"

namespace lanefold {

/// Whether a slice is issued in no quad without lanes of its own (`core.slice_quads`), where the
/// policy of compaction would issue such quads.
inline bool issues_own_quads(const CoreConfig& core) {
  return core.slice_quads == SliceQuads::Slice &&
         (core.compaction == CompactionPolicy::None || core.compaction == CompactionPolicy::Ivb);
}

/// Whether every quad moves through banks, latch, crossbar, ALU, unswizzle and write-back
/// (core.datapath=exact), or a warp instruction is executed at once over its lanes (fast). Results
/// and cycles are the same in both.
inline bool moves_quads(const CoreConfig& core) { return core.datapath == DatapathFidelity::Exact; }

}  // namespace lanefold
