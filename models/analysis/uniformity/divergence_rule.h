// SPDX-License-Identifier: Apache-2.0
// The ways in which a value becomes divergent.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanefold {

/// How a value becomes divergent.
enum class DivergenceRule : std::uint8_t {
  WorkItem,    ///< the work-item's identity, in a shape in which it is not linear in the lane
  Load,        ///< lanes load from addresses of their own
  Rewritten,   ///< lanes that are not in step load at different times
  Element,     ///< an element of private memory by an index that is not known
  Reference,   ///< private memory by an address that was passed, loaded or returned
  Behind,      ///< private memory behind a store that may have changed it, or before any
  Realigned,   ///< the frame of a stack pointer that was rounded
  Narrow,      ///< part of a word of private memory, or bytes that are accessed in different ways
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

}  // namespace lanefold
