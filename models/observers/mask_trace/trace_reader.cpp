// SPDX-License-Identifier: Apache-2.0
// Reads mask traces from memory, part by part.
#include <fmt/format.h>

#include <utility>

#include "lanefold/error.h"
#include "lanefold/mask_trace.h"
#include "observers/mask_trace/block_codec.h"
#include "observers/mask_trace/block_parser.h"
#include "observers/mask_trace/trace_format.h"

namespace lanefold {
namespace {

template <class Plain>
Plain plain_at(std::string_view bytes) {
  Plain value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace

MaskTraceReader::MaskTraceReader(std::string_view bytes, std::string name)
    : bytes_(bytes), name_(std::move(name)), codec_(std::make_unique<BlockCodec>()) {
  read_header();
}

MaskTraceReader::~MaskTraceReader() = default;

void MaskTraceReader::read_header() {
  if (bytes_.substr(0, kTraceMagic.size()) != kTraceMagic) {
    refuse(0, "this is no mask trace, which `lanefold trace record` or `trace import` writes");
  }
  const auto head = plain_at<TraceFileHead>(take(sizeof(TraceFileHead), "header"));
  if (head.version != kTraceVersion) {
    refuse(kTraceMagic.size(),
           fmt::format("the trace has version {}; valid: {}", head.version, kTraceVersion));
  }
  if (head.warp_width > 64 || head.name_bytes > kMostNameBytes) {
    refuse(kTraceMagic.size(), "the header has more than 64 lanes or 65,535 bytes of a name");
  }
  header_.program = take(head.name_bytes, "header");
  header_.warp_width = head.warp_width;
  check(0, "header");
}

const TraceBlock* MaskTraceReader::next() {
  if (ended_) return nullptr;
  const std::size_t begin = at_;
  const auto head = plain_at<TraceBlockHead>(take(sizeof(TraceBlockHead), "block"));
  const std::string wrong = wrong_in(head);
  if (!wrong.empty()) refuse(begin, wrong);
  const std::string_view payload = take(head.payload_bytes, "block");
  check(begin, "block");
  if (head.kind == BlockKind::End) {
    if (at_ != bytes_.size()) refuse(at_, "something follows the end of the trace");
    ended_ = true;
    return nullptr;
  }
  const bool stored = head.kind == BlockKind::Stored;
  const std::string_view content = stored ? payload : codec_->expand(payload, head.content_bytes);
  if (content.empty())
    refuse(begin, "a block does not expand to the bytes that its head announces");
  const std::string wrong_content = parse_content(head, content, block_);
  if (!wrong_content.empty()) refuse(begin, wrong_content);
  return &block_;
}

std::string_view MaskTraceReader::take(std::size_t count, const char* part) {
  if (bytes_.size() - at_ < count) {
    refuse(bytes_.size(),
           fmt::format("the trace is cut off in a {} that begins at byte {}", part, at_));
  }
  const std::string_view taken = bytes_.substr(at_, count);
  at_ += count;
  return taken;
}

/// The checksum after the part from `begin` to here.
void MaskTraceReader::check(std::size_t begin, const char* part) {
  const std::string_view covered = bytes_.substr(begin, at_ - begin);
  const auto stored = plain_at<std::uint64_t>(take(kChecksumBytes, part));
  checksum_ = trace_checksum(covered, checksum_);
  if (stored != checksum_) {
    refuse(begin, fmt::format("the {} that begins here is damaged: its checksum is wrong", part));
  }
}

void MaskTraceReader::refuse(std::size_t at, const std::string& why) const {
  throw Error(ErrorKind::File, fmt::format("{} at byte {}: {}", name_, at, why));
}

}  // namespace lanefold
