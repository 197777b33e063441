// SPDX-License-Identifier: Apache-2.0
// The tables for people, and the reference of all counters.
#include "common/formulas.h"
#include "common/statistics_walk.h"
#include "common/text.h"
#include "lanefold/statistics_report.h"

namespace lanefold {

namespace {

std::string part_of(std::uint64_t count, std::uint64_t all) {
  return all == 0 ? "-" : percent(static_cast<double>(count) / static_cast<double>(all));
}

std::string counter_table(const LaunchStatistics& total) {
  TextTable table({"counter", "count", "unit"});
  for (const CounterView& counter : counters_of(total)) {
    const bool needs_time =
        counter.name == "cycles" || counter.name == "eu_cycles" || counter.name == "ideal_slots";
    if (!total.timed && needs_time) continue;
    table.row({counter.name, with_thousands(counter.value), counter.unit});
  }
  return table.text();
}

std::string class_table(const LaunchStatistics& total) {
  TextTable table({"active lanes", "warp instructions", "part"});
  for (const LaneClass& group : lane_classes(total)) {
    table.row({group.name(), with_thousands(group.instructions),
               part_of(group.instructions, total.warp_instructions)});
  }
  return table.text();
}

std::string policy_table(const LaunchStatistics& total, const std::string& machine_policy) {
  TextTable table({"compaction", "EU cycles", "gain over ivb", "gain over none", "of ideal"});
  for (const PolicyResult& result : policy_results(total, machine_policy)) {
    const std::uint64_t cycles = result.eu_cycles;
    table.row({result.policy + (result.timed ? " (timed)" : ""), with_thousands(cycles),
               percent(gain(total.eu_cycles.ivb, cycles)),
               percent(gain(total.eu_cycles.none, cycles)), percent(part_of_ideal(total, cycles))});
  }
  return table.text();
}

std::string ledger_table(const LaunchStatistics& total) {
  TextTable table({"lane slots", "count", "part"});
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    table.row({slot_cause_name(cause), with_thousands(total.ledger[cause]),
               part_of(total.ledger[cause], total.ledger.total())});
  }
  table.row({"total", with_thousands(total.ledger.total()), "100.0%"});
  return table.text();
}

}  // namespace

std::string statistics_text(const RunRecord& run) {
  const LaunchStatistics total = total_of(run.launches);
  std::string text = counter_table(total) + "\n" + class_table(total) + "\n" +
                     policy_table(total, run.machine.core.compaction);
  if (total.timed) text += "\n" + ledger_table(total);
  return text + "\nSIMD efficiency " + percent(simd_efficiency(total)) + "\n";
}

std::string statistics_reference() {
  std::string text = "| counter | unit | meaning |\n|---|---|---|\n";
  const LaunchStatistics none;
  for (const CounterView& counter : counters_of(none)) {
    text += "| `" + counter.name + "` | " + counter.unit + " | " + counter.help + " |\n";
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
