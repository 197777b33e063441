// SPDX-License-Identifier: Apache-2.0
// Whether each use of a variable surely finds a value.
#pragma once

#include <optional>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// A function is strict if its variables are set on every way to their uses, and its phis have an
/// argument for every way in. Only then is what dominates a use its value, on which analyses and
/// the way out of SSA rely. Code that nothing reaches does not count. Returns a variable that may
/// have no value where it is wanted; none if the function is strict.
std::optional<unsigned> variable_without_value(const Function& function);

}  // namespace lanefold::bril
