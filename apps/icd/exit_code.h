// SPDX-License-Identifier: Apache-2.0
// The exit code of an application whose outputs were lost.
#pragma once

#include "lanefold/error.h"

namespace lanefold::icd {

/// While the process ends with success: it ends with the code of that failure, after everything
/// else that it does at its end.
void fail_instead_of_success(ErrorKind kind);

}  // namespace lanefold::icd
