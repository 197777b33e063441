// SPDX-License-Identifier: Apache-2.0
// Counts what one core does, and what it loses, by instruction.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "decisions/pipeline/core_geometry.h"
#include "decisions/profile/flight_profile.h"
#include "machine/top/block_factory.h"
#include "machine/top/idle_watch.h"
#include "observers/profile/instruction_table.h"
#include "observers/profile/latest_issues.h"
#include "observers/profile/sample_stride.h"
#include "observers/profile/thread_profile.h"

namespace lanefold {

/// Gives each instruction that issues its row of the table. Blocks count there what they count for
/// the core; issues, branches and slots in which nothing issues are counted here.
class CoreProfile final : public IdleWatch {
 public:
  /// `issues` are those of all cores, and outlive it.
  CoreProfile(const PipelineContext& core, LatestIssues& issues);

  void begin_launch(InstructionTable& table);
  /// The table then has all.
  void end_launch();
  /// Of instructions on the core, as on all others.
  CoreGeometry& geometry() { return geometry_; }

  /// The steps of an instruction.
  void issued(WarpInstruction& instruction);
  void resolved(WarpInstruction& instruction);

  std::int64_t tell(const IdlePipe& latest, std::uint64_t slots, const IdleState& state,
                    const CoreWires& wires) override;
  void finish() override;

 private:
  void finish(const WarpInstruction& instruction);
  void charge_rest(SlotCause cause);
  void count_merges(WarpInstruction& instruction);
  SlotSet threads_that_lose(const IdlePipe& pipe, const IdleState& state,
                            const CoreWires& wires) const;
  InstructionCounts& charge(unsigned slot, SlotCause cause, std::uint64_t slots,
                            const IdleState& state, const CoreWires& wires);
  InstructionCounts& charge_memory(unsigned slot, std::uint64_t slots, const IdleState& state,
                                   const CoreWires& wires);
  MemoryPlace place_of_sending(const IdleState& state, SlotSet full, unsigned slot) const;
  InstructionCounts& waiting_at(unsigned slot, const IdleState& state, const CoreWires& wires);
  InstructionCounts& counts_or_next(WarpInstruction* instruction, unsigned slot);
  InstructionCounts& counts_at(std::uint32_t pc) { return table_->at(pc).counts; }

  const LaunchStatistics& statistics_;
  CoreGeometry geometry_;
  InstructionTable* table_ = nullptr;
  LatestIssues& issues_;
  std::deque<FlightProfile> flights_;      ///< of the payloads
  std::deque<WarpInstruction*> payloads_;  ///< in the order of their flights
  std::vector<ThreadProfile> threads_;
  std::vector<InstructionCounts*> barriers_;      ///< at which threads wait, by slot
  const std::vector<HardwareThread*>& hardware_;  ///< by slot
  const MemoryPlace first_level_;
  std::vector<std::uint64_t> merges_;                      ///< of the threads, up to now
  std::array<InstructionCounts*, kSlotCauses> charged_{};  ///< latest, of each cause
  SampleStride stride_;
  const std::int64_t lanes_;    ///< of an ALU
  unsigned turn_ = 0;           ///< the thread that is charged next
  std::uint64_t branches_ = 0;  ///< of the core, up to now
  std::uint64_t divergent_branches_ = 0;
  std::uint64_t barrier_count_ = 0;
};

}  // namespace lanefold
