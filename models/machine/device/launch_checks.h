// SPDX-License-Identifier: Apache-2.0
// What a launch may ask of a machine (OpenCL 1.2 clause 5.8, clEnqueueNDRangeKernel): decisions
// without state.
#pragma once

#include <cstdint>
#include <string>

#include "lanefold/device.h"
#include "lanefold/kernel_info.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Throws Error(Launch) with the kernel's name before the reason.
[[noreturn]] void refuse_launch(const KernelInfo& kernel, const std::string& reason);

/// Throws Error(Launch) for an index space or a work-group that the machine or the kernel refuses.
void check_range(const KernelInfo& kernel, const NDRange& range, const MachineConfig& machine);

/// Throws Error(Launch) if the kernel requires sub-groups (cl_intel_required_subgroup_size) of
/// another size than the machine's warps have.
void check_sub_groups(const KernelInfo& kernel, std::uint32_t warp_width);

/// Throws Error(Launch) if a work-group wants more local memory than a machine has.
void check_local(const KernelInfo& kernel, std::uint64_t bytes, const MachineConfig& machine);

}  // namespace lanefold
