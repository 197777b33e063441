// SPDX-License-Identifier: Apache-2.0
// The text form of mask traces, for masks that other tools have recorded (docs/how-to/traces.md):
// one line `pc width bits pipe mask [count]` for each instruction.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lanefold/mask_trace.h"

namespace lanefold {

/// Names of the pipes, by TracePipe.
constexpr std::array<std::string_view, 4> kTracePipeNames{"fpu", "em", "send", "control"};
/// The largest count in one line.
constexpr std::uint64_t kMostTraceTextCount = 0xffff'ffff;

/// Finds straight-line code under one mask in a sequence of lines.
class TraceTextReader {
 public:
  /// `name` is that of the text, for messages.
  TraceTextReader(std::string name, MaskTraceWriter& writer)
      : name_(std::move(name)), writer_(writer) {}

  /// The next line, without its newline. Throws Error(File) with its number if it is not valid.
  void line(std::string_view text);
  /// Writes what is still held back.
  void finish();

 private:
  void take(const TraceInstruction& instruction, LaneMask mask, std::uint64_t count);
  MaskTraceWriter::SegmentId segment_of(const std::vector<TraceInstruction>& code);

  std::string name_;
  MaskTraceWriter& writer_;
  std::uint64_t lines_ = 0;
  std::vector<TraceInstruction> run_;  ///< whose end has not been seen yet
  LaneMask mask_;                      ///< of the run
  std::unordered_map<std::string, MaskTraceWriter::SegmentId> known_;  ///< by its bytes
};

/// Hands a trace to `print` as text, piece by piece. Reading it again gives the same text.
void print_trace(MaskTraceReader& trace, const std::function<void(std::string_view)>& print);

}  // namespace lanefold
