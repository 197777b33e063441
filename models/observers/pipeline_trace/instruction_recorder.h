// SPDX-License-Identifier: Apache-2.0
// Makes rows of the instructions that pass the steps of the cores' pipelines.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "decisions/pipeline/warp_instruction.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/machine_config.h"
#include "observers/pipeline_trace/code_texts.h"
#include "observers/pipeline_trace/row_queue.h"
#include "observers/pipeline_trace/stall_reasons.h"
#include "observers/pipeline_trace/trace_clock.h"

namespace lanefold {

class InstructionRecorder {
 public:
  using Row = RowQueue::Row;

  InstructionRecorder(const MachineConfig& config, const TraceClock& clock, RowQueue& rows);

  /// The steps, each when the instruction takes it; issued() when its pipe has taken it.
  void masked(unsigned core, const WarpInstruction& instruction);
  void ready(unsigned core, const WarpInstruction& instruction);
  void issued(unsigned core, const WarpInstruction& instruction);
  void served(unsigned core, const WarpInstruction& instruction);
  void retired(unsigned core, const WarpInstruction& instruction);

  /// The instruction of a core for which a line is requested in `cycle`; nullptr if it is none that
  /// is traced.
  Row line_requested(unsigned core, std::uint64_t instruction, Cycle cycle);

  void launch_begins(const Program& program) { texts_.use(program); }
  /// Forgets what is on its way.
  void launch_ends();

 private:
  struct Live {
    Row row;
    Cycle ready = 0;
  };
  struct CoreState {
    explicit CoreState(const CoreConfig& config) : threads(slots_of(config)), passes(config) {}

    std::unordered_map<std::uint64_t, Live> live;  ///< by id
    std::optional<std::uint64_t> latest_early;     ///< id of the latest that is not followed
    std::vector<ThreadHistory> threads;
    IssueHistory passes;
  };

  Live* find(unsigned core, const WarpInstruction& instruction);
  void enter_pipe(PipelineRow& row, const WarpInstruction& instruction) const;
  void enter_load_store_unit(PipelineRow& row, const WarpInstruction& instruction) const;
  Cycle relative(Cycle cycle) const;

  const MachineConfig& config_;
  const TraceClock& clock_;
  RowQueue& rows_;
  CodeTexts texts_;
  std::vector<CoreState> cores_;
};

}  // namespace lanefold
