// SPDX-License-Identifier: Apache-2.0
// Checks everything that a block says, so that readers of records need not.
#include "observers/mask_trace/block_parser.h"

#include <fmt/format.h>

#include <array>

namespace lanefold {
namespace {

bool is_valid(const TraceEntry& entry, unsigned mask_bytes) {
  const bool has_width = entry.width >= 1 && entry.width <= mask_bytes * 8;
  const bool has_bits =
      entry.operand_bits == 16 || entry.operand_bits == 32 || entry.operand_bits == 64;
  return has_width && has_bits && entry.pipe <= static_cast<unsigned>(TracePipe::Control) &&
         entry.ends_segment <= 1;
}

TraceInstruction instruction_of(const TraceEntry& entry) {
  return {std::uint64_t{entry.pc_high} << 32 | entry.pc_low, entry.width, entry.operand_bits,
          static_cast<TracePipe>(entry.pipe)};
}

/// The code of the segments; false if some instruction cannot be.
bool parse_dictionary(const TraceBlockHead& head, const char* entries, TraceBlock& block) {
  block.code.clear();
  block.segments.clear();
  block.code.reserve(head.instructions);  // segments point into it
  const TraceInstruction* first = block.code.data();
  for (std::uint32_t i = 0; i < head.instructions; ++i) {
    TraceEntry entry{};
    std::memcpy(&entry, entries + i * sizeof entry, sizeof entry);
    if (!is_valid(entry, head.mask_bytes)) return false;
    block.code.push_back(instruction_of(entry));
    if (block.code.back().width != first->width) return false;
    if (entry.ends_segment == 0) continue;
    const TraceInstruction* end = block.code.data() + block.code.size();
    block.segments.push_back({first, static_cast<std::uint32_t>(end - first), first->width});
    first = end;
  }
  return first == block.code.data() + head.instructions;
}

/// Whether every span is executed, and its steps are segments of one width, which its mask does not
/// exceed; and whether all have so many steps.
bool spans_fit(const TraceBlock& block, std::uint32_t steps) {
  // By number. No segment has width 0, so that one look tells unknown segments, too.
  std::array<std::uint8_t, kMostBlockInstructions> widths{};
  for (std::size_t i = 0; i < block.segments.size(); ++i) {
    widths[i] = static_cast<std::uint8_t>(block.segments[i].width);
  }
  std::uint64_t wrong = 0;
  block.for_each([&](const TraceSpan& span) {
    if (span.length == 0 || span.length > steps || span.times == 0) steps = 0;
    if (steps == 0) {
      wrong = 1;
      return;
    }
    steps -= span.length;
    const unsigned width = widths[span.step(0)];
    wrong |= span.mask.without(LaneMask::first(width)).bits() | (width == 0 ? 1U : 0U);
    for (std::uint32_t i = 1; i < span.length; ++i) wrong |= width ^ widths[span.step(i)];
  });
  return wrong == 0 && steps == 0;
}

}  // namespace

std::string wrong_in(const TraceBlockHead& head) {
  if (head.kind == BlockKind::End) {
    const bool blank = bytes_of(head) == bytes_of(TraceBlockHead{});
    return blank ? "" : "the end of the trace has counts, where only zeros are valid";
  }
  if (head.kind != BlockKind::Stored && head.kind != BlockKind::Compressed) {
    return fmt::format("a block is of kind {}; valid: 0 (end), 1 (stored), 2 (compressed)",
                       static_cast<std::uint32_t>(head.kind));
  }
  if (head.instructions == 0 || head.instructions > kMostBlockInstructions) {
    return fmt::format("a block has {} instructions; valid: 1 to {}", head.instructions,
                       kMostBlockInstructions);
  }
  if (head.steps == 0 || head.steps > kMostBlockSteps) {
    return fmt::format("a block has {} steps; valid: 1 to {}", head.steps, kMostBlockSteps);
  }
  if (head.spans == 0 || head.spans > head.steps) {
    return fmt::format("a block has {} spans; valid: 1 to {}", head.spans, head.steps);
  }
  const unsigned bytes = head.mask_bytes;
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) {
    return fmt::format("a block has masks of {} bytes; valid: 1, 2, 4, 8", bytes);
  }
  const bool stored = head.kind == BlockKind::Stored;
  if (head.content_bytes != content_bytes(head) ||
      (stored && head.payload_bytes != head.content_bytes)) {
    return fmt::format("a block has {} bytes, but its counts want {}", head.content_bytes,
                       content_bytes(head));
  }
  return "";
}

std::string parse_content(const TraceBlockHead& head, std::string_view content, TraceBlock& block) {
  if (!parse_dictionary(head, content.data(), block)) {
    return "an instruction is not one of 1 to 64 lanes, 16, 32 or 64 bits, and pipe 0 to 3, or "
           "has no end";
  }
  block.spans = head.spans;
  block.mask_bytes = head.mask_bytes;
  block.masks = content.data() + head.instructions * sizeof(TraceEntry);
  block.times = block.masks + std::size_t{head.spans} * head.mask_bytes;
  block.lengths = block.times + std::size_t{head.spans} * kTimesBytes;
  block.steps = block.lengths + std::size_t{head.spans} * kLengthBytes;
  if (spans_fit(block, head.steps)) return "";
  return fmt::format(
      "the spans have not {} steps in all, or one is executed zero times, or its steps are not "
      "among the {} segments, of one width and with the lanes of its mask",
      head.steps, block.segments.size());
}

}  // namespace lanefold
