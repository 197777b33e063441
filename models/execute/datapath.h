// SPDX-License-Identifier: Apache-2.0
// The two fidelities of the data path; results and cycles are the same in both.
#pragma once

#include <string>

namespace lanefold {

enum class Datapath {
  Fast,   ///< a warp instruction is executed at once over its lanes
  Exact,  ///< every quad moves through banks, latch, crossbar, ALU, unswizzle and write-back
};

/// Throws Error(Configuration) for a name that is not one of datapath_names().
Datapath parse_datapath(const std::string& name);

}  // namespace lanefold
