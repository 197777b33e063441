// SPDX-License-Identifier: Apache-2.0
// A launch and a run as tests of statistics know them.
#pragma once

#include "lanefold/statistics_report.h"

namespace lanefold {

/// Two SIMD16 instructions on a 4-wide ALU: one full, one with lanes 0, 4, 8, 12.
inline LaunchStatistics example() {
  LaunchStatistics statistics;
  statistics.kernel = "k";
  statistics.timed = true;
  statistics.warp_width = 16;
  statistics.alu_width = 4;
  statistics.cores = 1;
  statistics.cycles = 10;
  statistics.warp_instructions = 2;
  statistics.alu_instructions = 2;
  statistics.lane_instructions = 20;
  statistics.lanes_offered = 32;
  statistics.active_lanes[16] = 1;
  statistics.active_lanes[4] = 1;
  statistics.eu_cycles.cycles = {8, 8, 8, 5};
  statistics.timed_eu_cycles = 8;
  statistics.ideal_slots = 20;
  statistics.most_splits = 2;
  statistics.ledger.charge(SlotCause::Useful, 20);
  statistics.ledger.charge(SlotCause::ControlDivergence, 60);
  return statistics;
}

inline RunRecord example_run() {
  RunRecord run;
  run.program = "example";
  run.size = "tiny";
  run.seed = 7;
  run.checked = run.verified = true;
  run.values_checked = 3;
  run.launches = {example(), example()};
  return run;
}

}  // namespace lanefold
