// SPDX-License-Identifier: Apache-2.0
// A kernel of the user's own: run, and checked.
#pragma once

#include "simulation.h"

namespace lanefold {

/// Runs it on this machine, of the configuration of the record, and holds its buffers against what
/// is expected of them (`expect=`, --against). What is found goes into record and detail.
void run_own_kernel(Machine& machine, const LoadedProgram& loaded, const ProgramOptions& options,
                    Outcome& outcome);

}  // namespace lanefold
