// SPDX-License-Identifier: Apache-2.0
// Counts what one core does, and what it loses, by instruction.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "decisions/pipeline/core_geometry.h"
#include "machine/top/block_factory.h"
#include "machine/top/idle_watch.h"
#include "observers/profile/instruction_table.h"
#include "observers/profile/thread_profile.h"

namespace lanefold {

/// What the data path counts of an instruction is the difference between the statistics of the core
/// before it issues and behind, since the data path is passed within the call; what memory counts
/// of it, the blocks there count where they count for the core.
class CoreProfile final : public IdleWatch {
 public:
  explicit CoreProfile(const PipelineContext& core);

  void begin_launch(InstructionTable& table);

  /// The steps of an instruction.
  void decoded(WarpInstruction& instruction);
  void before_issue(WarpInstruction& instruction);
  void behind_issue(WarpInstruction& instruction);
  void before_write(WarpInstruction& instruction);
  void behind_write(WarpInstruction& instruction);
  void resolved(WarpInstruction& instruction);

  void idle(const IdlePipe& pipe, const IdleState& state, const CoreWires& wires) override;

 private:
  /// What the pipeline counts of the core, within one call of it.
  struct Snapshot {
    LaneLedger ledger;
    std::array<std::uint64_t, 6> counters;
  };
  Snapshot snapshot() const;
  SlotSet threads_that_lose(const IdlePipe& pipe, const IdleState& state,
                            const CoreWires& wires) const;
  void charge(unsigned slot, SlotCause cause, std::uint64_t slots, const IdleState& state,
              const CoreWires& wires);
  void charge_memory(unsigned slot, std::uint64_t slots, const IdleState& state,
                     const CoreWires& wires);
  MemoryPlace place_of_sending(const IdleState& state, SlotSet full, unsigned slot) const;
  InstructionCounts& counts_of(unsigned slot, const ThreadProfile::Awaited& awaited);
  void count_merges(WarpInstruction& instruction);

  const LaunchStatistics& statistics_;
  CoreGeometry geometry_;
  InstructionTable* table_ = nullptr;
  std::deque<FlightProfile> flights_;  ///< of the payloads
  std::vector<ThreadProfile> threads_;
  const std::vector<HardwareThread*>& hardware_;  ///< by slot
  const MemoryPlace first_level_;
  std::vector<std::uint64_t> merges_;  ///< of the threads, up to now
  unsigned turn_ = 0;                  ///< the thread that is charged next
  Snapshot before_;
  std::uint64_t writes_before_ = 0;
  std::uint64_t bits_before_ = 0;
  std::uint64_t branches_ = 0;
  std::uint64_t divergent_branches_ = 0;
  std::uint64_t barriers_ = 0;
};

}  // namespace lanefold
