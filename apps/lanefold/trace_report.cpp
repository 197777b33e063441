// SPDX-License-Identifier: Apache-2.0
// Tables and JSON of replays.
#include "trace_report.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/text.h"
#include "decisions/statistics/formulas.h"

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// With the names that the statistics of runs have.
std::vector<std::pair<const char*, std::uint64_t>> counters_of(const TraceCounts& counts) {
  return {{"warp_instructions", counts.warp_instructions},
          {"lane_instructions", counts.lane_instructions},
          {"alu_instructions", counts.fpu_instructions + counts.em_instructions},
          {"fpu_instructions", counts.fpu_instructions},
          {"em_instructions", counts.em_instructions},
          {"send_instructions", counts.send_instructions}};
}

std::vector<LaneClass> classes_of(unsigned width, const WidthCounts& counts, unsigned alu_width) {
  LaunchStatistics statistics;
  statistics.warp_width = width;
  statistics.alu_width = alu_width;
  statistics.active_lanes = counts.active_lanes;
  return lane_classes(statistics);
}

std::string counter_table(const TraceCounts& counts) {
  TextTable table({"counter", "count"});
  for (const auto& [name, count] : counters_of(counts)) table.row({name, with_thousands(count)});
  return table.text();
}

std::string class_table(const TraceCounts& counts) {
  TextTable table({"active lanes", "warp instructions", "part"});
  for (const auto& [width, of_width] : counts.widths) {
    for (const LaneClass& group : classes_of(width, of_width, counts.alu_width)) {
      table.row({group.name() + " of " + std::to_string(width), with_thousands(group.instructions),
                 percent(ratio(group.instructions, counts.warp_instructions))});
    }
  }
  return table.text();
}

std::string policy_table(const TraceCounts& counts) {
  TextTable table({"compaction", "EU cycles", "gain over ivb", "gain over none"});
  for (const CountedPolicy& policy : counted_policies()) {
    const std::uint64_t cycles = counts.eu_cycles[policy.policy];
    table.row({name_of(policy.policy), with_thousands(cycles),
               percent(gain(counts.eu_cycles[CompactionPolicy::Ivb], cycles)),
               percent(gain(counts.eu_cycles[CompactionPolicy::None], cycles))});
  }
  return table.text();
}

Json policies_json(const PolicyCycles& cycles) {
  Json object;
  for (const CountedPolicy& policy : counted_policies()) {
    const std::uint64_t taken = cycles[policy.policy];
    object[name_of(policy.policy)] = {
        {"eu_cycles", taken},
        {"gain_over_ivb", gain(cycles[CompactionPolicy::Ivb], taken)},
        {"gain_over_none", gain(cycles[CompactionPolicy::None], taken)}};
  }
  return object;
}

Json widths_json(const TraceCounts& counts) {
  Json object = Json::object();
  for (const auto& [width, of_width] : counts.widths) {
    Json& entry = object[std::to_string(width)];
    entry["instructions"] = of_width.instructions;
    const auto* lanes = of_width.active_lanes.data();
    entry["active_lanes"] = std::vector<std::uint64_t>(lanes, lanes + width + 1);
    for (const LaneClass& group : classes_of(width, of_width, counts.alu_width)) {
      entry["active_lane_classes"][group.name()] = group.instructions;
    }
  }
  return object;
}

}  // namespace

std::string trace_size_text(std::uint64_t instructions, std::uint64_t bytes) {
  char each[32];
  std::snprintf(each, sizeof each, "%.3f", ratio(bytes, instructions));
  return with_thousands(instructions) + " warp instructions in " + with_thousands(bytes) +
         " bytes, " + each + " bytes each";
}

std::string trace_text(const TraceCounts& counts) {
  return counter_table(counts) + "\n" + class_table(counts) + "\n" + policy_table(counts) +
         "\nSIMD efficiency " + percent(ratio(counts.lane_instructions, counts.lanes_offered)) +
         "\n";
}

std::string trace_json(const TraceHeader& header, const TraceCounts& counts) {
  Json root;
  root["schema"] = "lanefold.trace/1";
  root["program"] = header.program;
  root["warp_width"] = header.warp_width;
  root["alu_width"] = counts.alu_width;
  for (const auto& [name, count] : counters_of(counts)) root["counters"][name] = count;
  root["simd_efficiency"] = ratio(counts.lane_instructions, counts.lanes_offered);
  root["policies"] = policies_json(counts.eu_cycles);
  root["widths"] = widths_json(counts);
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanefold
