// SPDX-License-Identifier: Apache-2.0
// Names and sums of what a launch counts.
#include "lanefold/statistics.h"

#include <algorithm>

#include "lanefold/error.h"

namespace lanefold {

namespace {

constexpr std::array<const char*, kSlotCauses> kSlotCauseNames{
    "useful",
    "control_divergence",
    "dispatch_mask",
    "compaction_slack",
    "issue_conflict",
    "other_pipe",
    "operand_wait",
    "memory_wait",
    "memory_divergence",
    "barrier_wait",
    "front_end",
    "no_warp",
    "register_file",
    "other_slice",
    "draining",
    "reconfiguration",
    "uniform",
};

template <std::size_t kSize>
void add_to(std::array<std::uint64_t, kSize>& sum, const std::array<std::uint64_t, kSize>& more) {
  for (std::size_t i = 0; i < kSize; ++i) sum[i] += more[i];
}

/// Collects pointers to the counters and histograms in the order of `describe`.
struct CounterList {
  std::vector<std::uint64_t*> counters;
  void counter(const char*, std::uint64_t& value, const char*, const char*) {
    counters.push_back(&value);
  }
  template <std::size_t kSize>
  void histogram(const char*, std::array<std::uint64_t, kSize>& values, const char*) {
    for (std::uint64_t& value : values) counters.push_back(&value);
  }
};

}  // namespace

const char* slot_cause_name(SlotCause cause) {
  const auto index = static_cast<std::size_t>(cause);
  if (index >= kSlotCauses) throw Error(ErrorKind::Internal, "a lane-slot cause without a name");
  return kSlotCauseNames[index];
}

std::uint64_t LaneLedger::total() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : slots) sum += count;
  return sum;
}

void LaunchStatistics::add(const LaunchStatistics& other) {
  const std::uint64_t splits = std::max(most_splits, other.most_splits);
  const std::uint64_t furthest = std::max(slip.most_slip, other.slip.most_slip);
  const std::uint64_t limit = std::max(slip.highest_limit, other.slip.highest_limit);
  LaunchStatistics addend = other;
  CounterList mine;
  CounterList theirs;
  describe(*this, mine);
  describe(addend, theirs);
  for (std::size_t i = 0; i < mine.counters.size(); ++i) *mine.counters[i] += *theirs.counters[i];
  add_to(ledger.slots, other.ledger.slots);
  most_splits = splits;
  slip.most_slip = furthest;
  slip.highest_limit = limit;
  for (const MemoryBlockStatistics& block : other.memory) add_block(memory, block);
  adaptation_path.insert(adaptation_path.end(), other.adaptation_path.begin(),
                         other.adaptation_path.end());
}

std::uint64_t MemoryBlockStatistics::operator[](std::string_view counter) const {
  for (const Counter& one : counters) {
    if (counter == one.name) return one.value;
  }
  throw Error(ErrorKind::Internal,
              "the statistics of " + name + " have no counter '" + std::string(counter) + "'");
}

void add_block(std::vector<MemoryBlockStatistics>& blocks, const MemoryBlockStatistics& block) {
  const auto place = std::find_if(blocks.begin(), blocks.end(),
                                  [&](const auto& other) { return other.name == block.name; });
  if (place == blocks.end()) {
    blocks.push_back(block);
    return;
  }
  // A level of another launch on the same machine is the same caches again.
  place->instances = std::max(place->instances, block.instances);
  for (std::size_t i = 0; i < block.counters.size(); ++i) {
    place->counters[i].value += block.counters[i].value;
  }
  for (std::size_t i = 0; i < block.banks.size(); ++i) {
    for (std::size_t bank = 0; bank < block.banks[i].values.size(); ++bank) {
      place->banks[i].values[bank] += block.banks[i].values[bank];
    }
  }
}

}  // namespace lanefold
