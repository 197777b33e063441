// SPDX-License-Identifier: Apache-2.0
// Mask traces in strings: writing them, reading them, and records to compare.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/mask_trace.h"
#include "observers/mask_trace/trace_text.h"

namespace lanefold {

inline MaskTraceWriter::Sink into(std::string& bytes) {
  return [&bytes](std::string_view part) { bytes += part; };
}

/// Straight-line code on the FPU.
inline std::vector<TraceInstruction> code_of(std::size_t size, std::uint64_t pc = 0x1000,
                                             std::uint8_t width = 16) {
  std::vector<TraceInstruction> code;
  for (std::size_t i = 0; i < size; ++i) code.push_back({pc + 4 * i, width, 32, TracePipe::Fpu});
  return code;
}

/// A step of a span.
struct Step {
  std::uint64_t pc = 0;  ///< of the segment's first instruction
  std::size_t size = 0;  ///< of the segment
  std::uint64_t mask = 0;
  std::uint64_t times = 0;
};
inline bool operator==(const Step& a, const Step& b) {
  return a.pc == b.pc && a.size == b.size && a.mask == b.mask && a.times == b.times;
}
inline std::ostream& operator<<(std::ostream& out, const Step& step) {
  return out << std::hex << step.pc << " x" << step.size << " " << step.mask << " " << std::dec
             << step.times;
}

inline std::vector<Step> steps_of(std::string_view bytes) {
  std::vector<Step> steps;
  MaskTraceReader reader(bytes, "test.trace");
  while (const TraceBlock* block = reader.next()) {
    block->for_each([&](const TraceSpan& span) {
      for (std::uint32_t i = 0; i < span.length; ++i) {
        const TraceSegment& segment = block->segments[span.step(i)];
        steps.push_back({segment.code->pc, segment.size, span.mask.bits(), span.times});
      }
    });
  }
  return steps;
}

/// A trace of these lines.
inline std::string imported(const std::vector<std::string>& lines, bool compressed = true) {
  std::string bytes;
  MaskTraceWriter writer({"masks.txt", 0}, compressed, into(bytes));
  TraceTextReader reader("masks.txt", writer);
  for (const std::string& line : lines) reader.line(line);
  reader.finish();
  writer.close();
  return bytes;
}

}  // namespace lanefold
