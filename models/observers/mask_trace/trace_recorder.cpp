// SPDX-License-Identifier: Apache-2.0
// Each straight-line piece of code is defined once and named from then on.
#include "observers/mask_trace/trace_recorder.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "decisions/pipeline/core_geometry.h"

namespace lanefold {
namespace {

/// The pipe that counts for an instruction without time: EM if it can go nowhere else.
TracePipe pipe_of(Unit unit) {
  switch (unit) {
    case Unit::Send:
      return TracePipe::Send;
    case Unit::Control:
      return TracePipe::Control;
    case Unit::Em:
      return TracePipe::Em;
    default:
      return TracePipe::Fpu;
  }
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
    code.push_back({first->pc, static_cast<std::uint8_t>(warp_width_), first->operand_bits,
                    pipe_of(first->unit)});
  }
  return writer_.define(std::move(code));
}

void TraceRecorder::executed(const PipelineInstruction& instruction, LaneMask active) {
  const bool passes = costs_eu_cycles(pipe_of(instruction.unit));
  const unsigned lanes =
      passes ? std::min<unsigned>(instruction.lanes, kPassLanes) : instruction.lanes;
  const LaneMask own = own_lanes(instruction, active);
  for (unsigned first = 0; first < instruction.lanes; first += lanes) {
    writer_.add(segment_of(instruction, lanes),
                LaneMask(own.bits() >> first) & LaneMask::first(lanes));
  }
}

MaskTraceWriter::SegmentId TraceRecorder::segment_of(const PipelineInstruction& instruction,
                                                     unsigned lanes) {
  const auto [known, is_new] = single_.try_emplace(&instruction);
  if (is_new) {
    known->second = writer_.define({{instruction.pc, static_cast<std::uint8_t>(lanes),
                                     instruction.operand_bits, pipe_of(instruction.unit)}});
  }
  return known->second;
}

}  // namespace lanefold
