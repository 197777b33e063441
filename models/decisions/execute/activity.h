// SPDX-License-Identifier: Apache-2.0
// Counting what does not need time: instructions, active lanes, and the cycles that each policy
// would take.
#pragma once

#include "decisions/program/program_image.h"
#include "lanefold/quad_geometry.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// The geometries of a core, for quads shrink as operands grow, and what masks cost in them.
struct CoreGeometry {
  CoreGeometry(unsigned warp_width, unsigned alu_width)
      : bits_32(warp_width, alu_width, 32),
        bits_64(warp_width, alu_width, 64),
        costs_32(bits_32),
        costs_64(bits_64) {}
  const QuadGeometry& of(const Instruction& instruction) const {
    return instruction.operand_bits == 64 ? bits_64 : bits_32;
  }
  QuadGeometry bits_32;
  QuadGeometry bits_64;
  MaskCosts costs_32;
  MaskCosts costs_64;
};

/// Counts instructions that one mask executes together.
inline void count_activity(LaunchStatistics& statistics, const BlockCounts& counts, LaneMask active,
                           CoreGeometry& geometry) {
  const unsigned lanes = active.count();
  statistics.warp_instructions += counts.instructions;
  statistics.lane_instructions += std::uint64_t{counts.instructions} * lanes;
  statistics.active_lanes[lanes] += counts.instructions;
  statistics.alu_instructions += counts.alu_32 + counts.alu_64;
  statistics.fpu_instructions += counts.fpu;
  statistics.em_instructions += counts.em;
  statistics.send_instructions += counts.send;
  if (counts.alu_32 != 0) statistics.eu_cycles.add(geometry.costs_32.of(active), counts.alu_32);
  if (counts.alu_64 != 0) statistics.eu_cycles.add(geometry.costs_64.of(active), counts.alu_64);
}

}  // namespace lanefold
