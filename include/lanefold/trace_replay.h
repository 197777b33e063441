// SPDX-License-Identifier: Apache-2.0
// What the masks of a trace cost on an ALU: the trace-driven method of ISCA'13 section 5.1.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "lanefold/mask_trace.h"
#include "lanefold/policy_cycles.h"

namespace lanefold {

/// Warp instructions of one width.
struct WidthCounts {
  std::uint64_t instructions = 0;
  /// By number of active lanes, 0..64.
  std::array<std::uint64_t, 65> active_lanes{};
};

/// What a run of these instructions on the functional machine counts.
struct TraceCounts {
  unsigned alu_width = 0;
  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;  ///< active lanes over all warp instructions
  std::uint64_t lanes_offered = 0;      ///< lanes that they have
  std::uint64_t fpu_instructions = 0;
  std::uint64_t em_instructions = 0;
  std::uint64_t send_instructions = 0;
  PolicyCycles eu_cycles;
  std::map<unsigned, WidthCounts> widths;  ///< those that occur
};

/// Reads the trace to its end. `alu_width` is in 32-bit lanes, 1..64; anything else throws
/// Error(Configuration).
TraceCounts replay(MaskTraceReader& trace, unsigned alu_width);

}  // namespace lanefold
