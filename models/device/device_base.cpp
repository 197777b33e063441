// SPDX-License-Identifier: Apache-2.0
// Launch checks (OpenCL 1.2 clause 5.8, clEnqueueNDRangeKernel) and the argument block.
#include "device/device_base.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include "device/group_placement.h"
#include "device/launch_limits.h"
#include "device/print_records.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "lanefold/program.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kLocalAlignment = 128;  // of the largest OpenCL type, a double16

std::uint32_t align_up(std::uint32_t value, std::uint32_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// The largest number stands for every product that is larger.
std::uint64_t saturating_product(std::uint64_t a, std::uint32_t b) {
  return a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

[[noreturn]] void refuse(const KernelInfo& kernel, const std::string& reason) {
  throw Error(ErrorKind::Launch, fmt::format("kernel {}: {}", kernel.name, reason));
}

std::string expectation(const KernelArgument& formal) {
  switch (formal.kind) {
    case ArgumentKind::Global:
      return "a buffer";
    case ArgumentKind::Constant:
      return "a buffer (constant memory)";
    case ArgumentKind::Local:
      return "a size of local memory";
    default:
      return fmt::format("a value of {} bytes", formal.size);
  }
}

std::string description(const ArgumentValue& given) {
  if (std::holds_alternative<Buffer>(given)) return "a buffer";
  if (std::holds_alternative<LocalBytes>(given)) return "a size of local memory";
  return fmt::format("a value of {} bytes", std::get<std::vector<std::byte>>(given).size());
}

bool fits(const KernelArgument& formal, const ArgumentValue& given) {
  switch (formal.kind) {
    case ArgumentKind::Global:
    case ArgumentKind::Constant:
      return std::holds_alternative<Buffer>(given);
    case ArgumentKind::Local:
      return std::holds_alternative<LocalBytes>(given);
    default:
      break;
  }
  const auto* value = std::get_if<std::vector<std::byte>>(&given);
  return value != nullptr && value->size() == formal.size;
}

void put_address(std::vector<std::byte>& block, const KernelArgument& formal,
                 std::uint32_t address) {
  std::memcpy(block.data() + formal.offset, &address, sizeof address);
}

}  // namespace

DeviceBase::DeviceBase(const MachineConfig& config)
    : config_(config), memory_(config.memory.bytes, config.memory.overrun_bytes) {}

Buffer DeviceBase::allocate(std::size_t bytes, bool writable) {
  const Buffer buffer = memory_.allocate(bytes, writable);
  for (const std::uint32_t block : memory_.take_cleared()) loaded(block, GlobalMemory::kAlignment);
  return buffer;
}

void DeviceBase::release(Buffer buffer) { loaded(buffer.address, memory_.release(buffer)); }

void DeviceBase::write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) {
  memory_.write(buffer, offset, data, bytes);
  loaded(buffer.address + static_cast<std::uint32_t>(offset), bytes);
}

std::uint32_t DeviceBase::max_work_group_size() const { return largest_work_group(config_); }

void DeviceBase::check_range(const KernelInfo& kernel, const NDRange& range) const {
  if (range.dimensions < 1 || range.dimensions > 3) {
    refuse(kernel, fmt::format("{} dimensions; 1 to 3 are valid", range.dimensions));
  }
  std::uint64_t group_size = 1;
  std::uint64_t work_items = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (range.global[d] == 0 || range.local[d] == 0 || range.global[d] % range.local[d] != 0) {
      refuse(kernel,
             fmt::format(
                 "global size {} in dimension {} is not a positive multiple of the local size {}",
                 range.global[d], d, range.local[d]));
    }
    if (std::uint64_t{range.global[d]} + range.offset[d] > (1ULL << 32)) {
      refuse(kernel, fmt::format("global ids in dimension {} do not fit into 32 bits", d));
    }
    if (d >= range.dimensions && (range.global[d] != 1 || range.offset[d] != 0)) {
      refuse(kernel, fmt::format("dimension {} is not used, so its size is 1 and its offset 0", d));
    }
    group_size = saturating_product(group_size, range.local[d]);
    work_items = saturating_product(work_items, range.global[d]);
  }
  if (group_size > max_work_group_size()) {
    refuse(kernel,
           fmt::format("a work-group of {}x{}x{} work-items; this machine holds {} (cores x "
                       "core.warps x core.warp_width)",
                       range.local[0], range.local[1], range.local[2], max_work_group_size()));
  }
  if (work_items == UINT64_MAX)
    refuse(kernel, "the number of work-items does not fit into 64 bits");
  const auto& required = kernel.required_work_group_size;
  if (required[0] != 0 && required != range.local) {
    refuse(kernel, fmt::format("work-group size {}x{}x{}; its reqd_work_group_size is {}x{}x{}",
                               range.local[0], range.local[1], range.local[2], required[0],
                               required[1], required[2]));
  }
}

