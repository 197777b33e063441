// SPDX-License-Identifier: Apache-2.0
// What `lanefold run --energy` prints.
#include "energy_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "decisions/statistics/formulas.h"

namespace lanefold {
namespace {

constexpr double kNjOfPj = 1e-3;

}  // namespace

std::string nanojoules(double pj) { return fmt::format("{:.1f}", pj * kNjOfPj); }

std::string energy_text(const RunRecord& record) {
  if (!record.energy) return "";
  const RunEnergy& energy = *record.energy;
  const LaunchStatistics run = total_of(record.launches);
  const double all = energy.total();
  TextTable table(
      {fmt::format("energy at {} nm", energy.node), "events", "unit", "pJ each", "nJ", "part"});
  for (const EnergyPart& part : energy.parts) {
    table.row({part.name, with_thousands(part.events), part.unit, fmt::format("{:.3f}", part.pj),
               nanojoules(part.total()), percent(all == 0 ? 0 : part.total() / all)});
  }
  table.gap();
  table.row({"all", "", "", "", nanojoules(all), percent(1)});
  return fmt::format("\n{}a work-item {:.3f} nJ, power {:.2f} W\n", table.text(),
                     picojoules_of_work_item(energy, run) * kNjOfPj,
                     watts(energy, run, record.machine.clock_mhz));
}

}  // namespace lanefold
