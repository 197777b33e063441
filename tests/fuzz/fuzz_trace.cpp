// SPDX-License-Identifier: Apache-2.0
// Any bytes as a mask trace: they are refused in one sentence, or every step is one that can be.
// The reader refuses most input by its checksums, so the same bytes are also tried as the content
// of a block, behind the checksums.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "lanefold/error.h"
#include "lanefold/trace_replay.h"
#include "observers/mask_trace/block_parser.h"

namespace {

using namespace lanefold;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const TraceBlock& block) {
  block.for_each([&](const TraceSpan& span) {
    require(span.length >= 1 && span.times >= 1);
    for (std::uint32_t i = 0; i < span.length; ++i) {
      require(span.step(i) < block.segments.size());
      const TraceSegment& segment = block.segments[span.step(i)];
      require(segment.size >= 1 && segment.width >= 1);
      require(LaneMask::first(segment.width).contains(span.mask));
    }
  });
}

void read_trace(std::string_view bytes) {
  try {
    MaskTraceReader reader(bytes, "fuzz.trace");
    replay(reader, 4);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::File);
  }
}

void read_block(std::string_view bytes) {
  TraceBlockHead head{};
  if (bytes.size() < sizeof head) return;
  std::memcpy(&head, bytes.data(), sizeof head);
  const std::string content(bytes.substr(sizeof head));
  head.kind = BlockKind::Stored;
  head.payload_bytes = head.content_bytes = static_cast<std::uint32_t>(content.size());
  if (!wrong_in(head).empty()) return;
  TraceBlock block;
  if (parse_content(head, content, block).empty()) check(block);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_trace(bytes);
  read_block(bytes);
  return 0;
}
