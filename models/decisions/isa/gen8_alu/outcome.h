// SPDX-License-Identifier: Apache-2.0
// What one channel of an instruction gives: a value of the destination's type, and its condition.
#pragma once

#include <cstdint>

#include "decisions/isa/gen8_alu/source.h"

namespace lanefold::gen8 {

struct Outcome {
  std::uint64_t bits;         ///< of the destination's type
  std::uint64_t accumulator;  ///< for an accumulator, which keeps 64 bits of an integer
  bool hit;                   ///< what the flag becomes, if the instruction has a condition
};

/// Whether a condition holds for numbers of this order. For floats that are not ordered, only
/// "not equal" and "unordered" do.
bool holds(Condition condition, Order order);

/// Conversion, saturation and condition of an exact integer result. The condition looks at the
/// result as it is written, and overflow is what the destination's type cannot hold.
Outcome integer_outcome(const Channel& channel, Integer value);

/// The same of a result in the execution type, a float. Integers are truncated and clamped.
Outcome float_outcome(const Channel& channel, std::uint64_t bits);

/// All ones or all zeros, whatever the destination's type is.
Outcome comparison_outcome(const Channel& channel, bool hit);

}  // namespace lanefold::gen8
