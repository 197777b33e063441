// SPDX-License-Identifier: Apache-2.0
// The bytes of a mask trace (docs/how-to/traces.md): a header, blocks, and an end, each with its
// checksum.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "lanefold/mask_trace.h"

namespace lanefold {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "traces are little-endian");

constexpr std::string_view kTraceMagic{"LFMASKS\n", 8};
constexpr std::uint16_t kTraceVersion = 1;

/// What precedes the name of the program.
struct TraceFileHead {
  char magic[8];
  std::uint16_t version;
  std::uint16_t warp_width;
  std::uint32_t name_bytes;
};
static_assert(sizeof(TraceFileHead) == 16);
constexpr std::uint32_t kMostNameBytes = 0xffff;

enum class BlockKind : std::uint32_t { End, Stored, Compressed };

/// What precedes the payload of a block. All but the kind are 0 at the end of the trace.
struct TraceBlockHead {
  BlockKind kind;
  std::uint32_t payload_bytes;  ///< in the file
  std::uint32_t content_bytes;  ///< once expanded
  std::uint32_t instructions;   ///< in the dictionary
  std::uint32_t spans;
  std::uint32_t steps;       ///< of all spans
  std::uint32_t mask_bytes;  ///< of each mask: 1, 2, 4 or 8
};
static_assert(sizeof(TraceBlockHead) == 28);

/// An instruction of the dictionary. The last one of a segment is marked.
struct TraceEntry {
  std::uint32_t pc_low;
  std::uint32_t pc_high;
  std::uint8_t width;
  std::uint8_t operand_bits;
  std::uint8_t pipe;
  std::uint8_t ends_segment;
};
static_assert(sizeof(TraceEntry) == 12);

constexpr std::uint32_t kMostBlockSteps = 0x10000;
constexpr std::uint32_t kMostSpanSteps = 0xffff;
constexpr std::uint32_t kMostBlockInstructions = 0x10000;
constexpr std::uint32_t kTimesBytes = 4;   ///< of how often a span is executed
constexpr std::uint32_t kLengthBytes = 2;  ///< of a span's number of steps
constexpr std::uint32_t kStepBytes = 2;    ///< of the number of a segment
constexpr std::uint32_t kChecksumBytes = 8;

/// Bytes of the content that the counts of a head announce.
constexpr std::uint64_t content_bytes(const TraceBlockHead& head) {
  return std::uint64_t{head.instructions} * sizeof(TraceEntry) +
         std::uint64_t{head.spans} * (head.mask_bytes + kTimesBytes + kLengthBytes) +
         std::uint64_t{head.steps} * kStepBytes;
}

/// The largest content of a valid block.
constexpr std::uint32_t kMostContentBytes =
    kMostBlockInstructions * sizeof(TraceEntry) +
    kMostBlockSteps * (sizeof(LaneMask) + kTimesBytes + kLengthBytes + kStepBytes);

template <class Plain>
std::string_view bytes_of(const Plain& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// XXH3-64 of a part of the file; the checksum of the part before is its seed, so that no part can
/// be missing.
std::uint64_t trace_checksum(std::string_view part, std::uint64_t seed);

}  // namespace lanefold
