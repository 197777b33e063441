// SPDX-License-Identifier: Apache-2.0
// An ALU pipe, FPU or EM (ISCA'13 section 2.2, stage 6): a quad a cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iosfwd>
#include <systemc>

#include "blocks/datapath/alu_ledger.h"
#include "blocks/datapath/datapath_blocks.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/core_geometry.h"
#include "decisions/pipeline/issue_queue.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// How long an instruction is in an ALU pipe, once it has started.
struct AluTime {
  unsigned interval;  ///< cycles of each pass
  unsigned busy;      ///< cycles until the next can start
  unsigned latency;   ///< from then to write-back
};

inline AluTime alu_time(const CoreConfig& config, const WarpInstruction& instruction) {
  const bool extended = instruction.instruction->unit == Unit::Em;
  const unsigned interval = extended ? config.pipes.em_interval : 1;
  return {interval, std::max(instruction.cycles * interval, instruction.fetch_cycles),
          extended ? config.pipes.em_latency : config.pipes.fpu_latency};
}

class AluPipe final : public sc_core::sc_module, public AluPipeBlock {
 public:
  WarpTarget<AluPipe> operands{"operands", this, &AluPipe::take};
  WarpInitiator results{"results"};

  /// `width` are its lanes: core.alu_width, or one of the scalar pipe.
  AluPipe(const sc_core::sc_module_name& name, const CoreConfig& config, unsigned width,
          const CoreGeometry& geometry, LaunchStatistics& statistics, PipeState& state);

  Sockets sockets() override { return {operands, results}; }
  void reset() override;
  void describe(std::ostream& out, Cycle now) const override;

 private:
  void take(WarpInstruction& instruction);

  const CoreConfig& config_;
  AluLedger ledger_;
  bool exact_;
  IssueQueue queue_;
  PipeState& state_;
};

}  // namespace lanefold
