// SPDX-License-Identifier: Apache-2.0
// The shapes of instructions on the ALUs of a core, and counting what does not need time:
// instructions, active lanes, and the cycles that each policy would take.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "decisions/isa/pipeline_instruction.h"
#include "lanefold/lane_mask.h"
#include "lanefold/policy_cycles.h"
#include "lanefold/quad_geometry.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// Most lanes of an instruction that says how many it has; an ALU takes those of more in two passes
/// (ISCA'13 section 2.2: the EU's widest instructions have 16).
constexpr unsigned kPassLanes = 16;

/// The geometries of a core, for quads shrink as operands grow, and instructions may be for fewer
/// lanes than a warp has.
class CoreGeometry {
 public:
  CoreGeometry(unsigned warp_width, unsigned alu_width)
      : bits_32(warp_width, alu_width, 32),
        bits_64(warp_width, alu_width, 64),
        alu_width_(alu_width),
        costs_32_(bits_32),
        costs_64_(bits_64) {}

  /// Of all of its lanes.
  const QuadGeometry& of(const PipelineInstruction& instruction) const {
    return of(instruction, instruction.operand_bits);
  }
  /// Of all of its lanes, for an operand of another size.
  const QuadGeometry& of(const PipelineInstruction& instruction, unsigned bits) const {
    if (instruction.lanes == 0) return of_bits(bits);
    return shape(instruction.lanes, bits).geometry;
  }
  /// Of the lanes that an ALU takes at once.
  const QuadGeometry& of_pass(const PipelineInstruction& instruction) const {
    if (instruction.lanes == 0) return of_bits(instruction.operand_bits);
    if (instruction.lanes <= kPassLanes) return of(instruction);
    return shape(kPassLanes, instruction.operand_bits).geometry;
  }
  /// Of all lanes of a warp, for operands of 32 or 64 bits.
  const QuadGeometry& of_bits(unsigned bits) const { return bits == 64 ? bits_64 : bits_32; }
  /// Of a whole register of a set whose registers have no lanes: 256 bits.
  const QuadGeometry& of_register() const { return shape(8, 32).geometry; }
  /// What masks of a pass cost.
  MaskCosts& costs(const PipelineInstruction& instruction) {
    if (instruction.lanes == 0) return costs_of_warp(instruction.operand_bits);
    return costs_of_pass(instruction);
  }
  /// The same for instructions that are for all lanes of a warp, of 32 or 64 bits.
  MaskCosts& costs_of_warp(unsigned bits) { return bits == 64 ? costs_64_ : costs_32_; }

  const QuadGeometry bits_32;
  const QuadGeometry bits_64;

 private:
  struct Shape {
    explicit Shape(const QuadGeometry& of) : geometry(of) {}
    QuadGeometry geometry;
    std::unique_ptr<MaskCosts> costs;  ///< made when they are first asked for
  };
  Shape& shape(unsigned lanes, unsigned bits) const;
  MaskCosts& costs_of_pass(const PipelineInstruction& instruction);

  static constexpr std::size_t kSizes = 3;   ///< of operands: 16, 32, 64 bits
  static constexpr std::size_t kWidths = 6;  ///< of instructions: 1 to 32 lanes

  unsigned alu_width_;
  MaskCosts costs_32_;
  MaskCosts costs_64_;
  /// Made when they are first asked for: code of RISC-V needs none.
  mutable std::array<std::unique_ptr<Shape>, kSizes * kWidths> shapes_;
};

/// Those of `lanes` that an instruction is for, its first one as lane 0.
inline LaneMask own_lanes(const PipelineInstruction& instruction, LaneMask lanes) {
  if (instruction.lanes == 0) return lanes;
  return LaneMask(lanes.bits() >> instruction.first_lane) & LaneMask::first(instruction.lanes);
}

/// `action(lanes)` for each pass of an ALU, lane 0 being the first of the pass. `active` are lanes
/// of the thread. A pass for which none is active is one of one lane: the instruction issues all
/// the same.
template <class Action>
void for_each_pass(const PipelineInstruction& instruction, LaneMask active, Action&& action) {
  const auto pass = [&](LaneMask lanes) { action(lanes.any() ? lanes : LaneMask::lane(0)); };
  const LaneMask own = own_lanes(instruction, active);
  if (instruction.lanes <= kPassLanes) return pass(own);
  for (unsigned first = 0; first < instruction.lanes; first += kPassLanes) {
    pass(LaneMask(own.bits() >> first) & LaneMask::first(kPassLanes));
  }
}

/// Counts `times` issues of an instruction in the lanes of `active`, but for the pipe that takes
/// them. `Counts` is LaunchStatistics, or InstructionCounts.
template <class Counts>
void count_issues(Counts& counts, const PipelineInstruction& instruction, LaneMask active,
                  CoreGeometry& geometry, std::uint64_t times) {
  const unsigned lanes = active.count();
  const bool of_warp = instruction.lanes == 0;
  counts.warp_instructions += times;
  counts.lane_instructions += lanes * times;
  counts.active_lanes[lanes] += times;
  counts.lanes_offered += (of_warp ? geometry.bits_32.lanes() : instruction.lanes) * times;
  counts.single_lane_instructions += instruction.lanes == 1 ? times : 0;
  counts.unmasked_instructions += !of_warp && instruction.unmasked ? times : 0;
  if (instruction.unit == Unit::Send) counts.send_instructions += times;
  if (instruction.unit == Unit::Send || instruction.unit == Unit::Control) return;
  counts.alu_instructions += times;
  MaskCosts& costs = geometry.costs(instruction);
  if (of_warp) return counts.eu_cycles.add(costs.of(active), times);
  for_each_pass(instruction, active,
                [&](LaneMask pass) { counts.eu_cycles.add(costs.of(pass), times); });
}

/// Counts an instruction that `unit` executes in the lanes of `active`.
void count_issue(LaunchStatistics& statistics, const PipelineInstruction& instruction, Unit unit,
                 LaneMask active, CoreGeometry& geometry);

}  // namespace lanefold
