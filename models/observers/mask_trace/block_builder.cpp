// SPDX-License-Identifier: Apache-2.0
// Collects spans and lays them out, each field in an array of its own.
#include "observers/mask_trace/block_builder.h"

#include <algorithm>
#include <limits>

namespace lanefold {
namespace {

/// So many equal steps become a span of their own, which is smaller.
constexpr unsigned kEqualSteps = 8;

TraceEntry entry_of(const TraceInstruction& instruction, bool last) {
  return {static_cast<std::uint32_t>(instruction.pc),
          static_cast<std::uint32_t>(instruction.pc >> 32),
          instruction.width,
          instruction.operand_bits,
          static_cast<std::uint8_t>(instruction.pipe),
          static_cast<std::uint8_t>(last ? 1 : 0)};
}

/// The smallest of 1, 2, 4 and 8 bytes that have a bit for every lane.
std::uint32_t bytes_of_mask(unsigned lanes) {
  std::uint32_t bytes = 1;
  while (bytes * 8 < lanes) bytes *= 2;
  return bytes;
}

template <class Element>
void append_array(std::string& content, const std::vector<Element>& array) {
  content.append(reinterpret_cast<const char*>(array.data()), array.size() * sizeof(Element));
}

}  // namespace

std::uint16_t BlockBuilder::enter(const std::vector<TraceInstruction>& code) {
  for (const TraceInstruction& instruction : code) {
    dictionary_.push_back(entry_of(instruction, &instruction == &code.back()));
  }
  widest_ = std::max<unsigned>(widest_, code.front().width);
  return segments_++;
}

void BlockBuilder::add(std::uint16_t segment, unsigned width, LaneMask mask, std::uint32_t times) {
  const bool same = !empty() && masks_.back() == mask.bits() && width_ == width;
  if (same && repeats_last_span(segment, times)) {
    times_.back() += times;
  } else if (same && times == 1 && times_.back() == 1 && lengths_.back() < kMostSpanSteps) {
    add_step(segment);
  } else {
    begin_span(segment, width, mask, times);
  }
}

bool BlockBuilder::repeats_last_span(std::uint16_t segment, std::uint32_t times) const {
  const std::uint32_t most = std::numeric_limits<std::uint32_t>::max() - times;
  const bool alone = lengths_.back() == 1 && (times_.back() > 1 || times > 1);
  return alone && steps_.back() == segment && times_.back() <= most;
}

void BlockBuilder::begin_span(std::uint16_t segment, unsigned width, LaneMask mask,
                              std::uint32_t times) {
  masks_.push_back(mask.bits());
  times_.push_back(times);
  lengths_.push_back(1);
  steps_.push_back(segment);
  width_ = width;
  equal_ = 1;
}

void BlockBuilder::add_step(std::uint16_t segment) {
  equal_ = segment == steps_.back() ? equal_ + 1 : 1;
  steps_.push_back(segment);
  ++lengths_.back();
  if (equal_ < kEqualSteps) return;
  const LaneMask mask(masks_.back());
  steps_.resize(steps_.size() - kEqualSteps);
  lengths_.back() = static_cast<std::uint16_t>(lengths_.back() - kEqualSteps);
  if (lengths_.back() == 0) {
    masks_.pop_back();
    times_.pop_back();
    lengths_.pop_back();
  }
  begin_span(segment, width_, mask, kEqualSteps);
}

TraceBlockHead BlockBuilder::take(std::string& content) {
  TraceBlockHead head{};
  head.instructions = static_cast<std::uint32_t>(dictionary_.size());
  head.spans = static_cast<std::uint32_t>(masks_.size());
  head.steps = static_cast<std::uint32_t>(steps_.size());
  head.mask_bytes = bytes_of_mask(widest_);
  head.content_bytes = static_cast<std::uint32_t>(content_bytes(head));
  content.clear();
  append_array(content, dictionary_);
  for (const std::uint64_t mask : masks_) content += bytes_of(mask).substr(0, head.mask_bytes);
  append_array(content, times_);
  append_array(content, lengths_);
  append_array(content, steps_);
  *this = BlockBuilder();
  return head;
}

}  // namespace lanefold
