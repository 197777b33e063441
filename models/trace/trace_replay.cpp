// SPDX-License-Identifier: Apache-2.0
// Counts the masks of a trace, then asks the policies once for each.
#include "lanefold/trace_replay.h"

#include <utility>

#include "lanefold/quad_geometry.h"
#include "trace/mask_tally.h"

namespace lanefold {
namespace {

/// A segment of the block at hand, as the loop over spans wants it.
struct SegmentUse {
  OperandCounts counts;
  std::uint64_t times = 0;
};

class Replay {
 public:
  explicit Replay(unsigned alu_width) {
    const QuadGeometry valid(64, alu_width);
    counts_.alu_width = valid.alu_width();
  }

  void count(const TraceBlock& block) {
    uses_.clear();
    for (const TraceSegment& segment : block.segments) uses_.push_back(use_of(segment));
    const auto settle = [this](const MaskCount& count) { price(count); };
    block.for_each([&](const TraceSpan& span) {
      OperandCounts once;
      for (std::uint32_t i = 0; i < span.length; ++i) {
        SegmentUse& use = uses_[span.step(i)];
        use.times += span.times;
        once.add(use.counts);
      }
      tally_.add(block.segments[span.step(0)].width, span.mask, once, span.times, settle);
    });
    for (std::size_t i = 0; i < uses_.size(); ++i) count_pipes(block.segments[i], uses_[i].times);
  }

  TraceCounts finish() {
    tally_.finish([this](const MaskCount& count) { price(count); });
    return std::move(counts_);
  }

 private:
  static SegmentUse use_of(const TraceSegment& segment) {
    SegmentUse use;
    for (std::uint32_t i = 0; i < segment.size; ++i) {
      const TraceInstruction& instruction = segment.code[i];
      const bool alu = instruction.pipe != TracePipe::Send;
      ++use.counts.instructions;
      use.counts.alu_16 += alu && instruction.operand_bits == 16 ? 1 : 0;
      use.counts.alu_32 += alu && instruction.operand_bits == 32 ? 1 : 0;
      use.counts.alu_64 += alu && instruction.operand_bits == 64 ? 1 : 0;
    }
    return use;
  }

  void count_pipes(const TraceSegment& segment, std::uint64_t times) {
    for (std::uint32_t i = 0; i < segment.size; ++i) {
      const TracePipe pipe = segment.code[i].pipe;
      counts_.fpu_instructions += pipe == TracePipe::Fpu ? times : 0;
      counts_.em_instructions += pipe == TracePipe::Em ? times : 0;
      counts_.send_instructions += pipe == TracePipe::Send ? times : 0;
    }
  }

  void price(const MaskCount& count) {
    const unsigned lanes = count.mask.count();
    const std::uint64_t instructions = count.counts.instructions;
    const auto width = static_cast<unsigned>(count.width);
    WidthCounts& of_width = counts_.widths[width];
    of_width.instructions += instructions;
    of_width.active_lanes[lanes] += instructions;
    counts_.warp_instructions += instructions;
    counts_.lane_instructions += instructions * lanes;
    counts_.lanes_offered += instructions * width;
    add_cycles(width, 16, count.mask, count.counts.alu_16);
    add_cycles(width, 32, count.mask, count.counts.alu_32);
    add_cycles(width, 64, count.mask, count.counts.alu_64);
  }

  void add_cycles(unsigned width, unsigned bits, LaneMask mask, std::uint64_t instructions) {
    if (instructions == 0) return;
    auto found = costs_.find({width, bits});
    if (found == costs_.end()) {
      const QuadGeometry geometry(width, counts_.alu_width, bits);
      found = costs_.emplace(std::pair(width, bits), geometry).first;
    }
    counts_.eu_cycles.add(found->second.of(mask), instructions);
  }

  TraceCounts counts_;
  MaskTally tally_;
  std::map<std::pair<unsigned, unsigned>, MaskCosts> costs_;  ///< by width and operand bits
  std::vector<SegmentUse> uses_;
};

}  // namespace

TraceCounts replay(MaskTraceReader& trace, unsigned alu_width) {
  Replay replay(alu_width);
  while (const TraceBlock* block = trace.next()) replay.count(*block);
  return replay.finish();
}

}  // namespace lanefold
