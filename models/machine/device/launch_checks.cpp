// SPDX-License-Identifier: Apache-2.0
// The refusals of a launch.
#include "machine/device/launch_checks.h"

#include <fmt/format.h>

#include "lanefold/error.h"
#include "machine/device/launch_limits.h"

namespace lanefold {
namespace {

/// The largest number stands for every product that is larger.
std::uint64_t saturating_product(std::uint64_t a, std::uint32_t b) {
  return a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

}  // namespace

[[noreturn]] void refuse_launch(const KernelInfo& kernel, const std::string& reason) {
  throw Error(ErrorKind::Launch, fmt::format("kernel {}: {}", kernel.name, reason));
}

void check_range(const KernelInfo& kernel, const NDRange& range, const MachineConfig& machine) {
  if (range.dimensions < 1 || range.dimensions > 3) {
    refuse_launch(kernel, fmt::format("{} dimensions; 1 to 3 are valid", range.dimensions));
  }
  const std::uint32_t most = largest_work_group(machine);
  std::uint64_t group_size = 1;
  std::uint64_t work_items = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (range.global[d] == 0 || range.local[d] == 0 || range.global[d] % range.local[d] != 0) {
      refuse_launch(
          kernel,
          fmt::format(
              "global size {} in dimension {} is not a positive multiple of the local size {}",
              range.global[d], d, range.local[d]));
    }
    if (std::uint64_t{range.global[d]} + range.offset[d] > (1ULL << 32)) {
      refuse_launch(kernel, fmt::format("global ids in dimension {} do not fit into 32 bits", d));
    }
    if (d >= range.dimensions && (range.global[d] != 1 || range.offset[d] != 0)) {
      refuse_launch(kernel,
                    fmt::format("dimension {} is not used, so its size is 1 and its offset 0", d));
    }
    group_size = saturating_product(group_size, range.local[d]);
    work_items = saturating_product(work_items, range.global[d]);
  }
  if (group_size > most) {
    const bool own = machine.core.isa == InstructionSet::Riscv;
    refuse_launch(kernel,
                  fmt::format("a work-group of {}x{}x{} work-items; this machine holds {} (cores x "
                              "core.warps x {})",
                              range.local[0], range.local[1], range.local[2], most,
                              own ? "core.warp_width" : "32, the widest thread"));
  }
  if (work_items == UINT64_MAX)
    refuse_launch(kernel, "the number of work-items does not fit into 64 bits");
  const auto& required = kernel.required_work_group_size;
  if (required[0] != 0 && required != range.local) {
    refuse_launch(kernel,
                  fmt::format("work-group size {}x{}x{}; its reqd_work_group_size is {}x{}x{}",
                              range.local[0], range.local[1], range.local[2], required[0],
                              required[1], required[2]));
  }
}

void check_sub_groups(const KernelInfo& kernel, std::uint32_t warp_width) {
  const std::uint32_t required = kernel.required_sub_group_size;
  if (required == 0 || required == warp_width) return;
  refuse_launch(kernel, fmt::format("its intel_reqd_sub_group_size is {}; a sub-group of this "
                                    "machine is a warp of {} work-items (core.warp_width)",
                                    required, warp_width));
}

void check_local(const KernelInfo& kernel, std::uint64_t bytes, const MachineConfig& machine) {
  const std::uint32_t available = largest_local_memory(machine);
  if (bytes <= available) return;
  refuse_launch(
      kernel, fmt::format("needs {} bytes of local memory; the machine has {} (local_memory.bytes)",
                          bytes, available));
}

}  // namespace lanefold
