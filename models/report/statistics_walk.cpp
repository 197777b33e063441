// SPDX-License-Identifier: Apache-2.0
// The visitors that list counters, and the totals over launches.
#include "report/statistics_walk.h"

#include "lanefold/statistics_report.h"

namespace lanefold {

namespace {

constexpr std::array<const char*, kSlotCauses> kSlotCauseHelp{
    "an active lane computes",
    "the lane is off because it is on another path",
    "the lane is off since dispatch (partial warp) or by predicate",
    "the last quad of an ideally compacted instruction is not full",
    "a warp was ready for this pipe, but the arbiter could not issue it now",
    "warps were ready, but only for another pipe",
    "the scoreboard waits for an ALU result",
    "the scoreboard waits for a load",
    "lanes wait for other lanes' misses (split or slip)",
    "warps wait at a work-group barrier",
    "no instruction that could issue: fetch latency, branch resolution, compaction control",
    "no resident warp",
    "the pipe waits for operand fetch",
    "the lane is not in the slice that issued (IPDPS'12)",
    "the core waits until all that has begun has ended, to divide its warps anew",
    "the core divides its warps anew",
    "one lane computes what is the same in all (core.scalar)",
};

class Lister {
 public:
  explicit Lister(std::size_t lanes) : lanes_(lanes) {}

  void counter(const char* name, std::uint64_t value, const char* unit, const char* help) {
    counters.push_back({name, value, unit, help});
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

const char* slot_cause_help(SlotCause cause) {
  return kSlotCauseHelp.at(static_cast<std::size_t>(cause));
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
