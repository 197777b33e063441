// SPDX-License-Identifier: Apache-2.0
// What buffers hold after a kernel has run on another OpenCL platform.
#pragma once

#include "kernel_launch.h"
#include "lanefold/program.h"
#include "options.h"

namespace lanefold {

/// Runs the kernel of a source in OpenCL C on the platform that `options.against` names. Groups
/// have the size that they have on a device of groups of up to `largest_group` work-items. Throws
/// Error(Usage) for a program without source, and where there is no such platform, and Error(File)
/// where the module that knows OpenCL is not there.
ReferenceContents run_on_reference(const Program& program, const ProgramOptions& options,
                                   std::uint32_t largest_group);

}  // namespace lanefold
