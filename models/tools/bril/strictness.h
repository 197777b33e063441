// SPDX-License-Identifier: Apache-2.0
// Whether each use of a variable surely finds a value.
#pragma once

#include <optional>
#include <string>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// A function is strict if its variables and their shadows are set on every way to their uses, and
/// its phis have an argument for every way in. Only then is what dominates a use its value, on
/// which analyses and the way out of SSA rely. Code that nothing reaches does not count. Returns a
/// variable that may have no value where it is wanted; none if the function is strict.
std::optional<unsigned> variable_without_value(const Function& function);

/// Whether it may undo what it has set: then there is no SSA form that says which value a use
/// finds.
bool speculates(const Function& function);

/// Whether it has variables of type any, or pointers to it: then types are only known in a run.
bool has_any(const Function& function);

/// Whether it has an undef: then what may copy a value must not take the place of what may not.
bool has_undefined(const Function& function);

/// Why a function stays as it is, in words; nothing if it can be optimised.
std::optional<std::string> why_left_alone(const Function& function);

}  // namespace lanefold::bril
