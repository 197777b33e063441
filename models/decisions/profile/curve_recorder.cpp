// SPDX-License-Identifier: Apache-2.0
// Differences of snapshots, and their sums.
#include "decisions/profile/curve_recorder.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "lanefold/error.h"

namespace lanefold {
namespace {

using Counts = std::vector<std::uint64_t>;

/// The order of all lists of counters here.
Counts counts_of(const MachineSnapshot& snapshot) {
  LaneLedger ledger;
  for (const LaneLedger& core : snapshot.ledgers) ledger.add(core);
  Counts counts;
  counts.reserve(2 + kSlotCauses + snapshot.memory.size());
  counts.push_back(snapshot.warp_instructions);
  counts.push_back(snapshot.lane_instructions);
  counts.insert(counts.end(), ledger.slots.begin(), ledger.slots.end());
  counts.insert(counts.end(), snapshot.memory.begin(), snapshot.memory.end());
  return counts;
}

/// A counter of a launch's record; `part` is empty, "ledger", or a level of memory.
struct Counted {
  std::string_view part;
  const char* counter;
  std::uint64_t value;

  std::string name() const { return part.empty() ? counter : std::string(part) + "." + counter; }
};

/// `visit(Counted)` in that order.
template <class Visit>
void for_each_count(const LaunchStatistics& launch, Visit&& visit) {
  visit(Counted{"", "warp_instructions", launch.warp_instructions});
  visit(Counted{"", "lane_instructions", launch.lane_instructions});
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    const auto cause = static_cast<SlotCause>(i);
    visit(Counted{"ledger", slot_cause_name(cause), launch.ledger[cause]});
  }
  for (const MemoryBlockStatistics& block : launch.memory) {
    for (const MemoryBlockStatistics::Counter& one : block.counters) {
      if (one.kind != CounterKind::Maximum) visit(Counted{block.name, one.name, one.value});
    }
  }
}

void require_equal(const Counted& counted, std::uint64_t sum) {
  if (sum == counted.value) return;
  throw Error(ErrorKind::Internal,
              fmt::format("the samples of a launch have {} of {}, and the launch has {}", sum,
                          counted.name(), counted.value));
}

void add_to(Counts& sum, const Counts& more) {
  sum.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) sum[i] += more[i];
}

}  // namespace

std::uint64_t CurveRecorder::begin() {
  launch_ = {whole_.interval(), Curves::kMostSamples};
  counted_.clear();
  counted_until_ = 0;
  falls_ = false;
  return whole_.next_begin(axis_) - axis_;
}

std::uint64_t CurveRecorder::take(const MachineSnapshot& snapshot) {
  count_until(snapshot);
  return launch_.next_begin(axis_ + snapshot.cycle) - axis_;
}

void CurveRecorder::end(const MachineSnapshot& snapshot) {
  count_until(snapshot);
  ledgers_ = snapshot.ledgers;
}

void CurveRecorder::count_until(const MachineSnapshot& snapshot) {
  Counts now = counts_of(snapshot);
  counted_.resize(now.size());
  CountedSample sample{axis_ + counted_until_, snapshot.cycle - counted_until_, now};
  for (std::size_t i = 0; i < now.size(); ++i) {
    falls_ |= now[i] < counted_[i];
    sample.counts[i] -= counted_[i];
  }
  launch_.add(std::move(sample));
  counted_ = std::move(now);
  counted_until_ = snapshot.cycle;
}

void CurveRecorder::add(const LaunchStatistics& launch) {
  check(launch);
  if (names_.empty()) {
    for_each_count(launch, [&](const Counted& one) { names_.push_back(one.name()); });
  }
  list_launch(launch);
  whole_.add(std::exchange(launch_, {whole_.interval(), Curves::kMostSamples}));
  add_to(total_, counted_);
  head_.cores = static_cast<std::uint32_t>(ledgers_.size());
  head_.per_core.resize(ledgers_.size());
  for (std::size_t core = 0; core < ledgers_.size(); ++core) {
    head_.per_core[core].add(ledgers_[core]);
  }
  axis_ += launch.cycles;
}

void CurveRecorder::list_launch(const LaunchStatistics& launch) {
  if (head_.launches.size() < Curves::kMostLaunches) {
    head_.launches.push_back({launch.kernel, axis_, launch.cycles});
  } else {
    ++head_.launches_left_out;
  }
}

void CurveRecorder::check(const LaunchStatistics& launch) const {
  if (falls_) throw Error(ErrorKind::Internal, "a counter that is a sum falls during a launch");
  require_equal({"", "cycles", launch.cycles}, counted_until_);
  std::size_t at = 0;
  for_each_count(launch, [&](const Counted& one) {
    require_equal(one, at < counted_.size() ? counted_[at] : 0);
    ++at;
  });
}

Curves CurveRecorder::curves() const {
  Curves curves = head_;
  Counts sum(total_.size());
  for (const CountedSample& sample : whole_.samples()) {
    curves.begin.push_back(sample.begin);
    curves.cycles.push_back(sample.cycles);
    add_to(sum, sample.counts);
  }
  if (sum != total_) throw Error(ErrorKind::Internal, "the samples do not add up to the launches");
  for (std::size_t i = 0; i < total_.size(); ++i) {
    if (total_[i] == 0) continue;
    Curves::Series& series = curves.series.emplace_back();
    series.name = names_[i];
    for (const CountedSample& sample : whole_.samples()) series.values.push_back(sample.counts[i]);
  }
  return curves;
}

}  // namespace lanefold
