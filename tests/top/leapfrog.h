// SPDX-License-Identifier: Apache-2.0
// The situation of SC'09 figure 2: lanes of a warp that hit and miss in turn.
#pragma once

#include <string>

#include "lanefold/config.h"
#include "tests/top/cycle_bench.h"

namespace lanefold {

/// One core of `manycore-dom` with a warp of two lanes.
inline MachineConfig two_lanes(OnMiss on_miss, std::uint32_t latency) {
  MachineConfig config = load_machine("manycore-dom");
  config.cores = 1;
  config.core.warp_width = config.core.alu_width = 2;
  config.core.on_miss = on_miss;
  config.dram.latency = latency;
  return config;
}

// Each lane loads twice in a loop. The first line of lane 0 is there, its second is not; lane 1 has
// a line of its own, which is not there, for both.
inline Code leapfrog() {
  return {lui(5, kGlobalBase),
          lw(7, 5),  // brings lane 0's first line
          local_id(6),
          encode(Opcode::Slli, {8, 6, 0, 0, 6}),
          add(5, 5, 8),  // lane 1 starts 64 bytes further on
          add(8, 6, 6),  //
          add(8, 8, 6),  // 3 x lane
          addi(9, 0, 32),
          encode(Opcode::Srl, {9, 9, 8}),  // lane 0 goes on by 32 bytes, a line, lane 1 by 4
          addi(10, 0, 2),
          lw(7, 5),  // the loop
          add(5, 5, 9),
          addi(10, 10, -1),
          branch(Opcode::Bne, 10, 0, -12),
          kExit};
}

}  // namespace lanefold
