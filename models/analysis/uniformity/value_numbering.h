// SPDX-License-Identifier: Apache-2.0
// Finds the values of a function.
#pragma once

#include <functional>
#include <vector>

#include "analysis/uniformity/value_table.h"

namespace lanefold {

/// What a function does to its caller's registers and memory.
struct CallEffect {
  std::vector<bool> changes;  ///< by row of the register file
  bool writes_stacks = true;  ///< other than its own frame
};
/// By pc of the function that is called.
using EffectOf = std::function<const CallEffect&(std::uint32_t)>;

/// Whether a store or atomic (index in the code) may reach a frame by an address that does not say
/// so.
using ReachesFrames = std::function<bool(std::uint32_t)>;

/// The values of a function with these slots; the first time without, and find_slots() names them.
/// Assumes that a call leaves sp as it was, and that a slot changes only by stores to exactly its
/// bytes, unless `reaches_frames` says otherwise.
ValueTable number_values(const ProgramImage& image, const FunctionGraph& graph, const Slots& slots,
                         const EffectOf& effect_of, const ReachesFrames& reaches_frames);

/// What the function does to those who call it.
CallEffect call_effect(const ValueTable& table, bool writes_stacks);

}  // namespace lanefold
