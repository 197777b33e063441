// SPDX-License-Identifier: Apache-2.0
// The block of a mask trace that is being filled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "observers/mask_trace/trace_format.h"

namespace lanefold {

class BlockBuilder {
 public:
  bool empty() const { return steps_.empty(); }
  /// Whether another step that brings so many instructions along would be too much.
  bool is_full(std::size_t instructions) const {
    return steps_.size() == kMostBlockSteps ||
           dictionary_.size() + instructions > kMostBlockInstructions;
  }

  /// Enters a segment; returns its number.
  std::uint16_t enter(const std::vector<TraceInstruction>& code);
  /// A segment of `width` lanes has been executed. Goes on with the last span if it can.
  void add(std::uint16_t segment, unsigned width, LaneMask mask, std::uint32_t times);

  /// The counts of the block's head, the content, and an empty block again.
  TraceBlockHead take(std::string& content);

 private:
  void begin_span(std::uint16_t segment, unsigned width, LaneMask mask, std::uint32_t times);
  void add_step(std::uint16_t segment);
  bool repeats_last_span(std::uint16_t segment, std::uint32_t times) const;

  std::vector<TraceEntry> dictionary_;
  std::uint16_t segments_ = 0;
  unsigned widest_ = 1;
  unsigned width_ = 0;  ///< of the last span
  unsigned equal_ = 0;  ///< steps at its end that are equal
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> times_;
  std::vector<std::uint16_t> lengths_;
  std::vector<std::uint16_t> steps_;
};

}  // namespace lanefold