std::vector<std::byte> DeviceBase::argument_block(const KernelInfo& kernel,
                                                  const std::vector<ArgumentValue>& arguments,
                                                  std::uint32_t& local_bytes) const {
  if (arguments.size() != kernel.arguments.size()) {
    refuse(kernel, fmt::format("{} arguments given; it takes {}", arguments.size(),
                               kernel.arguments.size()));
  }
  std::vector<std::byte> block(kernel.argument_bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const KernelArgument& formal = kernel.arguments[i];
    if (!fits(formal, arguments[i])) {
      refuse(kernel, fmt::format("argument {} ({} {}) takes {}, not {}", i, formal.type_name,
                                 formal.name, expectation(formal), description(arguments[i])));
    }
    if (const auto* buffer = std::get_if<Buffer>(&arguments[i])) {
      const std::uint32_t last = buffer->address + buffer->size - 1;
      if (buffer->size != 0 && memory_.find(buffer->address, last) == nullptr) {
        refuse(kernel,
               fmt::format("argument {} ({} {}) is a buffer of {} bytes at {:#010x} that "
                           "does not exist: released?",
                           i, formal.type_name, formal.name, buffer->size, buffer->address));
      }
      put_address(block, formal, buffer->address);
    } else if (const auto* local = std::get_if<LocalBytes>(&arguments[i])) {
      const std::uint32_t offset = align_up(local_bytes, kLocalAlignment);
      check_local(kernel, std::uint64_t{offset} + local->size);
      put_address(block, formal, kLocalBase + offset);
      local_bytes = offset + local->size;
    } else {
      const auto& value = std::get<std::vector<std::byte>>(arguments[i]);
      std::copy(value.begin(), value.end(), block.begin() + formal.offset);
    }
  }
  return block;
}

void DeviceBase::check_local(const KernelInfo& kernel, std::uint64_t bytes) const {
  const std::uint32_t available = largest_local_memory(config_);
  if (bytes <= available) return;
  refuse(kernel,
         fmt::format("needs {} bytes of local memory; the machine has {} (local_memory.bytes)",
                     bytes, available));
}

void DeviceBase::launch(const Program& program, std::string_view kernel_name, const NDRange& range,
                        const std::vector<ArgumentValue>& arguments) {
  const KernelInfo& kernel = program.kernel(std::string(kernel_name));
  check_range(kernel, range);
  Launch launch;
  launch.image = &program.image();
  launch.kernel = &kernel;
  launch.entry =
      program.image().entries[static_cast<std::size_t>(&kernel - program.kernels().data())];
  launch.range = range;
  launch.local_bytes = program.image().local_bytes;
  check_local(kernel, launch.local_bytes);
  const std::vector<std::byte> block = argument_block(kernel, arguments, launch.local_bytes);
  const Buffer buffer = allocate(std::max<std::size_t>(block.size(), 4), false);
  write(buffer, 0, block.data(), block.size());
  launch.argument_block = buffer.address;
  const std::uint32_t width = config_.core.warp_width;
  const std::uint32_t warps = (launch.group_size() + width - 1) / width;
  launch.resident_groups = resident_groups(
      config_, needs_of_group(config_, warps, launch.local_bytes), launch.group_count());
  std::uint64_t started_groups = 0;
  launch.started_groups = &started_groups;
  launch.warnings = &warnings_;
  warnings_.begin_launch();

  LaunchStatistics statistics;
  statistics.kernel = kernel.name;
  statistics.dimensions = range.dimensions;
  statistics.global_size = range.global;
  statistics.local_size = range.local;
  statistics.global_offset = range.offset;
  statistics.warp_width = config_.core.warp_width;
  statistics.alu_width = config_.core.alu_width;
  statistics.cores = config_.cores;
  statistics.work_items = launch.group_count() * launch.group_size();
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
    print(*launch.image);
    throw;
  }
  print(*launch.image);
}

void DeviceBase::print(const ProgramImage& image) {
  std::uint32_t used = 0;
  memory_.read(printf_buffer_, 0, &used, sizeof used);
  if (used == 0) return;
  std::vector<std::uint32_t> words(printf_buffer_.size / sizeof(std::uint32_t));
  memory_.read(printf_buffer_, 0, words.data(), printf_buffer_.size);
  print_records(words, image, [this](std::string_view text) {
    if (print_) return print_(text);
    std::fwrite(text.data(), 1, text.size(), stdout);
  });
}

}  // namespace lanefold
