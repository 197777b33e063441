// SPDX-License-Identifier: Apache-2.0
// The two fidelities of the data path; results and cycles are the same in both.
#pragma once

#include "lanefold/core_config.h"

namespace lanefold {

/// Whether every quad moves through banks, latch, crossbar, ALU, unswizzle and write-back
/// (core.datapath=exact), or a warp instruction is executed at once over its lanes (fast).
inline bool moves_quads(const CoreConfig& core) { return core.datapath == DatapathFidelity::Exact; }

}  // namespace lanefold
