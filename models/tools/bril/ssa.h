// SPDX-License-Identifier: Apache-2.0
// Static single assignment (SSA) for Bril functions, and the way back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// A function in which each variable has one instruction that sets it.
struct SsaFunction {
  Function function;
  /// By variable: the one whose name it would have without SSA.
  std::vector<unsigned> origin;
  /// The begin has a label that it did not have, for phis to name.
  bool begin_is_named = false;

  /// A new variable, which goes by the name of `origin` without SSA, or by its own.
  unsigned fresh(const std::string& name, Type type, std::optional<unsigned> origin = {});
};

/// Of a function that does not speculate. Variables that are set once keep their names, others
/// become name.1, name.2, …; phis are placed where values meet that are used later, on iterated
/// dominance frontiers. So are phis for `get` and `set`. Code that nothing reaches is left out.
SsaFunction to_ssa(const Function& function);

/// Removes the phis of a strict function (strictness.h). What a phi chooses from becomes one
/// variable where the values are not alive at the same time, and is copied at the end of the blocks
/// that it comes from otherwise. Variables of one origin have its name again, unless they are alive
/// together.
Function from_ssa(const SsaFunction& ssa);

}  // namespace lanefold::bril
