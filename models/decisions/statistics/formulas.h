// SPDX-License-Identifier: Apache-2.0
// Ratios made from counters when results are shown; none of them is stored.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lanefold/machine_config.h"
#include "lanefold/run_energy.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// Active lanes per lane that a warp instruction could have used, 0..1 (ISCA'13 section 5.2).
/// 0 when nothing was executed.
double simd_efficiency(const LaunchStatistics& statistics);

/// The part of `before` that is saved, 1 - after/before; negative when it grew, 0 when `before` is
/// 0.
double gain(double before, double after);

/// EU cycles that not even ideal compaction can avoid: active lanes / ALU lanes, without rounding.
/// A functional run does not count slots, and the bound is the count of the policy with the fewest
/// cycles, scc's ceil(active/A) for each instruction.
double ideal_eu_cycles(const LaunchStatistics& statistics);

/// How much of what an ideal compactor would save over `none` was saved by `cycles`, 0..1. 1 when
/// there is nothing to save.
double part_of_ideal(const LaunchStatistics& statistics, std::uint64_t cycles);

/// Line requests per memory instruction; 0 without any.
double requests_per_instruction(const LaunchStatistics& statistics);

/// The part of loads some of whose lanes hit and some miss: the memory divergence of SC'09 and
/// IPDPS'12.
double divergent_load_part(const LaunchStatistics& statistics);

/// Reads of DRAM that are on their way at once, on average over the cycles in which any is: the
/// memory-level parallelism (SC'09 section 4). 0 without the machine's own DRAM.
double memory_level_parallelism(const LaunchStatistics& statistics);

/// Time of `cycles` in nanoseconds.
double nanoseconds(std::uint64_t cycles, std::uint32_t clock_mhz);

/// Energy per work-item of a run that took `energy`; 0 without work-items.
double picojoules_of_work_item(const RunEnergy& energy, const LaunchStatistics& statistics);

/// Mean power of a run that took `energy`; 0 without cycles.
double watts(const RunEnergy& energy, const LaunchStatistics& statistics, std::uint32_t clock_mhz);

/// What a link of the memory system moved per core cycle until memory was idle, and what it could.
struct Bandwidth {
  std::string name;
  std::string unit;
  double used = 0;
  double available = 0;  ///< 0 is no limit
};
std::vector<Bandwidth> bandwidths(const LaunchStatistics& statistics, const MachineConfig& machine);

/// Core cycles that requests waited in one part of the memory system, summed over them.
struct MemoryStall {
  std::string name;
  std::uint64_t cycles = 0;
};
/// From the cores down. A request that waits behind another counts beside it, so the sum is not
/// time.
std::vector<MemoryStall> memory_stalls(const LaunchStatistics& statistics,
                                       const MachineConfig& machine);

/// EU cycles of one launch under one policy.
struct PolicyResult {
  CompactionPolicy policy = CompactionPolicy::None;
  std::uint64_t eu_cycles = 0;
  bool timed = false;  ///< the machine ran under this policy
};

/// The counted policies, and last the policy that was timed if it is not one of them.
std::vector<PolicyResult> policy_results(const LaunchStatistics& statistics,
                                         CompactionPolicy machine_policy);

/// Warp instructions with first..last active lanes.
struct LaneClass {
  unsigned first = 0;
  unsigned last = 0;
  std::uint64_t instructions = 0;

  std::string name() const { return std::to_string(first) + "-" + std::to_string(last); }
};

/// The classes of ISCA'13 figure 9, one per number of ALU passes that the active lanes need: 1-4,
/// 5-8, 9-12 and 13-16 for 16 lanes on a 4-lane ALU, 1-4 and 5-8 for 8.
std::vector<LaneClass> lane_classes(const LaunchStatistics& statistics);

}  // namespace lanefold
