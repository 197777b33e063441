// SPDX-License-Identifier: Apache-2.0
// Each straight-line piece of code is defined once and named from then on.
#include "observers/mask_trace/trace_recorder.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace lanefold {
namespace {

/// The pipe that counts for an instruction without time: EM if it can go nowhere else.
TracePipe pipe_of(const Instruction& instruction) {
  if (instruction.unit == Unit::Send) return TracePipe::Send;
  return instruction.unit == Unit::Em ? TracePipe::Em : TracePipe::Fpu;
}

}  // namespace

void TraceRecorder::executed(const Instruction* first, const Instruction* last, LaneMask active) {
  for (const Instruction* behind = last + 1; first != behind;) {
    const Instruction* end =
        first + std::min<std::ptrdiff_t>(behind - first, kMostSegmentInstructions);
    writer_.add(segment_of(first, end), active);
    first = end;
  }
}

MaskTraceWriter::SegmentId TraceRecorder::segment_of(const Instruction* first,
                                                     const Instruction* end) {
  Known& known = known_[first];
  if (known.end != end) known = {end, define(first, end)};
  return known.segment;
}

MaskTraceWriter::SegmentId TraceRecorder::define(const Instruction* first, const Instruction* end) {
  std::vector<TraceInstruction> code;
  for (; first != end; ++first) {
    code.push_back(
        {first->pc, static_cast<std::uint8_t>(warp_width_), first->operand_bits, pipe_of(*first)});
  }
  return writer_.define(std::move(code));
}

}  // namespace lanefold
