// SPDX-License-Identifier: Apache-2.0
// What `lanefold run --energy` prints.
#include "energy_text.h"

#include <fmt/format.h>

#include "common/formulas.h"
#include "common/text.h"
#include "cost/energy.h"

namespace lanefold {
namespace {

constexpr double kNjOfPj = 1e-3;

std::string nj(double pj) { return fmt::format("{:.1f}", pj * kNjOfPj); }

}  // namespace

std::string energy_text(const RunRecord& record) {
  const LaunchStatistics run = total_of(record.launches);
  const std::vector<EnergyItem> items = energy_of(run, record.machine);
  const double all = total_of(items);
  TextTable table({"energy at 45 nm", "events", "unit", "pJ each", "nJ", "part"});
  for (const EnergyItem& item : items) {
    table.row({item.name, with_thousands(item.events), item.unit, fmt::format("{:.2f}", item.pj),
               nj(item.total()), percent(all == 0 ? 0 : item.total() / all)});
  }
  table.gap();
  table.row({"all", "", "", "", nj(all), percent(1)});
  std::string text = "\n" + table.text();
  if (run.work_items != 0) {
    text +=
        fmt::format("a work-item {:.3f} nJ", all * kNjOfPj / static_cast<double>(run.work_items));
  }
  if (run.cycles != 0) {  // pJ in us are uW
    const double us = static_cast<double>(run.cycles) / record.machine.clock_mhz;
    text += fmt::format(", power {:.2f} W", all / us * 1e-6);
  }
  return text + "\n";
}

}  // namespace lanefold
