// SPDX-License-Identifier: Apache-2.0
// What limits a run, as JSON.
#include "report/limits_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "decisions/statistics/formulas.h"
#include "decisions/statistics/resource_use.h"

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kWordBytes = 4;

/// Bytes that a level of memory has moved, and at most moves in a cycle; 0 is no limit.
struct LevelBytes {
  std::string name;
  std::uint64_t bytes = 0;
  double bytes_per_cycle = 0;
};

/// The limit of the lesser of two, of which 0 is none.
double lesser_limit(double left, double right) {
  return left == 0 || (right != 0 && right < left) ? right : left;
}

/// What the interconnect could move of lines, in bytes per cycle, with as many requests for a line
/// as this run has.
double line_limit(const MemoryBlockStatistics& interconnect, const LaunchStatistics& total,
                  const MachineConfig& machine) {
  const double line = machine.memory.line_bytes;
  const auto lines = static_cast<double>(interconnect["response_lines"]);
  const auto requests = static_cast<double>(interconnect["requests"]);
  double limit = 0;
  for (const Bandwidth& link : bandwidths(total, machine)) {
    if (link.name == "interconnect_requests" && requests > 0) {
      limit = lesser_limit(limit, link.available * line * lines / requests);
    }
    if (link.name == "interconnect_lines") limit = lesser_limit(limit, link.available * line);
    if (link.name == "interconnect_responses") {
      const double part = line / (line + machine.interconnect.header_bytes);
      limit = lesser_limit(limit, link.available * part);
    }
  }
  return limit;
}

/// Nothing of what moves no lines. The banks of a core's own first cache hold words, so that lines
/// say nothing of their limit.
LevelBytes bytes_of(const MemoryBlockStatistics& block, const LaunchStatistics& total,
                    const MachineConfig& machine) {
  const std::uint64_t line = machine.memory.line_bytes;
  if (block.name == "dram") {
    return {block.name, block["read_bytes"] + block["written_bytes"],
            machine.dram.bandwidth_mb_s / static_cast<double>(machine.clock_mhz)};
  }
  if (block.name == "interconnect") {
    return {block.name, block["response_lines"] * line, line_limit(block, total, machine)};
  }
  if (!block.is_cache() || block.name == "instruction_cache") return {block.name};
  const bool of_words = block.name == own_cache(machine);
  const auto banks = static_cast<double>(block.banks.front().values.size());
  return {block.name, block["accesses"] * line,
          of_words ? 0 : banks * block.instances * static_cast<double>(line)};
}

Json levels_json(const LaunchStatistics& total, const MachineConfig& machine) {
  Json levels = Json::array();
  const auto add = [&](const LevelBytes& level) {
    if (level.bytes == 0) return;
    levels.push_back(
        {{"name", level.name}, {"bytes", level.bytes}, {"bytes_per_cycle", level.bytes_per_cycle}});
  };
  const LocalMemoryConfig& local = machine.local_memory;
  const double memories = local.shared ? 1 : machine.cores;
  add({"local_memory", total.local_words * kWordBytes,
       memories * local.ports * local.banks * kWordBytes});
  for (const MemoryBlockStatistics& block : total.memory) add(bytes_of(block, total, machine));
  return levels;
}

/// Operations a cycle with all lanes active, if the busiest pipe never idled: the others have what
/// the program's mix of instructions leaves for them.
double peak_of(const LaunchStatistics& total, const MachineConfig& machine) {
  const double busiest = busiest_pipe(total, machine.core) / machine.cores;
  const double ideal = static_cast<double>(total.ideal_slots);
  if (busiest == 0 || ideal == 0) return 0;
  const double slots = static_cast<double>(total.timed_eu_cycles) * total.alu_width;
  return static_cast<double>(total.scalar.lane_operations) / busiest * slots / ideal;
}

/// A policy's roof: what the ALUs would do if they never idled, with the masks of this run.
Json roofs_json(const LaunchStatistics& total, const MachineConfig& machine) {
  const double peak = peak_of(total, machine);
  Json roofs = Json::array({{{"name", "ideal"}, {"operations_per_cycle", peak}}});
  for (const PolicyResult& result : policy_results(total, machine.core.compaction)) {
    const double slots = static_cast<double>(result.eu_cycles) * total.alu_width;
    if (slots == 0) continue;
    const double used = static_cast<double>(total.ideal_slots) / slots;
    roofs.push_back({{"name", name_of(result.policy)},
                     {"timed", result.timed},
                     {"operations_per_cycle", peak * std::min(used, 1.0)}});
  }
  return roofs;
}

}  // namespace

Json limits_json(const LaunchStatistics& total, const MachineConfig& machine) {
  const std::vector<ResourceUse> uses = resource_uses(total, machine);
  if (uses.empty()) return nullptr;
  Json resources = Json::array();
  for (const ResourceUse& use : uses) {
    resources.push_back({{"name", use.name},
                         {"title", use.title},
                         {"unit", use.unit},
                         {"used", use.used},
                         {"available", use.available},
                         {"part", use.part()}});
  }
  return {{"sentence", limit_sentence(total, machine)},
          {"bound_cycles", uses.front().bound()},
          {"resources", resources},
          {"roofline",
           {{"operations", total.scalar.lane_operations},
            {"cycles", total.cycles},
            {"memory_cycles", total.memory_cycles},
            {"roofs", roofs_json(total, machine)},
            {"levels", levels_json(total, machine)}}}};
}

}  // namespace lanefold
