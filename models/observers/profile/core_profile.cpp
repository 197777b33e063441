// SPDX-License-Identifier: Apache-2.0
// Counting by instruction, in a core.
#include "observers/profile/core_profile.h"

#include <utility>

#include "decisions/pipeline/hardware_thread.h"
#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {

CoreProfile::CoreProfile(const PipelineContext& core)
    : statistics_(core.statistics),
      geometry_(core.config.warp_width, core.config.alu_width),
      threads_(slots_of(core.config)),
      hardware_(core.threads),
      first_level_(first_level_of_memory(core.machine)),
      merges_(threads_.size()) {}

/// The core's own statistics begin anew.
void CoreProfile::begin_launch(InstructionTable& table) {
  table_ = &table;
  for (ThreadProfile& thread : threads_) thread.forget();
  turn_ = 0;
  branches_ = divergent_branches_ = barriers_ = 0;
}

/// A payload keeps its flight, which is that of one instruction after the other.
void CoreProfile::decoded(WarpInstruction& instruction) {
  if (instruction.profile == nullptr) instruction.profile = &flights_.emplace_back();
  InstructionTable::Row& row = table_->at(instruction.pc);
  if (!row.decoded()) {
    row.text = text_of(instruction);
    row.kind = instruction.instruction->kind;
  }
  *instruction.profile = FlightProfile{};
  instruction.profile->counts = &row.counts;
  threads_[instruction.slot].decoded(instruction);
  if (instruction.instruction->ends_block) count_merges(instruction);
}

CoreProfile::Snapshot CoreProfile::snapshot() const {
  return {statistics_.ledger,
          {statistics_.timed_eu_cycles, statistics_.ideal_slots,
           statistics_.scalar.lane_operations, statistics_.swizzled_lanes,
           statistics_.register_reads, statistics_.register_bits}};
}

void CoreProfile::before_issue(WarpInstruction& instruction) {
  count_issue(*instruction.profile->counts, *instruction.instruction, instruction.unit,
              instruction.active, geometry_);
  threads_[instruction.slot].issued(instruction);
  before_ = snapshot();
}

void CoreProfile::behind_issue(WarpInstruction& instruction) {
  InstructionCounts& counts = *instruction.profile->counts;
  const Snapshot now = snapshot();
  for (std::size_t i = 0; i < kSlotCauses; ++i) {
    counts.ledger.slots[i] += now.ledger.slots[i] - before_.ledger.slots[i];
  }
  const auto since = [&](std::size_t i) { return now.counters[i] - before_.counters[i]; };
  counts.timed_eu_cycles += since(0);
  counts.ideal_slots += since(1);
  counts.lane_operations += since(2);
  counts.swizzled_lanes += since(3);
  counts.register_reads += since(4);
  counts.register_bits += since(5);
}

void CoreProfile::before_write(WarpInstruction& /*instruction*/) {
  writes_before_ = statistics_.register_writes;
  bits_before_ = statistics_.register_bits;
}

/// The slots that were lost to a load are divided when it is known where it was.
void CoreProfile::behind_write(WarpInstruction& instruction) {
  FlightProfile& flight = *instruction.profile;
  InstructionCounts& counts = *flight.counts;
  counts.register_writes += statistics_.register_writes - writes_before_;
  counts.register_bits += statistics_.register_bits - bits_before_;
  threads_[instruction.slot].retired(instruction);
  if (reads_memory(*instruction.instruction)) {
    ++counts.load_results;
    counts.load_cycles += instruction.completes - instruction.issued;
  }
  if (flight.awaited == 0) return;
  const PlaceCycles parts = divide_by_place(flight.awaited, flight.places(instruction.issued),
                                            MemoryPlace::LoadStore);
  for (std::size_t i = 0; i < kMemoryPlaces; ++i) counts.memory_wait[i] += parts[i];
}

void CoreProfile::resolved(WarpInstruction& instruction) {
  InstructionCounts& counts = *instruction.profile->counts;
  const std::uint64_t diverged = statistics_.divergent_branches - divergent_branches_;
  counts.branches += statistics_.branches - branches_;
  counts.divergent_branches += diverged;
  counts.splits += diverged;
  counts.barriers += statistics_.barriers - barriers_;
  branches_ = statistics_.branches;
  divergent_branches_ = statistics_.divergent_branches;
  barriers_ = statistics_.barriers;
  count_merges(instruction);
}

void CoreProfile::count_merges(WarpInstruction& instruction) {
  const std::uint64_t merges = instruction.thread->merges();
  const std::uint64_t before = std::exchange(merges_[instruction.slot], merges);
  instruction.profile->counts->merges += merges - before;
}

}  // namespace lanefold
