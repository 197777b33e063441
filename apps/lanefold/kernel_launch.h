// SPDX-License-Identifier: Apache-2.0
// Launches a user's own kernel: fills its buffers, binds its arguments, writes its outputs.
#pragma once

#include "lanefold/device.h"
#include "lanefold/program.h"
#include "options.h"

namespace lanefold {

/// Runs the kernel that `options` names once. Throws Error(Usage) or Error(Launch) when options and
/// kernel do not fit together, Error(File) for buffers' files.
void launch_kernel(Device& device, const Program& program, const ProgramOptions& options);

/// The index space of the options; a missing work-group size is chosen to divide the global size
/// and to have at most `largest_group` work-items.
NDRange range_of(const KernelInfo& kernel, const ProgramOptions& options,
                 std::uint32_t largest_group);

}  // namespace lanefold
