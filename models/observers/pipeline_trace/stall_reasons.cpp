// SPDX-License-Identifier: Apache-2.0
// Why an instruction waited.
#include "observers/pipeline_trace/stall_reasons.h"

namespace lanefold {

void ThreadHistory::retired(const WarpInstruction& instruction,
                            const std::shared_ptr<PipelineRow>& row, Cycle cycle) {
  if (cycle != retired_) released_.clear();
  retired_ = cycle;
  const PipelineInstruction& decoded = *instruction.instruction;
  const bool of_memory = reads_memory(decoded) || decoded.kind == InstructionClass::Fence;
  released_.push_back({decoded.writes, of_memory, row});
}

StallReason ThreadHistory::scoreboard_wait(const PipelineInstruction& instruction,
                                           Cycle now) const {
  for (const Result& result : released_) {
    if (retired_ < now || !result.rows.meets(instruction.needs)) continue;
    return {result.of_memory ? "waits for a load" : "waits for a result", result.row};
  }
  return {issued_ + 1 >= now ? "waits behind the instruction before it" : "waits", nullptr};
}

void IssueHistory::issued(Cycle cycle) {
  if (current_.cycle != cycle) {
    before_ = current_;
    current_ = {cycle, 0};
  }
  ++current_.issued;
}

std::string_view IssueHistory::issue_wait(Unit unit, Cycle ready, Cycle now) const {
  const Cycle period = config_.issue.period;
  const Cycle first = ready + (config_.stage_latches ? 1 : 0);
  if (now < first + period) return {};
  const Pass& last = current_.cycle == now ? before_ : current_;
  if (last.cycle + period == now && last.issued >= config_.issue.width) {
    return "other threads issue first";
  }
  return unit == Unit::Send ? "the load/store unit has no room for it" : "its pipe has no room";
}

}  // namespace lanefold
