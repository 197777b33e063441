// SPDX-License-Identifier: Apache-2.0
// What rtl/compaction_datapath.sv does in each cycle, put together from the sequencer, the banks
// and a register for each place that micro-ops pass.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "decisions/regfile/bank_reads.h"
#include "lanefold/compaction_sequencer.h"

namespace lanefold {

/// The unit of time is the clock cycle: look at outputs() in a cycle, then step() to the next one.
class DatapathOracle {
 public:
  /// What is taken; `id` is the instruction's own for ever.
  struct Instruction {
    std::uint64_t id = 0;
    CompactionSequencer::Instruction compaction;
    unsigned used = 0;
    unsigned wide = 0;
    unsigned interval = 1;
  };
  struct Inputs {
    std::optional<Instruction> instruction;
    bool ready = false;
    std::array<std::uint64_t, CompactionSequencer::kMaxPositions> alu_result{};
  };
  /// Behind the sequencer.
  struct MicroOp {
    Instruction instruction;
    bool last = false;
    LaneMask enable;  ///< ALU positions
    std::array<unsigned, CompactionSequencer::kMaxPositions> lane{};
    std::array<std::uint64_t, CompactionSequencer::kMaxPositions> result{};
  };
  struct Outputs {
    bool ready = false;
    std::array<std::optional<RowRead>, BankReads::kBanks> reads;
    const Instruction* reading = nullptr;  ///< whose rows these are; nullptr before the first
    const MicroOp* in_alu = nullptr;
    const MicroOp* done = nullptr;
  };

  DatapathOracle(RegisterFileKind kind, unsigned lanes, unsigned alu_width);

  const CompactionSequencer& sequencer() const { return sequencer_; }
  void reset();
  Outputs outputs(const Inputs& inputs) const;
  void step(const Inputs& inputs);

 private:
  bool advances(const Inputs& inputs) const { return !places_.back() || inputs.ready; }
  /// The micro-op that stands at the sequencer leaves it.
  bool leaves(const Inputs& inputs) const;
  BankReads::Inputs of_banks(const Inputs& inputs) const;
  CompactionSequencer::Inputs of_sequencer(const Inputs& inputs) const;
  MicroOp at_sequencer() const;

  CompactionSequencer sequencer_;
  BankReads banks_;
  std::optional<Instruction> current_;  ///< the latest that was taken
  unsigned beats_ = 0;                  ///< for which the micro-op at the sequencer has been there
  std::vector<std::optional<MicroOp>> places_;  ///< before the crossbars; in the ALU; behind it
};

}  // namespace lanefold
