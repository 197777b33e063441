// SPDX-License-Identifier: Apache-2.0
// Counts the masks of a trace, then asks the policies once for each.
#include "lanefold/trace_replay.h"

#include <array>
#include <memory>
#include <utility>

#include "lanefold/quad_geometry.h"
#include "observers/mask_trace/mask_tally.h"

namespace lanefold {
namespace {

/// Number of a geometry, from 1.
constexpr unsigned geometry_of(unsigned width, unsigned operand_bits) {
  return width * 3 + operand_bits / 32;
}
constexpr std::size_t kGeometries = geometry_of(64, 64) + 1;

/// The instructions of a segment, or of one pass through a span: 32 bits are enough for 65,535 of
/// the longest segments.
struct InstructionMix {
  std::uint32_t alu_16 = 0;
  std::uint32_t alu_32 = 0;
  std::uint32_t alu_64 = 0;
  std::uint32_t send = 0;
  std::uint32_t control = 0;
  std::uint32_t em = 0;  ///< of those of the ALU

  InstructionMix() = default;
  explicit InstructionMix(const TraceSegment& segment) {
    for (std::uint32_t i = 0; i < segment.size; ++i) {
      const TracePipe pipe = segment.code[i].pipe;
      const bool alu = costs_eu_cycles(pipe);
      const unsigned bits = segment.code[i].operand_bits;
      alu_16 += alu && bits == 16 ? 1 : 0;
      alu_32 += alu && bits == 32 ? 1 : 0;
      alu_64 += alu && bits == 64 ? 1 : 0;
      send += pipe == TracePipe::Send ? 1 : 0;
      control += pipe == TracePipe::Control ? 1 : 0;
      em += pipe == TracePipe::Em ? 1 : 0;
    }
  }

  void add(const InstructionMix& other) {
    alu_16 += other.alu_16;
    alu_32 += other.alu_32;
    alu_64 += other.alu_64;
    send += other.send;
    control += other.control;
    em += other.em;
  }
  std::uint64_t alu() const { return std::uint64_t{alu_16} + alu_32 + alu_64; }
  std::uint64_t instructions() const { return alu() + send + control; }
};

class Replay {
 public:
  explicit Replay(unsigned alu_width) {
    const QuadGeometry valid(64, alu_width);
    counts_.alu_width = valid.alu_width();
  }

  void count(const TraceBlock& block) {
    mixes_.clear();
    for (const TraceSegment& segment : block.segments) mixes_.emplace_back(segment);
    block.for_each([&](const TraceSpan& span) {
      InstructionMix once;
      for (std::uint32_t i = 0; i < span.length; ++i) once.add(mixes_[span.step(i)]);
      count_span(block.segments[span.step(0)].width, span.mask, once, span.times);
    });
  }

  TraceCounts finish() {
    tally_.finish([this](const MaskCount& count) { price(count); });
    for (unsigned width = 1; width < widths_.size(); ++width) sum_up(width);
    return std::move(counts_);
  }

 private:
  void count_span(unsigned width, LaneMask mask, const InstructionMix& once, std::uint64_t times) {
    widths_[width].active_lanes[mask.count()] += once.instructions() * times;
    counts_.send_instructions += once.send * times;
    counts_.fpu_instructions += (once.alu() - once.em) * times;
    counts_.em_instructions += once.em * times;
    count_alu(geometry_of(width, 16), mask, once.alu_16 * times);
    count_alu(geometry_of(width, 32), mask, once.alu_32 * times);
    count_alu(geometry_of(width, 64), mask, once.alu_64 * times);
  }

  void count_alu(unsigned geometry, LaneMask mask, std::uint64_t instructions) {
    if (instructions == 0) return;
    tally_.add(geometry, mask, instructions, [this](const MaskCount& count) { price(count); });
  }

  /// An instruction for which no lane is active is issued all the same.
  void price(const MaskCount& count) {
    std::unique_ptr<MaskCosts>& costs = costs_[count.geometry];
    if (costs == nullptr) {
      const unsigned width = count.geometry / 3;
      const unsigned bits = 16U << count.geometry % 3;
      costs = std::make_unique<MaskCosts>(QuadGeometry(width, counts_.alu_width, bits));
    }
    const LaneMask issued = count.mask.any() ? count.mask : LaneMask::lane(0);
    counts_.eu_cycles.add(costs->of(issued), count.instructions);
  }

  void sum_up(unsigned width) {
    WidthCounts& of_width = widths_[width];
    for (unsigned lanes = 0; lanes <= width; ++lanes) {
      of_width.instructions += of_width.active_lanes[lanes];
      counts_.lane_instructions += of_width.active_lanes[lanes] * lanes;
    }
    if (of_width.instructions == 0) return;
    counts_.warp_instructions += of_width.instructions;
    counts_.lanes_offered += of_width.instructions * width;
    counts_.widths[width] = of_width;
  }

  TraceCounts counts_;
  MaskTally tally_;
  std::array<WidthCounts, 65> widths_{};
  std::array<std::unique_ptr<MaskCosts>, kGeometries> costs_;
  std::vector<InstructionMix> mixes_;  ///< by segment of the block at hand
};

}  // namespace

TraceCounts replay(MaskTraceReader& trace, unsigned alu_width) {
  Replay counted(alu_width);
  while (const TraceBlock* block = trace.next()) counted.count(*block);
  return counted.finish();
}

}  // namespace lanefold
