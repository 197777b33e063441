// SPDX-License-Identifier: Apache-2.0
// What the launches that were timed say of all, as a table.
#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "decisions/sampling/cycle_estimate.h"
#include "decisions/statistics/formulas.h"
#include "lanefold/statistics_report.h"

namespace lanefold {
namespace {

std::string rounded(double number) {
  return with_thousands(static_cast<unsigned long long>(std::llround(number)));
}

/// The bound beside the cycles.
std::string bound_of(const KernelEstimate& estimate) {
  if (!estimate.error) return "not known";
  return fmt::format("{:.1f}%", 100 * *estimate.error / *estimate.cycles);
}

std::vector<std::string> row_of(const KernelEstimate& estimate, std::uint64_t clock_mhz) {
  std::vector<std::string> row{estimate.kernel, with_thousands(estimate.launches),
                               with_thousands(estimate.timed),
                               with_thousands(estimate.partly_timed)};
  if (estimate.cycles) {
    row.push_back(rounded(*estimate.cycles));
    row.push_back(rounded(*estimate.cycles * nanoseconds(1, clock_mhz)));
    row.push_back(bound_of(estimate));
  } else {
    row.insert(row.end(), 3, "not known");
  }
  return row;
}

}  // namespace

std::string estimate_text(const std::vector<KernelEstimate>& estimates, std::uint64_t clock_mhz) {
  TextTable table(
      {"estimate of", "launches", "timed", "partly", "cycles", "ns", "estimated error"});
  for (const KernelEstimate& kernel : estimates) table.row(row_of(kernel, clock_mhz));
  if (estimates.size() > 1) table.row(row_of(total_of(estimates), clock_mhz));
  return table.text();
}

}  // namespace lanefold
