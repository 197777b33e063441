// SPDX-License-Identifier: Apache-2.0
// The JSON form of a run.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "decisions/sampling/cycle_estimate.h"
#include "decisions/statistics/formulas.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/statistics_report.h"
#include "report/machine_json.h"
#include "report/statistics_walk.h"

namespace lanefold {

namespace {

using Json = nlohmann::ordered_json;

Json counters_json(const LaunchStatistics& statistics) {
  Json object;
  for (const CounterView& counter : counters_of(statistics)) object[counter.name] = counter.value;
  return object;
}

Json histograms_json(const LaunchStatistics& statistics) {
  Json object;
  for (const HistogramView& histogram : histograms_of(statistics)) {
    object[histogram.name] = histogram.values;
  }
  return object;
}

Json ledger_json(const LaunchStatistics& statistics) {
  Json object;
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    object[slot_cause_name(cause)] = statistics.ledger[cause];
  }
  object["total"] = statistics.ledger.total();
  return object;
}

/// Gains and bounds of the policies counted in the run.
Json policies_json(const LaunchStatistics& statistics, CompactionPolicy machine_policy) {
  Json object;
  for (const PolicyResult& result : policy_results(statistics, machine_policy)) {
    const std::uint64_t cycles = result.eu_cycles;
    object[name_of(result.policy)] = {
        {"eu_cycles", cycles},
        {"gain_over_ivb", gain(statistics.eu_cycles[CompactionPolicy::Ivb], cycles)},
        {"gain_over_none", gain(statistics.eu_cycles[CompactionPolicy::None], cycles)},
        {"part_of_ideal", part_of_ideal(statistics, cycles)}};
  }
  return object;
}

Json memory_json(const LaunchStatistics& statistics) {
  Json object = Json::object();
  for (const MemoryBlockStatistics& block : statistics.memory) {
    Json& entry = object[block.name];
    entry["instances"] = block.instances;
    for (const auto& counter : block.counters) entry["counters"][counter.name] = counter.value;
    for (const auto& counter : block.banks) entry["banks"][counter.name] = counter.values;
  }
  return object;
}

Json bandwidth_json(const LaunchStatistics& statistics, const MachineConfig& machine) {
  Json object = Json::object();
  for (const Bandwidth& link : bandwidths(statistics, machine)) {
    object[link.name] = {{"unit", link.unit}, {"used", link.used}, {"available", link.available}};
  }
  return object;
}

Json stalls_json(const LaunchStatistics& statistics, const MachineConfig& machine) {
  Json object = Json::object();
  for (const MemoryStall& stall : memory_stalls(statistics, machine)) {
    object[stall.name] = stall.cycles;
  }
  return object;
}

/// One number for each dimension.
Json extent_json(const LaunchStatistics& launch, const std::array<std::uint32_t, 3>& extent) {
  return std::vector<std::uint32_t>(extent.begin(), extent.begin() + launch.dimensions);
}

Json range_json(const LaunchStatistics& launch) {
  return {{"global", extent_json(launch, launch.global_size)},
          {"local", extent_json(launch, launch.local_size)},
          {"offset", extent_json(launch, launch.global_offset)}};
}

/// In the order of cores and time; without tasks, the configuration was chosen.
Json adaptation_json(const LaunchStatistics& launch) {
  Json path = Json::array();
  for (const AdaptationStep& step : launch.adaptation_path) {
    Json one{{"core", step.core}, {"simd", step.simd}};
    if (step.tasks != 0) one.update({{"cycles", step.cycles}, {"tasks", step.tasks}});
    path.push_back(one);
  }
  return path;
}

Json counts_json(const LaunchStatistics& statistics, const MachineConfig& machine) {
  const CompactionPolicy machine_policy = machine.core.compaction;
  Json object;
  object["kernel"] = statistics.kernel;
  object["timed"] = statistics.timed;
  object["warp_width"] = statistics.warp_width;
  object["alu_width"] = statistics.alu_width;
  object["cores"] = statistics.cores;
  object["counters"] = counters_json(statistics);
  object["histograms"] = histograms_json(statistics);
  Json classes;
  for (const LaneClass& group : lane_classes(statistics)) {
    classes[group.name()] = group.instructions;
  }
  object["active_lane_classes"] = classes;
  object["ledger"] = ledger_json(statistics);
  object["simd_efficiency"] = simd_efficiency(statistics);
  object["ideal_eu_cycles"] = ideal_eu_cycles(statistics);
  object["policies"] = policies_json(statistics, machine_policy);
  object["time_ns"] = nanoseconds(statistics.cycles, machine.clock_mhz);
  object["requests_per_memory_instruction"] = requests_per_instruction(statistics);
  object["divergent_load_part"] = divergent_load_part(statistics);
  object["memory_level_parallelism"] = memory_level_parallelism(statistics);
  object["memory"] = memory_json(statistics);
  object["memory_stalls"] = stalls_json(statistics, machine);
  object["bandwidth"] = bandwidth_json(statistics, machine);
  return object;
}

/// The energy of all launches.
Json energy_json(const RunEnergy& energy, const LaunchStatistics& total, std::uint32_t clock_mhz) {
  Json object{{"node_nm", energy.node}, {"parts", Json::array()}};
  for (const EnergyPart& part : energy.parts) {
    object["parts"].push_back({{"name", part.name},
                               {"events", part.events},
                               {"unit", part.unit},
                               {"pj_each", part.pj},
                               {"nj", part.total() * 1e-3}});
  }
  object["total_nj"] = energy.total() * 1e-3;
  object["work_item_nj"] = picojoules_of_work_item(energy, total) * 1e-3;
  object["seconds"] = nanoseconds(total.cycles, clock_mhz) * 1e-9;
  object["watts"] = watts(energy, total, clock_mhz);
  return object;
}

/// Names come from the user's files and may be any bytes.
std::string text_of(const Json& object) {
  return object.dump(1, ' ', false, Json::error_handler_t::replace);
}

Json estimate_json(const KernelEstimate& estimate) {
  const auto rounded = [](const std::optional<double>& cycles) {
    return cycles ? Json(static_cast<std::uint64_t>(std::llround(*cycles))) : Json();
  };
  return {{"launches", estimate.launches},         {"timed", estimate.timed},
          {"partly_timed", estimate.partly_timed}, {"timed_cycles", estimate.timed_cycles},
          {"cycles", rounded(estimate.cycles)},    {"error", rounded(estimate.error)}};
}

Json estimates_json(const std::vector<KernelEstimate>& estimates) {
  Json object = estimate_json(total_of(estimates));
  for (const KernelEstimate& estimate : estimates) {
    Json kernel{{"kernel", estimate.kernel}};
    kernel.update(estimate_json(estimate));
    object["kernels"].push_back(std::move(kernel));
  }
  return object;
}

}  // namespace

