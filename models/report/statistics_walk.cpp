// SPDX-License-Identifier: Apache-2.0
// The visitors that list counters, and the totals over launches.
#include "report/statistics_walk.h"

#include "lanefold/statistics_report.h"

namespace lanefold {

namespace {

class Lister {
 public:
  explicit Lister(std::size_t lanes) : lanes_(lanes) {}

  void counter(const char* name, std::uint64_t value, const char* unit, const char* help,
               CounterKind kind = CounterKind::Sum) {
    counters.push_back({name, value, unit, help, kind});
  }
  template <std::size_t kSize>
  void histogram(const char* name, const std::array<std::uint64_t, kSize>& values,
                 const char* help) {
    // One entry per lane count: 0 to the warp width.
    const std::size_t used = kSize == 65 ? std::min(kSize, lanes_ + 1) : kSize;
    histograms.push_back({name, {values.begin(), values.begin() + used}, help});
  }

  std::vector<CounterView> counters;
  std::vector<HistogramView> histograms;

 private:
  std::size_t lanes_;
};

Lister listed(const LaunchStatistics& statistics) {
  Lister lister(statistics.warp_width);
  LaunchStatistics::describe(statistics, lister);
  return lister;
}

}  // namespace

std::vector<CounterView> counters_of(const LaunchStatistics& statistics) {
  return listed(statistics).counters;
}

std::vector<HistogramView> histograms_of(const LaunchStatistics& statistics) {
  return listed(statistics).histograms;
}

LaunchStatistics total_of(const std::vector<LaunchStatistics>& launches) {
  if (launches.empty()) return {};
  LaunchStatistics total = launches.front();
  for (std::size_t i = 1; i < launches.size(); ++i) {
    total.add(launches[i]);
    if (launches[i].kernel != total.kernel) total.kernel = "all";
  }
  return total;
}

}  // namespace lanefold
