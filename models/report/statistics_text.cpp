// SPDX-License-Identifier: Apache-2.0
// The tables for people, and the reference of all counters.
#include <array>
#include <cstdio>
#include <set>

#include "base/text.h"
#include "decisions/statistics/formulas.h"
#include "decisions/statistics/resource_use.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/statistics_report.h"
#include "report/adaptation_text.h"
#include "report/scalar_text.h"
#include "report/statistics_walk.h"

namespace lanefold {

namespace {

std::string part_of(std::uint64_t count, std::uint64_t all) {
  return all == 0 ? "-" : percent(static_cast<double>(count) / static_cast<double>(all));
}

std::string with_decimals(double number, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  return text.data();
}

/// Without those that are zero, which are many: what is off counts nothing.
std::string counter_table(const LaunchStatistics& total) {
  TextTable table({"counter", "count", "unit"});
  std::size_t zeros = 0;
  for (const CounterView& counter : counters_of(total)) {
    if (!total.timed && counter.kind == CounterKind::TimedSum) continue;
    if (counter.value == 0) {
      ++zeros;
      continue;
    }
    table.row({counter.name, with_thousands(counter.value), counter.unit});
  }
  return table.text() + std::to_string(zeros) + " other counters are zero (--stats writes all)\n";
}

std::string class_table(const LaunchStatistics& total) {
  TextTable table({"active lanes", "warp instructions", "part"});
  for (const LaneClass& group : lane_classes(total)) {
    table.row({group.name(), with_thousands(group.instructions),
               part_of(group.instructions, total.warp_instructions)});
  }
  return table.text();
}

std::string policy_table(const LaunchStatistics& total, CompactionPolicy machine_policy) {
  TextTable table({"compaction", "EU cycles", "gain over ivb", "gain over none", "of ideal"});
  for (const PolicyResult& result : policy_results(total, machine_policy)) {
    const std::uint64_t cycles = result.eu_cycles;
    table.row({std::string(name_of(result.policy)) + (result.timed ? " (timed)" : ""),
               with_thousands(cycles),
               percent(gain(total.eu_cycles[CompactionPolicy::Ivb], cycles)),
               percent(gain(total.eu_cycles[CompactionPolicy::None], cycles)),
               percent(part_of_ideal(total, cycles))});
  }
  return table.text();
}

std::string ledger_table(const LaunchStatistics& total) {
  TextTable table({"lane slots", "count", "part"});
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    if (total.ledger[cause] == 0) continue;
    table.row({slot_cause_name(cause), with_thousands(total.ledger[cause]),
               part_of(total.ledger[cause], total.ledger.total())});
  }
  table.row({"total", with_thousands(total.ledger.total()), "100.0%"});
  return table.text();
}

/// The caches and what they did with requests.
std::string cache_table(const LaunchStatistics& total) {
  TextTable table({"cache", "accesses", "hits", "misses", "merges", "conflicts", "write-backs"});
  for (const MemoryBlockStatistics& block : total.memory) {
    if (!block.is_cache()) continue;
    const std::string count = block.instances > 1 ? " x" + std::to_string(block.instances) : "";
    table.row({block.name + count, with_thousands(block["accesses"]),
               part_of(block["hits"], block["accesses"]), with_thousands(block["misses"]),
               with_thousands(block["merges"]), with_thousands(block["conflicts"]),
               with_thousands(block["write_backs"])});
  }
  return table.text();
}

std::string bandwidth_table(const LaunchStatistics& total, const MachineConfig& machine) {
  TextTable table({"bandwidth", "used", "available", "unit"});
  for (const Bandwidth& link : bandwidths(total, machine)) {
    table.row({link.name, with_decimals(link.used, 3),
               link.available == 0 ? "no limit" : with_decimals(link.available, 3), link.unit});
  }
  return table.text();
}

std::string stall_table(const LaunchStatistics& total, const MachineConfig& machine) {
  TextTable table({"memory stalls", "cycles"});
  for (const MemoryStall& stall : memory_stalls(total, machine)) {
    if (stall.cycles != 0) table.row({stall.name, with_thousands(stall.cycles)});
  }
  return table.text();
}

std::string memory_text(const LaunchStatistics& total, const MachineConfig& machine) {
  return stall_table(total, machine) + "\n" + cache_table(total) + "\n" +
         bandwidth_table(total, machine) + "\n" +
         with_decimals(requests_per_instruction(total), 2) +
         " line requests per memory instruction; some lanes hit and some miss in " +
         percent(divergent_load_part(total)) + " of loads\n" +
         with_decimals(memory_level_parallelism(total), 1) +
         " reads of memory on their way at once while there is any\nkernel time " +
         with_decimals(nanoseconds(total.cycles, machine.clock_mhz), 1) + " ns\n";
}

/// SIMD efficiency, and what limits the run.
std::string efficiency_text(const LaunchStatistics& total, const MachineConfig& machine) {
  const std::string text = "SIMD efficiency " + percent(simd_efficiency(total)) + "\n";
  const std::string limit = total.timed ? limit_sentence(total, machine) : "";
  return limit.empty() ? text : text + limit + "\n";
}

/// Those of the threads of Gen8's code: " at SIMD8 and SIMD16".
std::string widths_of(const std::vector<LaunchStatistics>& launches) {
  std::set<unsigned> widths;
  for (const LaunchStatistics& launch : launches) widths.insert(launch.warp_width);
  std::string text;
  for (const unsigned width : widths) {
    text += (text.empty() ? " at SIMD" : " and SIMD") + std::to_string(width);
  }
  return text;
}

/// What a core does, as far as it is not what most do.
std::string policies_of(const CoreConfig& core) {
  std::string text = std::string(", compaction ") + name_of(core.compaction) + ", on_miss " +
                     name_of(core.on_miss);
  if (core.on_branch != OnBranch::Serialize) {
    text += std::string(", on_branch ") + name_of(core.on_branch);
  }
  if (core.scalar.execution != ScalarExecution::Off) {
    text += std::string(", scalar ") + name_of(core.scalar.execution) + " (" +
            name_of(core.scalar.knowledge) + ")";
  }
  if (adapts(core)) {
    text += std::string(", adaptation ") + name_of(core.adaptation.strategy);
  } else if (!core.keeps_whole_warps()) {
    text += ", simd " + core.simd;
  }
  return text;
}

}  // namespace

