// SPDX-License-Identifier: Apache-2.0
// From a host's call to what threads start with.
#include "machine/eu/eu_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "machine/device/argument_block.h"
#include "machine/device/group_placement.h"
#include "machine/device/launch_checks.h"

namespace lanefold::gen8 {
namespace {

std::vector<BoundSurface> bind_surfaces(const ZebinKernel& kernel,
                                        const std::vector<ArgumentValue>& arguments) {
  std::vector<BoundSurface> surfaces;
  for (const Surface& one : kernel.surfaces) {
    if (surfaces.size() <= one.index) surfaces.resize(one.index + 1);
    const auto& buffer = std::get<Buffer>(arguments[one.argument]);
    surfaces[one.index] = {buffer.address, buffer.size};
  }
  return surfaces;
}

}  // namespace

EuLaunch prepare_launch(const ZebinKernel& kernel, const KernelCode& code, const NDRange& range,
                        const std::vector<ArgumentValue>& arguments, GlobalMemory& memory,
                        const MachineConfig& machine, EuThreads threads) {
  check_range(kernel.info, range, machine);
  check_arguments(kernel.info, arguments, memory);
  ResolvedArguments resolved = resolve_arguments(kernel, arguments);
  check_local(kernel.info, resolved.local_bytes, machine);
  if (resolved.local_bytes > kMostLocalBytes) {
    refuse_launch(kernel.info, fmt::format("{} bytes of local memory; code of Gen8 reaches {}",
                                           resolved.local_bytes, kMostLocalBytes));
  }
  EuLaunch launch;
  launch.kernel = &kernel;
  launch.code = &code;
  launch.global = &memory;
  launch.values.range = range;
  launch.values.arguments = std::move(resolved.values);
  launch.surfaces = bind_surfaces(kernel, arguments);
  launch.local_bytes = static_cast<std::uint32_t>(resolved.local_bytes);
  launch.threads_of_group = threads_of_group(kernel, range.local);
  if (launch.threads_of_group > kThreadSlots) {
    refuse_launch(kernel.info, fmt::format("a work-group of {} threads; {} can live at once",
                                           launch.threads_of_group, kThreadSlots));
  }
  const std::uint64_t resident =
      resident_groups(machine, needs_of_group(machine, launch.threads_of_group, launch.local_bytes),
                      group_count(range));
  const unsigned machine_threads = machine.cores * machine.core.warps;
  if (threads == EuThreads::OfMachine && resident == 0) {
    refuse_launch(
        kernel.info,
        fmt::format("a work-group of {} threads and {} bytes of local memory; the machine "
                    "has {} threads (cores x core.warps)",
                    launch.threads_of_group, launch.local_bytes, machine_threads));
  }
  launch.resident_groups =
      std::clamp<std::uint64_t>(resident, 1, kThreadSlots / launch.threads_of_group);
  launch.slots = threads == EuThreads::OfMachine
                     ? machine_threads
                     : static_cast<unsigned>(launch.resident_groups) * launch.threads_of_group;
  return launch;
}

Error at_channel(ErrorKind kind, const EuLaunch& launch, const Sizes& group, unsigned thread,
                 unsigned channel, std::uint32_t pc, const std::string& what) {
  const NDRange& range = launch.values.range;
  const Sizes& size = range.local;
  const std::uint32_t item = thread * launch.kernel->simd_size + channel;
  const std::string place = fmt::format("kernel {} at pc {:#x}", launch.kernel->info.name, pc);
  if (item >= size[0] * size[1] * size[2]) {
    return Error(kind, fmt::format("{}, channel {} of thread {}, behind the group's end: {}", place,
                                   channel, thread, what));
  }
  const Sizes local = local_id_at(size, item);
  Sizes id{};
  for (unsigned d = 0; d < 3; ++d) id[d] = group[d] * size[d] + local[d] + range.offset[d];
  return Error(kind,
               fmt::format("{}, work-item ({}, {}, {}): {}", place, id[0], id[1], id[2], what));
}

}  // namespace lanefold::gen8
