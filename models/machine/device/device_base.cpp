// SPDX-License-Identifier: Apache-2.0
// Launches from their checks to their records.
#include "machine/device/device_base.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "base/output_file.h"
#include "decisions/program/barriers.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "lanefold/program.h"
#include "machine/device/argument_block.h"
#include "machine/device/group_placement.h"
#include "machine/device/launch_checks.h"
#include "machine/device/launch_limits.h"
#include "machine/device/print_records.h"

namespace lanefold {
namespace {

/// What is known of a launch before it runs.
LaunchStatistics record_of(const Launch& launch, const MachineConfig& machine) {
  LaunchStatistics statistics;
  statistics.kernel = launch.kernel->name;
  statistics.dimensions = launch.range.dimensions;
  statistics.global_size = launch.range.global;
  statistics.local_size = launch.range.local;
  statistics.global_offset = launch.range.offset;
  statistics.warp_width = machine.core.warp_width;
  statistics.alu_width = machine.core.alu_width;
  statistics.cores = machine.cores;
  statistics.work_items = launch.group_count() * launch.group_size();
  return statistics;
}

}  // namespace

DeviceBase::DeviceBase(const MachineConfig& config)
    : config_(config), memory_(config.memory.bytes, config.memory.overrun_bytes) {}

Buffer DeviceBase::allocate(std::size_t bytes, bool writable) {
  const Buffer buffer = memory_.allocate(bytes, writable);
  load_cleared();
  return buffer;
}

Buffer DeviceBase::allocate_at(std::uint32_t address, std::size_t bytes) {
  const Buffer buffer = memory_.allocate_at(address, bytes);
  load_cleared();
  return buffer;
}

void DeviceBase::load_cleared() {
  for (const std::uint32_t block : memory_.take_cleared()) loaded(block, GlobalMemory::kAlignment);
}

void DeviceBase::release(Buffer buffer) { loaded(buffer.address, memory_.release(buffer)); }

void DeviceBase::write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) {
  memory_.write(buffer, offset, data, bytes);
  loaded(buffer.address + static_cast<std::uint32_t>(offset), bytes);
}

void DeviceBase::read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const {
  memory_.check(buffer, offset, bytes, "read");
  refresh(buffer.address + static_cast<std::uint32_t>(offset), bytes);
  memory_.read(buffer, offset, data, bytes);
}

std::uint32_t DeviceBase::max_work_group_size() const { return largest_work_group(config_); }

void DeviceBase::launch(const Program& program, std::string_view kernel_name, const NDRange& range,
                        const std::vector<ArgumentValue>& arguments) {
  check_idle();
  const KernelInfo& kernel = program.kernel(std::string(kernel_name));
  check_range(kernel, range, config_);
  Launch launch;
  launch.image = &program.image();
  launch.kernel = &kernel;
  launch.entry =
      program.image().entries[static_cast<std::size_t>(&kernel - program.kernels().data())];
  launch.range = range;
  check_local(kernel, program.image().local_bytes, config_);
  const ArgumentBlock block =
      lay_out_arguments(kernel, arguments, program.image().local_bytes, memory_, config_);
  launch.local_bytes = block.local_bytes;
  const Buffer buffer = allocate(std::max<std::size_t>(block.bytes.size(), 4), false);
  write(buffer, 0, block.bytes.data(), block.bytes.size());
  launch.argument_block = buffer.address;
  launch.order =
      item_order(config_.dispatch.mapping,
                 launch.local_bytes != 0 || reaches_barrier(*launch.image, launch.entry));
  const std::uint32_t width = config_.core.warp_width;
  launch.warp_width = width;
  const std::uint32_t warps = (launch.group_size() + width - 1) / width;
  launch.resident_groups = resident_groups(
      config_, needs_of_group(config_, warps, launch.local_bytes), launch.group_count());
  std::uint64_t started_groups = 0;
  launch.started_groups = &started_groups;
  launch.warnings = &warnings_;
  warnings_.begin_launch();

  LaunchStatistics statistics = record_of(launch, config_);
  try {
    run_and_print(launch, statistics);
  } catch (...) {
    release(buffer);
    throw;
  }
  release(buffer);
  launches_.push_back(std::move(statistics));
}

void DeviceBase::run_and_print(Launch& launch, LaunchStatistics& statistics) {
  if (!launch.image->prints) return run(launch, statistics);
  if (printf_buffer_.size == 0) printf_buffer_ = allocate(kPrintfBufferBytes);
  const std::uint32_t nothing = 0;
  write(printf_buffer_, 0, &nothing, sizeof nothing);
  launch.printf_buffer = printf_buffer_.address;
  try {
    run(launch, statistics);
  } catch (...) {
    print_before_failure(*launch.image);
    throw;
  }
  print(*launch.image);
}

/// The kernel's failure says more than that of its output.
void DeviceBase::print_before_failure(const ProgramImage& image) {
  try {
    print(image);
  } catch (const Error&) {
  }
}

void DeviceBase::print(const ProgramImage& image) {
  std::uint32_t used = 0;
  refresh(printf_buffer_.address, printf_buffer_.size);
  memory_.read(printf_buffer_, 0, &used, sizeof used);
  if (used == 0) return;
  std::vector<std::uint32_t> words(printf_buffer_.size / sizeof(std::uint32_t));
  memory_.read(printf_buffer_, 0, words.data(), printf_buffer_.size);
  print_records(words, image, [this](std::string_view text) {
    if (print_) return print_(text);
    print_to(stdout, text);
  });
}

}  // namespace lanefold
