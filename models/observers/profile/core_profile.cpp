// SPDX-License-Identifier: Apache-2.0
// Counting by instruction, in a core.
#include "observers/profile/core_profile.h"

#include <utility>

#include "decisions/pipeline/hardware_thread.h"
#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {

CoreProfile::CoreProfile(const PipelineContext& core, LatestIssues& issues)
    : IdleWatch(core.lost),
      statistics_(core.statistics),
      geometry_(core.config.warp_width, core.config.alu_width),
      issues_(issues),
      threads_(slots_of(core.config)),
      barriers_(threads_.size()),
      hardware_(core.threads),
      first_level_(first_level_of_memory(core.machine)),
      merges_(threads_.size()),
      lanes_(core.config.alu_width) {}

/// The core's own statistics begin anew. What is still in a payload belongs to a launch that has
/// failed.
void CoreProfile::begin_launch(InstructionTable& table) {
  table_ = &table;
  for (FlightProfile& flight : flights_) flight = {};
  for (ThreadProfile& thread : threads_) thread.forget();
  forget_lost();
  charged_ = {};
  stride_ = {};
  turn_ = 0;
  branches_ = divergent_branches_ = barrier_count_ = 0;
}

void CoreProfile::end_launch() {
  for (const WarpInstruction* payload : payloads_) finish(*payload);
}

void CoreProfile::finish() {
  for (std::size_t i = 0; i < kSlotCauses; ++i) charge_rest(static_cast<SlotCause>(i));
}

/// A payload keeps its flight, which is that of one instruction after the other: the one before is
/// complete.
void CoreProfile::issued(WarpInstruction& instruction) {
  if (instruction.profile == nullptr) {
    instruction.profile = &flights_.emplace_back();
    payloads_.push_back(&instruction);
  }
  const PipelineInstruction& decoded = *instruction.instruction;
  FlightProfile& flight = *instruction.profile;
  if (flight.waits) finish(instruction);
  InstructionCounts& counts = table_->row_of(instruction).counts;
  issues_.count(*table_, instruction, geometry_);
  flight.counts = &counts;
  threads_[instruction.slot].issued(instruction);
  if (decoded.ends_block) count_merges(instruction);
  if (instruction.unit == Unit::Send) {
    flight.waited = {};
    flight.awaited = flight.answered = 0;
    flight.issued = instruction.issued;
    flight.waits = true;
    flight.loads = reads_memory(decoded);
  }
}

/// The slots that were lost to a load are charged when it is known where it was: when its payload
/// is used again, which has not forgotten when the load was complete.
void CoreProfile::finish(const WarpInstruction& instruction) {
  FlightProfile& flight = *instruction.profile;
  if (flight.counts == nullptr || !std::exchange(flight.waits, false)) return;
  InstructionCounts& counts = *flight.counts;
  if (flight.loads) {
    ++counts.load_results;
    counts.load_cycles += instruction.completes - flight.issued;
  }
  if (flight.awaited == 0) return;
  counts.ledger.charge(SlotCause::MemoryWait, flight.awaited);
  const PlaceCycles parts =
      divide_by_place(flight.awaited, flight.places(), MemoryPlace::LoadStore);
  for (std::size_t i = 0; i < kMemoryPlaces; ++i) counts.memory_wait[i] += parts[i];
}

void CoreProfile::resolved(WarpInstruction& instruction) {
  InstructionCounts& counts = *instruction.profile->counts;
  const auto since = [](std::uint64_t now, std::uint64_t& before) {
    return now - std::exchange(before, now);
  };
  const std::uint64_t diverged = since(statistics_.divergent_branches, divergent_branches_);
  counts.branches += since(statistics_.branches, branches_);
  counts.barriers += since(statistics_.barriers, barrier_count_);
  counts.divergent_branches += diverged;
  counts.splits += diverged;
  if (instruction.thread->at_barrier()) barriers_[instruction.slot] = &counts;
  count_merges(instruction);
}

void CoreProfile::count_merges(WarpInstruction& instruction) {
  const std::uint64_t merges = instruction.thread->merges();
  const std::uint64_t before = std::exchange(merges_[instruction.slot], merges);
  if (merges != before) instruction.profile->counts->merges += merges - before;
}

}  // namespace lanefold
