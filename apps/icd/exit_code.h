// SPDX-License-Identifier: Apache-2.0
// The exit code of an application whose outputs were lost.
#pragma once

#include "lanefold/error.h"

namespace lanefold::icd {

/// For the destructor of a static object: a process that is about to end with success ends with
/// the code of that failure, after everything else that it does at its end. A process that only
/// unloads the driver goes on as it is.
void fail_instead_of_success(ErrorKind kind);

}  // namespace lanefold::icd
