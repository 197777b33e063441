// SPDX-License-Identifier: Apache-2.0
// The block of a mask trace that is being filled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/trace_format.h"

namespace lanefold {

class BlockBuilder {
 public:
  bool empty() const { return masks_.empty(); }
  /// Whether another record that brings so many instructions along would be too much.
  bool is_full(std::size_t instructions) const {
    return masks_.size() == kMostBlockRecords ||
           dictionary_.size() + instructions > kMostBlockInstructions;
  }

  /// Enters a segment; returns its number.
  std::uint16_t enter(const std::vector<TraceInstruction>& code);
  void add(std::uint16_t segment, LaneMask mask, std::uint16_t times);
  /// Adds to the last record if it has the same segment and mask; returns how many times that
  /// took, 0..`times`.
  std::uint16_t repeat(std::uint16_t segment, LaneMask mask, std::uint64_t times);

  /// The counts of the block's head, the content, and an empty block again.
  TraceBlockHead take(std::string& content);

 private:
  std::vector<TraceEntry> dictionary_;
  std::uint16_t segments_ = 0;
  unsigned widest_ = 1;
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint16_t> numbers_;
  std::vector<std::uint16_t> times_;
};

}  // namespace lanefold
