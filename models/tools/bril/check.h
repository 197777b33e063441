// SPDX-License-Identifier: Apache-2.0
// Whether a Bril program means something.
#pragma once

#include "tools/bril/program.h"

namespace lanefold::bril {

/// Throws Error(Program) for what is wrong first: a variable without a declaration, arguments and
/// results of other types than the operation's, a label or function that does not exist or exists
/// twice, a predicate where none can be, a main with a result.
void check(const Program& program);

}  // namespace lanefold::bril
