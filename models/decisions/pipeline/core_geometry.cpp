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

void count_issue(LaunchStatistics& statistics, const PipelineInstruction& instruction, Unit unit,
                 LaneMask active, CoreGeometry& geometry) {
  count_issues(statistics, instruction, active, geometry, 1);
  statistics.em_instructions += unit == Unit::Em ? 1 : 0;
  statistics.fpu_instructions += unit == Unit::Fpu || unit == Unit::Either ? 1 : 0;
}

}  // namespace lanefold
