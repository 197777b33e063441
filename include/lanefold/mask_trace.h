// SPDX-License-Identifier: Apache-2.0
// Mask traces: the execution mask of every warp instruction of a run, in a file
// (docs/how-to/traces.md).
//
// A trace consists of spans. A span is one mask and the steps that it executed, in order, and how
// many times in a row. A step is a segment: straight-line code of one warp width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/lane_mask.h"

namespace lanefold {

class BlockBuilder;
class BlockCodec;

/// Where an instruction executes. Only those on FPU and EM cost EU cycles. Control is what moves
/// lanes, and no operands.
enum class TracePipe : std::uint8_t { Fpu, Em, Send, Control };

struct TraceInstruction {
  std::uint64_t pc = 0;
  std::uint8_t width = 16;         ///< lanes of its warp, 1..64
  std::uint8_t operand_bits = 32;  ///< 16, 32 or 64
  TracePipe pipe = TracePipe::Fpu;
};

struct TraceHeader {
  std::string program;  ///< of at most 65,535 bytes; longer names are cut
  /// Of the machine that ran it; 0 if each instruction has its own, as in masks of other tools.
  unsigned warp_width = 0;
};

/// Whether instructions on a pipe cost EU cycles.
constexpr bool costs_eu_cycles(TracePipe pipe) {
  return pipe == TracePipe::Fpu || pipe == TracePipe::Em;
}

/// Instructions that a segment can have.
constexpr std::size_t kMostSegmentInstructions = 4096;

/// Writes a trace piece by piece. Memory grows with the code that was executed, not with the
/// length of the run.
class MaskTraceWriter {
 public:
  using Sink = std::function<void(std::string_view bytes)>;
  using SegmentId = std::uint32_t;

  /// Blocks of spans are compressed if that makes them smaller and `compressed` allows it.
  MaskTraceWriter(const TraceHeader& header, bool compressed, Sink sink);
  ~MaskTraceWriter();
  MaskTraceWriter(const MaskTraceWriter&) = delete;
  MaskTraceWriter& operator=(const MaskTraceWriter&) = delete;

  /// Makes 1..kMostSegmentInstructions instructions of one width known.
  SegmentId define(std::vector<TraceInstruction> code);
  /// A segment has been executed, `times` (at least 1) in a row; `mask` has lanes of the segment's
  /// width only.
  void add(SegmentId segment, LaneMask mask, std::uint64_t times = 1);
  /// The trace is complete only then.
  void close();

  std::uint64_t instructions() const { return instructions_; }  ///< warp instructions so far
  std::uint64_t bytes() const { return bytes_; }                ///< handed to the sink so far

 private:
  struct Segment {
    std::vector<TraceInstruction> code;
    std::uint64_t block = 0;   ///< the last one that used it, counted from 1
    std::uint16_t number = 0;  ///< in that block
  };

  void flush();
  void emit(std::string_view part);

  Sink sink_;
  bool compressed_;
  std::vector<Segment> segments_;
  std::unique_ptr<BlockBuilder> block_;  ///< that is being filled
  std::unique_ptr<BlockCodec> codec_;
  std::uint64_t blocks_ = 1;
  std::uint64_t checksum_ = 0;  ///< of the part before, which the next one continues
  std::uint64_t instructions_ = 0;
  std::uint64_t bytes_ = 0;
};

/// Straight-line code of one width in a block.
struct TraceSegment {
  const TraceInstruction* code = nullptr;
  std::uint32_t size = 0;
  std::uint32_t width = 0;
};

/// One mask and what it executed: `length` (at least 1) segments of one width, `times` (at least 1)
/// over.
struct TraceSpan {
  LaneMask mask;
  std::uint32_t times = 0;
  std::uint32_t length = 0;
  const char* steps = nullptr;  ///< numbers of segments, 16 bits each

  /// The number of a segment in the block; `index` is below `length`.
  std::uint16_t step(std::uint32_t index) const {
    std::uint16_t number = 0;
    std::memcpy(&number, steps + index * sizeof number, sizeof number);
    return number;
  }
};

/// A block of spans, as they lie in the file or in the reader's buffer. All are valid.
struct TraceBlock {
  std::vector<TraceInstruction> code;
  std::vector<TraceSegment> segments;
  std::uint32_t spans = 0;
  std::uint32_t mask_bytes = 1;   ///< 1, 2, 4 or 8
  const char* masks = nullptr;    ///< by span, of mask_bytes each
  const char* times = nullptr;    ///< by span, 32 bits each
  const char* lengths = nullptr;  ///< by span, 16 bits each
  const char* steps = nullptr;    ///< of all spans, 16 bits each

  /// Calls `visit(const TraceSpan&)` for every span, in order.
  template <class Visit>
  void for_each(Visit&& visit) const;
};

/// Reads a trace that is in memory, for instance mapped, block by block, with buffers for one.
/// Throws Error(File), with `name` and the byte, for anything that is not a whole trace.
class MaskTraceReader {
 public:
  MaskTraceReader(std::string_view bytes, std::string name);
  ~MaskTraceReader();
  MaskTraceReader(const MaskTraceReader&) = delete;
  MaskTraceReader& operator=(const MaskTraceReader&) = delete;

  const TraceHeader& header() const { return header_; }
  /// The next block, valid until the next call; nullptr after the last.
  const TraceBlock* next();

 private:
  void read_header();
  std::string_view take(std::size_t count, const char* part);
  void check(std::size_t begin, const char* part);
  [[noreturn]] void refuse(std::size_t at, const std::string& why) const;

  std::string_view bytes_;
  std::string name_;
  TraceHeader header_;
  std::size_t at_ = 0;
  std::uint64_t checksum_ = 0;  ///< of the part before, which the next one continues
  bool ended_ = false;
  std::unique_ptr<BlockCodec> codec_;
  TraceBlock block_;
};

template <class Visit>
void TraceBlock::for_each(Visit&& visit) const {
  const auto walk = [&](auto word) {
    const char* next_steps = steps;
    for (std::uint32_t i = 0; i < spans; ++i) {
      TraceSpan span;
      std::uint16_t length = 0;
      std::memcpy(&word, masks + i * sizeof word, sizeof word);
      std::memcpy(&span.times, times + i * sizeof span.times, sizeof span.times);
      std::memcpy(&length, lengths + i * sizeof length, sizeof length);
      span.mask = LaneMask(word);
      span.length = length;
      span.steps = next_steps;
      next_steps += length * sizeof(std::uint16_t);
      visit(span);
    }
  };
  switch (mask_bytes) {
    case 1:
      return walk(std::uint8_t{});
    case 2:
      return walk(std::uint16_t{});
    case 4:
      return walk(std::uint32_t{});
    default:
      return walk(std::uint64_t{});
  }
}

}  // namespace lanefold
