// SPDX-License-Identifier: Apache-2.0
// Vector instructions that do the same in every lane become scalar ones ("SIMD Divergence
// Optimizations", section Divergence Optimizations).
#pragma once

#include <cstdint>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// Where a vector is still wanted of which only a scalar is left.
enum class Broadcasts : std::uint8_t {
  AtUses,  ///< `s2vb` before each instruction that wants it, as the page does
  Once,    ///< one for all of them
};

/// In SSA form: instructions of the page's swap table whose vectors are convergent are swapped, and
/// lose a predicate that is idle. A load of a vector that is known from a store (forward.h) becomes
/// a copy first. Where a vector is still wanted, `s2vb` makes it from the scalar. Control flow,
/// prints and what a run computes stay as they are; code that nothing reaches goes. A function that
/// is not strict, or speculates, stays as it is (strictness.h).
Program scalarise(const Program& program, Broadcasts broadcasts);

}  // namespace lanefold::bril
