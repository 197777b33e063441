// SPDX-License-Identifier: Apache-2.0
// Writes mask traces: header, blocks, end.
#include <algorithm>
#include <cassert>
#include <limits>

#include "lanefold/mask_trace.h"
#include "observers/mask_trace/block_builder.h"
#include "observers/mask_trace/block_codec.h"
#include "observers/mask_trace/trace_format.h"

namespace lanefold {

MaskTraceWriter::MaskTraceWriter(const TraceHeader& header, bool compressed, Sink sink)
    : sink_(std::move(sink)),
      compressed_(compressed),
      block_(std::make_unique<BlockBuilder>()),
      codec_(std::make_unique<BlockCodec>()) {
  const std::string name = header.program.substr(0, kMostNameBytes);
  TraceFileHead head{};
  kTraceMagic.copy(head.magic, sizeof head.magic);
  head.version = kTraceVersion;
  head.warp_width = static_cast<std::uint16_t>(header.warp_width);
  head.name_bytes = static_cast<std::uint32_t>(name.size());
  emit(std::string(bytes_of(head)) + name);
}

MaskTraceWriter::~MaskTraceWriter() = default;

MaskTraceWriter::SegmentId MaskTraceWriter::define(std::vector<TraceInstruction> code) {
  assert(!code.empty() && code.size() <= kMostSegmentInstructions);
  segments_.push_back({std::move(code)});
  return static_cast<SegmentId>(segments_.size() - 1);
}

void MaskTraceWriter::add(SegmentId segment, LaneMask mask, std::uint64_t times) {
  Segment& code = segments_[segment];
  assert(LaneMask::first(code.code.front().width).contains(mask));
  instructions_ += code.code.size() * times;
  while (times != 0) {
    if (block_->is_full(code.block == blocks_ ? 0 : code.code.size())) flush();
    if (code.block != blocks_) {
      code.number = block_->enter(code.code);
      code.block = blocks_;
    }
    const std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    const auto now = static_cast<std::uint32_t>(std::min(times, most));
    block_->add(code.number, code.code.front().width, mask, now);
    times -= now;
  }
}

void MaskTraceWriter::flush() {
  std::string content;
  TraceBlockHead head = block_->take(content);
  std::string_view payload = content;
  head.kind = BlockKind::Stored;
  if (compressed_) {
    const std::string_view smaller = codec_->compress(content);
    if (smaller.size() < content.size()) {
      payload = smaller;
      head.kind = BlockKind::Compressed;
    }
  }
  head.payload_bytes = static_cast<std::uint32_t>(payload.size());
  emit(std::string(bytes_of(head)).append(payload));
  ++blocks_;
}

void MaskTraceWriter::close() {
  if (!block_->empty()) flush();
  emit(bytes_of(TraceBlockHead{}));
}

/// Writes a part of the file, then its checksum.
void MaskTraceWriter::emit(std::string_view part) {
  checksum_ = trace_checksum(part, checksum_);
  sink_(part);
  sink_(bytes_of(checksum_));
  bytes_ += part.size() + kChecksumBytes;
}

}  // namespace lanefold
