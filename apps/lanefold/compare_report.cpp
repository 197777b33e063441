// SPDX-License-Identifier: Apache-2.0
// Runs side by side, as a table and as JSON.
#include "compare_report.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "decisions/statistics/formulas.h"
#include "energy_text.h"
#include "simulation.h"

namespace lanefold {

namespace {

using Json = nlohmann::ordered_json;

/// The columns behind the value and the verdict, of numbers and of what is saved of them.
struct Row {
  std::uint64_t cycles;
  std::optional<double> cycles_saved;
  std::uint64_t eu_cycles;
  std::optional<double> eu_cycles_saved;
  double simd_efficiency;
  std::optional<double> useful_slots;
  std::optional<double> energy_saved;
};

Row row_of(const ComparedRun& run, const ComparedRun& first) {
  const LaunchStatistics& total = run.total;
  const auto saved = [&](double before, double after) {
    const bool partial = total.partial || first.total.partial;
    return partial ? std::nullopt : std::optional<double>(gain(before, after));
  };
  const auto slots = static_cast<double>(total.ledger.total());
  std::optional<double> useful;
  if (slots != 0) useful = static_cast<double>(total.ledger[SlotCause::Useful]) / slots;
  return {total.cycles,
          saved(static_cast<double>(first.total.cycles), static_cast<double>(total.cycles)),
          total.timed_eu_cycles,
          saved(static_cast<double>(first.total.timed_eu_cycles),
                static_cast<double>(total.timed_eu_cycles)),
          simd_efficiency(total),
          useful,
          saved(first.energy, run.energy)};
}

std::string percent_or_dash(const std::optional<double>& part) {
  return part ? percent(*part) : "-";
}

Json number_or_null(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json verdict_json(const ComparedRun& run) {
  if (run.verdict == "yes" || run.verdict == "NO") return run.verdict == "yes";
  return nullptr;
}

}  // namespace

std::string comparison_text(const ComparedRuns& comparison) {
  std::vector<std::string> columns{
      comparison.parameter, "verified", "cycles",          "gain",
      "EU cycles",          "gain",     "SIMD efficiency", "useful slots"};
  if (comparison.energy) columns.insert(columns.end(), {"energy nJ", "gain"});
  TextTable table(columns);
  for (const ComparedRun& run : comparison.runs) {
    const Row row = row_of(run, comparison.runs.front());
    std::vector<std::string> cells{run.value,
                                   run.verdict,
                                   with_thousands(row.cycles),
                                   percent_or_dash(row.cycles_saved),
                                   with_thousands(row.eu_cycles),
                                   percent_or_dash(row.eu_cycles_saved),
                                   percent(row.simd_efficiency),
                                   percent_or_dash(row.useful_slots)};
    if (comparison.energy) {
      cells.push_back(nanojoules(run.energy));
      cells.push_back(percent_or_dash(row.energy_saved));
    }
    table.row(cells);
  }
  return comparison.program + (comparison.machine.empty() ? "" : " on " + comparison.machine) +
         "; gain is the part saved relative to the first line\n" + notes_text(comparison.notes) +
         "\n" + table.text();
}

std::string comparison_json(const ComparedRuns& comparison) {
  Json root{{"program", comparison.program}};
  if (!comparison.machine.empty()) root["machine"] = comparison.machine;
  root["parameter"] = comparison.parameter;
  root["notes"] = comparison.notes;
  root["runs"] = Json::array();
  for (const ComparedRun& run : comparison.runs) {
    const Row row = row_of(run, comparison.runs.front());
    Json one{{"value", run.value}, {"verified", verdict_json(run)}};
    if (run.total.partial) one["partial"] = true;
    one.update({{"cycles", row.cycles},
                {"cycles_gain", number_or_null(row.cycles_saved)},
                {"eu_cycles", row.eu_cycles},
                {"eu_cycles_gain", number_or_null(row.eu_cycles_saved)},
                {"simd_efficiency", row.simd_efficiency},
                {"useful_slots", number_or_null(row.useful_slots)}});
    if (comparison.energy) {
      one["energy_nj"] = run.energy * 1e-3;
      one["energy_gain"] = number_or_null(row.energy_saved);
    }
    root["runs"].push_back(one);
  }
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanefold
