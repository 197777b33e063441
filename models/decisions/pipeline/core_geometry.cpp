// SPDX-License-Identifier: Apache-2.0
// Shapes of instructions, and counting them.
#include "decisions/pipeline/core_geometry.h"

#include <algorithm>

namespace lanefold {

CoreGeometry::Shape& CoreGeometry::shape(unsigned lanes, unsigned bits) const {
  const auto width = static_cast<std::size_t>(__builtin_ctz(lanes));
  std::unique_ptr<Shape>& shape = shapes_[bits / 32 * kWidths + width];
  if (shape == nullptr) shape = std::make_unique<Shape>(QuadGeometry(lanes, alu_width_, bits));
  return *shape;
}

MaskCosts& CoreGeometry::costs_of_pass(const PipelineInstruction& instruction) {
  Shape& pass = shape(std::min<unsigned>(instruction.lanes, kPassLanes), instruction.operand_bits);
  if (pass.costs == nullptr) pass.costs = std::make_unique<MaskCosts>(pass.geometry);
  return *pass.costs;
}

namespace {

void count_lanes(LaunchStatistics& statistics, const PipelineInstruction& instruction,
                 const CoreGeometry& geometry) {
  if (instruction.lanes == 0) {
    statistics.lanes_offered += geometry.bits_32.lanes();
    return;
  }
  statistics.lanes_offered += instruction.lanes;
  statistics.single_lane_instructions += instruction.lanes == 1 ? 1 : 0;
  statistics.unmasked_instructions += instruction.unmasked ? 1 : 0;
}

}  // namespace

void count_issue(LaunchStatistics& statistics, const PipelineInstruction& instruction, Unit unit,
                 LaneMask active, CoreGeometry& geometry) {
  const unsigned lanes = active.count();
  ++statistics.warp_instructions;
  statistics.lane_instructions += lanes;
  count_lanes(statistics, instruction, geometry);
  ++statistics.active_lanes[lanes];
  switch (unit) {
    case Unit::Send:
      ++statistics.send_instructions;
      return;
    case Unit::Control:
      return;
    case Unit::Em:
      ++statistics.em_instructions;
      break;
    case Unit::Fpu:
    case Unit::Either:
      ++statistics.fpu_instructions;
      break;
    case Unit::Scalar:
      break;
  }
  ++statistics.alu_instructions;
  MaskCosts& costs = geometry.costs(instruction);
  if (instruction.lanes == 0) return statistics.eu_cycles.add(costs.of(active), 1);
  for_each_pass(instruction, active,
                [&](LaneMask pass) { statistics.eu_cycles.add(costs.of(pass), 1); });
}

}  // namespace lanefold
