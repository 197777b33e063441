// SPDX-License-Identifier: Apache-2.0
// The two fidelities of the data path; results and cycles are the same in both.
#pragma once

#include "lanefold/machine_config.h"

namespace lanefold {

/// Whether every quad moves through banks, latch, crossbar, ALU, unswizzle and write-back
/// (core.datapath=exact), or a warp instruction is executed at once over its lanes (fast). Any
/// other name throws Error(Configuration).
bool moves_quads(const CoreConfig& core);

}  // namespace lanefold
