// SPDX-License-Identifier: Apache-2.0
// Names and sums of what a launch counts.
#include "lanefold/statistics.h"

#include <algorithm>
#include <iterator>

#include "decisions/statistics/counter_sum.h"
#include "lanefold/error.h"

namespace lanefold {

namespace {

struct SlotCauseText {
  SlotCause cause;
  const char* name;
  const char* help;
};

constexpr SlotCauseText kSlotCauseTexts[] = {
    {SlotCause::Useful, "useful", "an active lane computes"},
    {SlotCause::ControlDivergence, "control_divergence",
     "the lane is off because it is on another path"},
    {SlotCause::DispatchMask, "dispatch_mask",
     "the lane is off since dispatch (partial warp) or by predicate"},
    {SlotCause::CompactionSlack, "compaction_slack",
     "the last quad of an ideally compacted instruction is not full"},
    {SlotCause::IssueConflict, "issue_conflict",
     "a warp was ready for this pipe, but the arbiter could not issue it now"},
    {SlotCause::OtherPipe, "other_pipe", "warps were ready, but only for another pipe"},
    {SlotCause::OperandWait, "operand_wait", "the scoreboard waits for an ALU result"},
    {SlotCause::MemoryWait, "memory_wait", "the scoreboard waits for a load"},
    {SlotCause::MemoryDivergence, "memory_divergence",
     "lanes wait for other lanes' misses (split or slip)"},
    {SlotCause::BarrierWait, "barrier_wait", "warps wait at a work-group barrier"},
    {SlotCause::FrontEnd, "front_end",
     "no instruction that could issue: fetch latency, branch resolution, compaction control"},
    {SlotCause::NoWarp, "no_warp", "no resident warp: too few, or they end at different times"},
    {SlotCause::RegisterFile, "register_file", "the pipe waits for operand fetch"},
    {SlotCause::OtherSlice, "other_slice", "the lane is not in the slice that issued (IPDPS'12)"},
    {SlotCause::Draining, "draining",
     "the core waits until all work-items under way have ended, to divide its warps anew"},
    {SlotCause::Reconfiguration, "reconfiguration", "the core divides its warps anew"},
    {SlotCause::Uniform, "uniform",
     "one lane computes a result that is the same in all lanes (core.scalar.execution)"},
};

constexpr bool lists_every_cause_in_order() {
  if (std::size(kSlotCauseTexts) != kSlotCauses) return false;
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    if (static_cast<std::size_t>(kSlotCauseTexts[i].cause) != i) return false;
  }
  return true;
}
static_assert(lists_every_cause_in_order());

const SlotCauseText& text_of(SlotCause cause) {
  const auto index = static_cast<std::size_t>(cause);
  if (index >= kSlotCauses) throw Error(ErrorKind::Internal, "a lane-slot cause without a name");
  return kSlotCauseTexts[index];
}

}  // namespace

const char* slot_cause_name(SlotCause cause) { return text_of(cause).name; }

const char* slot_cause_help(SlotCause cause) { return text_of(cause).help; }

std::uint64_t LaneLedger::total() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : slots) sum += count;
  return sum;
}

void LaneLedger::add(const LaneLedger& other) {
  for (std::size_t i = 0; i < kSlotCauses; ++i) slots[i] += other.slots[i];
}

void LaunchStatistics::add(const LaunchStatistics& other) {
  partial |= other.partial;
  add_counters(*this, other);
  ledger.add(other.ledger);
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
    add_counter(place->counters[i].value, block.counters[i].value, block.counters[i].kind);
  }
  for (std::size_t i = 0; i < block.banks.size(); ++i) {
    for (std::size_t bank = 0; bank < block.banks[i].values.size(); ++bank) {
      add_counter(place->banks[i].values[bank], block.banks[i].values[bank],
                  block.counters[i].kind);
    }
  }
}

}  // namespace lanefold