std::string heading_of(const RunRecord& run, bool functional) {
  std::string text =
      run.program + " on " + run.machine.name + (functional ? ": functional" : ": timed");
  if (run.machine.core.isa == InstructionSet::Gen8) text += ", gen8" + widths_of(run.launches);
  if (run.first_launch != 0) text += ", from launch " + std::to_string(run.first_launch) + " on";
  return functional ? text : text + policies_of(run.machine.core);
}

std::string summary_text(const RunRecord& run) {
  const LaunchStatistics total = total_of(run.launches);
  return policy_table(total, run.machine.core.compaction) + "\n" +
         efficiency_text(total, run.machine);
}

std::string statistics_text(const RunRecord& run) {
  const LaunchStatistics total = total_of(run.launches);
  std::string text = counter_table(total) + "\n" + class_table(total) + "\n" +
                     policy_table(total, run.machine.core.compaction);
  if (total.timed) text += "\n" + ledger_table(total) + "\n" + memory_text(total, run.machine);
  if (total.timed) {
    text += slice_storage_text(run.machine.core) + adaptation_text(run) +
            scalar_storage_text(run.machine.core);
  }
  return text + "\n" + efficiency_text(total, run.machine);
}

std::string statistics_reference() {
  std::string text = "| counter | unit | adds as | meaning |\n|---|---|---|---|\n";
  const LaunchStatistics none;
  for (const CounterView& counter : counters_of(none)) {
    text += "| `" + counter.name + "` | " + counter.unit + " | " + addition_name(counter.kind) +
            " | " + counter.help + " |\n";
  }
  text += "\n| histogram | meaning |\n|---|---|\n";
  for (const HistogramView& histogram : histograms_of(none)) {
    text += "| `" + histogram.name + "` | " + histogram.help + " |\n";
  }
  text += "\n| cause in the ledger | what the lane-slots were lost to |\n|---|---|\n";
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    text += std::string("| `") + slot_cause_name(cause) + "` | " + slot_cause_help(cause) + " |\n";
  }
  return text;
}

}  // namespace lanefold
