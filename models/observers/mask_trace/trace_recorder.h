// SPDX-License-Identifier: Apache-2.0
// Writes what a functional machine executes as a mask trace.
#pragma once

#include <unordered_map>

#include "decisions/execute/execution_observer.h"
#include "lanefold/mask_trace.h"

namespace lanefold {

class TraceRecorder final : public ExecutionObserver {
 public:
  /// The programs that are run stay loaded as long as the recorder lives.
  TraceRecorder(MaskTraceWriter& writer, unsigned warp_width)
      : writer_(writer), warp_width_(warp_width) {}

  void executed(const Instruction* first, const Instruction* last, LaneMask active) override;
  /// An ALU instruction of 32 lanes is written as the two of 16 that the ALU takes.
  void executed(const PipelineInstruction& instruction, LaneMask active) override;

 private:
  /// A segment that the writer knows.
  struct Known {
    const Instruction* end = nullptr;
    MaskTraceWriter::SegmentId segment = 0;
  };

  MaskTraceWriter::SegmentId segment_of(const Instruction* first, const Instruction* end);
  MaskTraceWriter::SegmentId define(const Instruction* first, const Instruction* end);
  MaskTraceWriter::SegmentId segment_of(const PipelineInstruction& instruction, unsigned lanes);

  MaskTraceWriter& writer_;
  unsigned warp_width_;
  std::unordered_map<const Instruction*, Known> known_;  ///< by first instruction
  std::unordered_map<const PipelineInstruction*, MaskTraceWriter::SegmentId> single_;
};

}  // namespace lanefold