std::string statistics_json_start(const RunRecord& run, const LaunchStatistics& total) {
  Json root;
  root["schema"] = kStatisticsSchema;
  root["program"] = run.program;
  if (!run.size.empty()) root["size"] = run.size;
  root["seed"] = run.seed;
  if (!run.parameters.empty()) root["parameters"] = run.parameters;
  if (run.checked) {
    root["verified"] = run.verified;
    root["values_checked"] = run.values_checked;
  }
  if (total.partial) root["partial"] = true;
  if (run.first_launch != 0) root["first_launch"] = run.first_launch;
  if (run.failed_launches != 0) root["failed_launches"] = run.failed_launches;
  root["machine"] = machine_json(run.machine);
  root["total"] = counts_json(total, run.machine);
  if (!run.estimates.empty()) root["estimate"] = estimates_json(run.estimates);
  if (run.energy) root["energy"] = energy_json(*run.energy, total, run.machine.clock_mhz);
  std::string text = text_of(root);
  text.resize(text.rfind('\n'));  // the bracket stays open
  return text + ",\n \"launches\": [";
}

std::string statistics_json_launch(const LaunchStatistics& launch, const MachineConfig& machine) {
  Json object = counts_json(launch, machine);
  if (launch.partial) object["partial"] = true;
  object["nd_range"] = range_json(launch);
  if (adapts(machine.core)) object["adaptation"] = adaptation_json(launch);
  std::string indented = "  ";
  for (const char c : text_of(object)) {
    indented += c;
    if (c == '\n') indented += "  ";
  }
  return indented;
}

std::string statistics_json_end(bool without_launches) {
  return without_launches ? "]\n}\n" : "\n ]\n}\n";
}

std::string statistics_json(const RunRecord& run) {
  std::string text = statistics_json_start(run, total_of(run.launches));
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    text += i == 0 ? "\n" : kJsonSeparator;
    text += statistics_json_launch(run.launches[i], run.machine);
  }
  return text + statistics_json_end(run.launches.empty());
}

}  // namespace lanefold
