// SPDX-License-Identifier: Apache-2.0
// Prints mask traces as text.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "observers/mask_trace/trace_text.h"

namespace lanefold {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 16;

/// Joins equal lines that follow each other.
class LinePrinter {
 public:
  explicit LinePrinter(const std::function<void(std::string_view)>& print) : print_(print) {}

  void line(const TraceInstruction& instruction, LaneMask mask, std::uint64_t times) {
    if (!is_same(instruction, mask)) finish_line();
    instruction_ = instruction;
    mask_ = mask;
    for (count_ += times; count_ > kMostTraceTextCount; count_ -= kMostTraceTextCount) {
      print_line(kMostTraceTextCount);
    }
  }

  void finish() {
    finish_line();
    print_(piece_);
  }

 private:
  bool is_same(const TraceInstruction& other, LaneMask mask) const {
    return mask == mask_ && other.pc == instruction_.pc && other.width == instruction_.width &&
           other.operand_bits == instruction_.operand_bits && other.pipe == instruction_.pipe;
  }

  void finish_line() {
    if (count_ != 0) print_line(count_);
    count_ = 0;
  }

  void print_line(std::uint64_t count) {
    const auto out = std::back_inserter(piece_);
    const std::string_view pipe = kTracePipeNames[static_cast<std::size_t>(instruction_.pipe)];
    fmt::format_to(out, "{:#x} {} {} {} {:#0{}x}", instruction_.pc, instruction_.width,
                   instruction_.operand_bits, pipe, mask_.bits(), 2 + (instruction_.width + 3) / 4);
    if (count != 1) fmt::format_to(out, " {}", count);
    piece_ += '\n';
    if (piece_.size() < kPieceBytes) return;
    print_(piece_);
    piece_.clear();
  }

  const std::function<void(std::string_view)>& print_;
  std::string piece_;
  TraceInstruction instruction_;
  LaneMask mask_;
  std::uint64_t count_ = 0;
};

void print_span(const TraceBlock& block, const TraceSpan& span, LinePrinter& printer) {
  const TraceSegment& first = block.segments[span.step(0)];
  if (span.length == 1 && first.size == 1) return printer.line(*first.code, span.mask, span.times);
  for (std::uint32_t time = 0; time < span.times; ++time) {
    for (std::uint32_t i = 0; i < span.length; ++i) {
      const TraceSegment& segment = block.segments[span.step(i)];
      const TraceInstruction* end = segment.code + segment.size;
      for (const TraceInstruction* one = segment.code; one != end; ++one) {
        printer.line(*one, span.mask, 1);
      }
    }
  }
}

}  // namespace

void print_trace(MaskTraceReader& trace, const std::function<void(std::string_view)>& print) {
  print("# pc width bits pipe mask [count]\n");
  LinePrinter printer(print);
  while (const TraceBlock* block = trace.next()) {
    block->for_each([&](const TraceSpan& span) { print_span(*block, span, printer); });
  }
  printer.finish();
}

}  // namespace lanefold
