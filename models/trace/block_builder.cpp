// SPDX-License-Identifier: Apache-2.0
// Collects records and lays them out, each field in an array of its own.
#include "trace/block_builder.h"

#include <algorithm>
#include <limits>

namespace lanefold {
namespace {

constexpr std::uint64_t kMostTimes = std::numeric_limits<std::uint16_t>::max();

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

void BlockBuilder::add(std::uint16_t segment, LaneMask mask, std::uint16_t times) {
  masks_.push_back(mask.bits());
  numbers_.push_back(segment);
  times_.push_back(times);
}

std::uint16_t BlockBuilder::repeat(std::uint16_t segment, LaneMask mask, std::uint64_t times) {
  if (empty() || numbers_.back() != segment || masks_.back() != mask.bits()) return 0;
  const std::uint64_t more = std::min(times, kMostTimes - times_.back());
  times_.back() = static_cast<std::uint16_t>(times_.back() + more);
  return static_cast<std::uint16_t>(more);
}

TraceBlockHead BlockBuilder::take(std::string& content) {
  TraceBlockHead head{};
  head.instructions = static_cast<std::uint32_t>(dictionary_.size());
  head.records = static_cast<std::uint32_t>(masks_.size());
  head.mask_bytes = bytes_of_mask(widest_);
  head.content_bytes = static_cast<std::uint32_t>(content_bytes(head));
  content.clear();
  append_array(content, dictionary_);
  for (const std::uint64_t mask : masks_) content += bytes_of(mask).substr(0, head.mask_bytes);
  append_array(content, numbers_);
  append_array(content, times_);
  dictionary_.clear();
  segments_ = 0;
  widest_ = 1;
  masks_.clear();
  numbers_.clear();
  times_.clear();
  return head;
}

}  // namespace lanefold
