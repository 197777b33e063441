// SPDX-License-Identifier: Apache-2.0
// Counting whole stretches of a basic block of RISC-V code at once.
#pragma once

#include "decisions/pipeline/core_geometry.h"
#include "decisions/program/program_image.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// Counts instructions that one mask executes together.
inline void count_activity(LaunchStatistics& statistics, const BlockCounts& counts, LaneMask active,
                           CoreGeometry& geometry) {
  const unsigned lanes = active.count();
  statistics.warp_instructions += counts.instructions;
  statistics.lane_instructions += std::uint64_t{counts.instructions} * lanes;
  statistics.lanes_offered += std::uint64_t{counts.instructions} * geometry.bits_32.lanes();
  statistics.active_lanes[lanes] += counts.instructions;
  statistics.alu_instructions += counts.alu_32 + counts.alu_64;
  statistics.fpu_instructions += counts.fpu;
  statistics.em_instructions += counts.em;
  statistics.send_instructions += counts.send;
  if (counts.alu_32 != 0) {
    statistics.eu_cycles.add(geometry.costs_of_warp(32).of(active), counts.alu_32);
  }
  if (counts.alu_64 != 0) {
    statistics.eu_cycles.add(geometry.costs_of_warp(64).of(active), counts.alu_64);
  }
}

}  // namespace lanefold
