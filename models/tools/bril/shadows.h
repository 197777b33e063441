// SPDX-License-Identifier: Apache-2.0
// Bril's second SSA form: `set` writes a shadow of a variable, and `get` reads it.
#pragma once

#include "tools/bril/ssa.h"

namespace lanefold::bril {

/// A function whose shadows are variables of their own, and `get` and `set` copies.
struct Unshadowed {
  Function function;
  unsigned first = 0;               ///< of the variables that stand for shadows
  std::vector<unsigned> shadow_of;  ///< by such a variable from `first` on: whose shadow it was

  bool is_shadow(unsigned variable) const {
    return variable >= first && variable < first + shadow_of.size();
  }
  /// The variable that a shadow is beside; any other variable itself.
  unsigned owner(unsigned variable) const {
    return is_shadow(variable) ? shadow_of[variable - first] : variable;
  }
};
Unshadowed unshadowed(const Function& function);

/// Each phi becomes a `get`, with a `set` at the end of the blocks that its arguments come from. Of
/// a block that it has no argument for it gets an undefined value.
Function with_shadows(const SsaFunction& ssa);

}  // namespace lanefold::bril
