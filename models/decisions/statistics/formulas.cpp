// SPDX-License-Identifier: Apache-2.0
// The formulas themselves.
#include "decisions/statistics/formulas.h"

#include <algorithm>

namespace lanefold {

double simd_efficiency(const LaunchStatistics& statistics) {
  const auto offered = static_cast<double>(statistics.lanes_offered);
  return offered == 0 ? 0 : static_cast<double>(statistics.lane_instructions) / offered;
}

double gain(double before, double after) { return before == 0 ? 0 : 1 - after / before; }

double ideal_eu_cycles(const LaunchStatistics& statistics) {
  const double useful = static_cast<double>(statistics.ideal_slots);
  const double rounded_up = static_cast<double>(statistics.eu_cycles.least());
  if (useful == 0 || statistics.alu_width == 0) return rounded_up;
  return std::min(useful / statistics.alu_width, rounded_up);
}

double part_of_ideal(const LaunchStatistics& statistics, std::uint64_t cycles) {
  const double none = static_cast<double>(statistics.eu_cycles[CompactionPolicy::None]);
  const double avoidable = none - ideal_eu_cycles(statistics);
  return avoidable <= 0 ? 1 : (none - static_cast<double>(cycles)) / avoidable;
}

namespace {

double ratio(double part, double whole) { return whole == 0 ? 0 : part / whole; }

}  // namespace

double requests_per_instruction(const LaunchStatistics& statistics) {
  return ratio(static_cast<double>(statistics.memory_lines),
               static_cast<double>(statistics.memory_instructions));
}

double divergent_load_part(const LaunchStatistics& statistics) {
  return ratio(static_cast<double>(statistics.divergent_loads),
               static_cast<double>(statistics.loads));
}

double memory_level_parallelism(const LaunchStatistics& statistics) {
  for (const MemoryBlockStatistics& block : statistics.memory) {
    if (block.name != "dram") continue;
    return ratio(static_cast<double>(block["read_cycles"]),
                 static_cast<double>(block["reading_cycles"]));
  }
  return 0;
}

double nanoseconds(std::uint64_t cycles, std::uint32_t clock_mhz) {
  return ratio(static_cast<double>(cycles) * 1000, clock_mhz);
}

double picojoules_of_work_item(const RunEnergy& energy, const LaunchStatistics& statistics) {
  return ratio(energy.total(), static_cast<double>(statistics.work_items));
}

double watts(const RunEnergy& energy, const LaunchStatistics& statistics, std::uint32_t clock_mhz) {
  return ratio(energy.total(), nanoseconds(statistics.cycles, clock_mhz)) * 1e-3;  // pJ/ns are mW
}

namespace {

/// Cycles of the switch in a core cycle.
double switch_ratio(const MachineConfig& machine) {
  const std::uint32_t mhz = machine.interconnect.clock_mhz;
  return mhz == 0 ? 1 : static_cast<double>(mhz) / machine.clock_mhz;
}

}  // namespace

std::vector<Bandwidth> bandwidths(const LaunchStatistics& statistics,
                                  const MachineConfig& machine) {
  std::vector<Bandwidth> result;
  const auto add = [&](const MemoryBlockStatistics& block, const char* suffix, const char* unit,
                       std::uint64_t moved, double available) {
    const double used =
        ratio(static_cast<double>(moved), static_cast<double>(statistics.memory_cycles));
    result.push_back({block.name + suffix, unit, used, available});
  };
  const double clock = machine.clock_mhz;
  for (const MemoryBlockStatistics& block : statistics.memory) {
    if (block.name == "interconnect") {
      const double lines = machine.interconnect.lines_per_cycle * switch_ratio(machine);
      const double bytes = machine.interconnect.bandwidth_mb_s / clock;
      add(block, "_requests", "requests per cycle", block["requests"], lines);
      add(block, "_lines", "lines per cycle", block["response_lines"], lines);
      add(block, "_responses", "bytes per cycle", block["response_bytes"], bytes);
    } else if (block.name == "dram") {
      add(block, "", "bytes per cycle", block["read_bytes"] + block["written_bytes"],
          machine.dram.bandwidth_mb_s / clock);
    }
  }
  return result;
}

std::vector<MemoryStall> memory_stalls(const LaunchStatistics& statistics,
                                       const MachineConfig& machine) {
  std::vector<MemoryStall> stalls{{"lane_banks", statistics.bank_conflict_cycles},
                                  {"load_store_unit", statistics.send_wait_cycles},
                                  {"local_memory", statistics.local_wait_cycles}};
  const double ratio = switch_ratio(machine);
  const auto of_switch = [&](std::uint64_t cycles) {
    return static_cast<std::uint64_t>(static_cast<double>(cycles) / ratio);
  };
  for (const MemoryBlockStatistics& block : statistics.memory) {
    if (block.name == "interconnect") {
      stalls.push_back({block.name + "_requests", of_switch(block["request_wait_cycles"])});
      stalls.push_back({block.name + "_responses", of_switch(block["response_wait_cycles"])});
    } else if (block.name == "directory") {
      stalls.push_back({block.name, block["wait_cycles"]});
    } else if (block.name == "dram") {
      stalls.push_back({block.name, block["waited_cycles"]});
    } else {
      stalls.push_back({block.name + "_banks", block["wait_cycles"]});
      stalls.push_back({block.name + "_registers", block["stall_cycles"]});
    }
  }
  return stalls;
}

std::vector<PolicyResult> policy_results(const LaunchStatistics& statistics,
                                         CompactionPolicy machine_policy) {
  std::vector<PolicyResult> results;
  for (const CountedPolicy& policy : counted_policies()) {
    results.push_back({policy.policy, statistics.eu_cycles[policy.policy]});
  }
  // What is executed once takes other cycles than its mask.
  if (!statistics.timed || statistics.scalar.once != 0) return results;
  for (PolicyResult& result : results) {
    if (result.policy != machine_policy) continue;
    // Narrow slices may take fewer cycles than the mask of a warp (`core.slice_quads`).
    result.timed = result.eu_cycles == statistics.timed_eu_cycles;
    return results;
  }
  results.push_back({machine_policy, statistics.timed_eu_cycles, true});
  return results;
}

std::vector<LaneClass> lane_classes(const LaunchStatistics& statistics) {
  std::vector<LaneClass> classes;
  const unsigned lanes = std::min(64U, statistics.warp_width);
  const unsigned step = std::max(1U, statistics.alu_width);
  for (unsigned first = 1; first <= lanes; first += step) {
    LaneClass group{first, std::min(first + step - 1, lanes), 0};
    for (unsigned active = group.first; active <= group.last; ++active) {
      group.instructions += statistics.active_lanes[active];
    }
    classes.push_back(group);
  }
  return classes;
}

}  // namespace lanefold
