// SPDX-License-Identifier: Apache-2.0
// Everything that a block says is checked here, so that nobody who reads records has to.
#include "trace/block_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace lanefold {
namespace {

bool is_valid(const TraceEntry& entry, unsigned mask_bytes) {
  const bool has_width = entry.width >= 1 && entry.width <= mask_bytes * 8;
  const bool has_bits =
      entry.operand_bits == 16 || entry.operand_bits == 32 || entry.operand_bits == 64;
  return has_width && has_bits && entry.pipe <= static_cast<unsigned>(TracePipe::Send) &&
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

/// The largest and the smallest of an array of 16-bit numbers, which a compiler vectorises.
struct Range {
  std::uint16_t least = std::numeric_limits<std::uint16_t>::max();
  std::uint16_t most = 0;
};
Range range_of(const char* numbers, std::size_t count) {
  Range range;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t number = 0;
    std::memcpy(&number, numbers + i * sizeof number, sizeof number);
    range.least = std::min(range.least, number);
    range.most = std::max(range.most, number);
  }
  return range;
}

bool masks_fit(const TraceBlock& block) {
  std::vector<std::uint64_t> beyond;
  for (const TraceSegment& segment : block.segments) {
    beyond.push_back(~LaneMask::first(segment.width).bits());
  }
  std::uint64_t outside = 0;
  block.for_each([&](std::uint16_t number, LaneMask mask, std::uint16_t) {
    outside |= mask.bits() & beyond[number];
  });
  return outside == 0;
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
  if (head.records == 0 || head.records > kMostBlockRecords) {
    return fmt::format("a block has {} records; valid: 1 to {}", head.records, kMostBlockRecords);
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
    return "an instruction is not one of 1 to 64 lanes, 16, 32 or 64 bits, and pipe 0, 1 or 2";
  }
  block.records = head.records;
  block.mask_bytes = head.mask_bytes;
  block.masks = content.data() + head.instructions * sizeof(TraceEntry);
  block.numbers = block.masks + std::size_t{head.records} * head.mask_bytes;
  block.times = block.numbers + std::size_t{head.records} * kNumberBytes;
  if (range_of(block.numbers, block.records).most >= block.segments.size()) {
    return fmt::format("a record names a segment that is not one of the {} of its block",
                       block.segments.size());
  }
  if (range_of(block.times, block.records).least == 0) return "a record is executed zero times";
  if (!masks_fit(block)) return "a mask has a lane that its instructions have not";
  return "";
}

}  // namespace lanefold
