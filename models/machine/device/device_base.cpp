// SPDX-License-Identifier: Apache-2.0
// Launches of RISC-V programs from their checks to their records.
#include "machine/device/device_base.h"

#include <algorithm>
#include <string>
#include <utility>

#include "decisions/program/barriers.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "lanefold/program.h"
#include "machine/device/argument_block.h"
#include "machine/device/group_placement.h"
#include "machine/device/launch_checks.h"
#include "machine/device/print_records.h"
#include "machine/device/run_and_print.h"

namespace lanefold {
namespace {

/// Gives sub-groups the local memory in which they exchange values, behind everything else.
void place_exchange(Launch& launch, const MachineConfig& machine) {
  launch.has_sub_group_barriers = reaches_sub_group_barrier(*launch.image, launch.entry);
  if (!launch.kernel->exchanges_in_sub_groups) return;
  const std::uint64_t offset = local_argument_offset(launch.local_bytes);
  const std::uint64_t end = offset + std::uint64_t{kExchangeBytes} * launch.group_size();
  check_local(*launch.kernel, end, machine);
  launch.sub_group_exchange = kLocalBase + static_cast<std::uint32_t>(offset);
  launch.local_bytes = static_cast<std::uint32_t>(end);
}

Meeting meeting_of(const Launch& launch) {
  if (launch.has_sub_group_barriers) return Meeting::SubGroup;
  const bool meet = launch.local_bytes != 0 || reaches_barrier(*launch.image, launch.entry);
  return meet ? Meeting::Group : Meeting::None;
}

}  // namespace

void DeviceBase::launch(const Program& program, std::string_view kernel_name, const NDRange& range,
                        const std::vector<ArgumentValue>& arguments) {
  check_idle();
  prepare(program);
  const KernelInfo& kernel = program.kernel(std::string(kernel_name));
  check_range(kernel, range, config());
  check_sub_groups(kernel, config().core.warp_width);
  Launch launch;
  launch.image = &program.image();
  launch.kernel = &kernel;
  launch.entry =
      program.image().entries[static_cast<std::size_t>(&kernel - program.kernels().data())];
  launch.range = range;
  check_local(kernel, kernel.local_bytes, config());
  const ArgumentBlock block = lay_out_arguments(kernel, arguments, memory(), config());
  launch.local_bytes = block.local_bytes;
  launch.warp_width = config().core.warp_width;
  place_exchange(launch, config());
  const Buffer buffer = allocate(std::max<std::size_t>(block.bytes.size(), 4), false);
  write(buffer, 0, block.bytes.data(), block.bytes.size());
  launch.argument_block = buffer.address;
  launch.order = item_order(config().dispatch.mapping, meeting_of(launch));
  const std::uint32_t warps = sub_group_count(launch.group_size(), launch.warp_width);
  launch.resident_groups = resident_groups(
      config(), needs_of_group(config(), warps, launch.local_bytes), launch.group_count());
  std::uint64_t started_groups = 0;
  launch.started_groups = &started_groups;
  launch.warnings = &warnings();
  warnings().begin_launch();

  record([&](LaunchStatistics& statistics) {
    statistics = record_of(kernel.name, range, config());
    try {
      run_and_print(launch, statistics);
    } catch (...) {
      release(buffer);
      throw;
    }
    release(buffer);
  });
}

void DeviceBase::prepare(const Program& program) {
  if (!program.image().prints || printf_buffer_.size != 0) return;
  printf_buffer_ = allocate(kPrintfBufferBytes);
}

void DeviceBase::run_and_print(Launch& launch, LaunchStatistics& statistics) {
  if (!launch.image->prints) return run(launch, statistics);
  const std::uint32_t nothing = 0;
  write(printf_buffer_, 0, &nothing, sizeof nothing);
  launch.printf_buffer = printf_buffer_.address;
  lanefold::run_and_print([&] { run(launch, statistics); },
                          [&] { print_buffer(*launch.image, statistics.kernel); });
}

void DeviceBase::print_buffer(const ProgramImage& image, const std::string& kernel) {
  std::uint32_t used = 0;
  refresh(printf_buffer_.address, printf_buffer_.size);
  memory().read(printf_buffer_, 0, &used, sizeof used);
  if (used == 0) return;
  std::vector<std::uint32_t> words(printf_buffer_.size / sizeof(std::uint32_t));
  memory().read(printf_buffer_, 0, words.data(), printf_buffer_.size);
  print_records(words, image, [this](std::string_view text) { print(text); });
  if (used >= words.size()) warnings().report(full_printf_buffer(kernel, kPrintfBufferBytes));
}

}  // namespace lanefold
