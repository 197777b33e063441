// SPDX-License-Identifier: Apache-2.0
// How a kernel's arguments lie in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decisions/memory/global_memory.h"
#include "lanefold/device.h"
#include "lanefold/kernel_info.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Where a local argument begins if `used` bytes of local memory are taken: aligned for the largest
/// OpenCL type, a double16.
constexpr std::uint64_t local_argument_offset(std::uint64_t used) {
  constexpr std::uint64_t kAlignment = GlobalMemory::kAlignment;
  return (used + kAlignment - 1) / kAlignment * kAlignment;
}

/// Throws Error(Launch) for arguments that the kernel does not take, and buffers that are not in
/// `memory`.
void check_arguments(const KernelInfo& kernel, const std::vector<ArgumentValue>& arguments,
                     const GlobalMemory& memory);

struct ArgumentBlock {
  std::vector<std::byte> bytes;
  std::uint32_t local_bytes = 0;  ///< of a work-group: the kernel's own and the arguments'
};

/// Throws what check_arguments does, and Error(Launch) for more local memory than the machine has.
ArgumentBlock lay_out_arguments(const KernelInfo& kernel,
                                const std::vector<ArgumentValue>& arguments,
                                const GlobalMemory& memory, const MachineConfig& machine);

}  // namespace lanefold
