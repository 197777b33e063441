// SPDX-License-Identifier: Apache-2.0
// Why a value is divergent: the shortest chain to where divergence begins.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/uniformity/value_uniformity.h"

namespace lanefold {

/// How a value becomes divergent.
enum class DivergenceRule : std::uint8_t {
  WorkItem,    ///< the work-item's identity, in a shape in which it is not linear in the lane
  Load,        ///< lanes load from addresses of their own
  Rewritten,   ///< lanes that are not in step load at different times
  Private,     ///< private memory, in which the values of lanes are unknown
  Atomic,      ///< each lane gets what the one before has left
  Snoop,       ///< a snoop hits in some lanes
  FloatState,  ///< rounding or flags of each lane
  Nonlinear,   ///< made of values that differ by a stride in a way that does not keep it
  Operand,     ///< made of a divergent value
  Join,        ///< values meet of lanes that took different ways
  LoopExit,    ///< seen after a loop that lanes leave in different iterations
  OutOfStep,   ///< values meet of lanes that are not in step
  Branch,      ///< lanes decide by values of their own
  Call,        ///< passed to a function, or returned by one
  Unknown,     ///< control may come from anywhere: a jump has targets that are not known
};
constexpr std::size_t kDivergenceRules = static_cast<std::size_t>(DivergenceRule::Unknown) + 1;

/// Name for tables and JSON ("work_item"), and half a sentence for people.
const char* name_of(DivergenceRule rule);
const char* describe(DivergenceRule rule);

struct DivergenceStep {
  std::uint32_t pc = 0;
  DivergenceRule rule = DivergenceRule::Unknown;
  bool operator==(const DivergenceStep& other) const {
    return pc == other.pc && rule == other.rule;
  }
};

/// From an instruction, given by its vertex and position in function `f`, to the place at which
/// divergence begins, its last step. Empty if neither result nor operands are divergent.
std::vector<DivergenceStep> find_cause(const ProgramImage& image, const ProgramValues& program,
                                       const ValueUniformity& classes, std::uint32_t f,
                                       std::uint32_t vertex, std::uint32_t position);

}  // namespace lanefold
