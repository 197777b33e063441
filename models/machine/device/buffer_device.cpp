// SPDX-License-Identifier: Apache-2.0
// Buffers and records.
#include "machine/device/buffer_device.h"

#include <cstdio>
#include <string>

#include "base/output_file.h"
#include "machine/device/launch_limits.h"

namespace lanefold {

BufferDevice::BufferDevice(const MachineConfig& config)
    : config_(config),
      memory_(config.memory.bytes, config.memory.overrun_bytes, config.memory.guard_bytes) {}

Buffer BufferDevice::allocate(std::size_t bytes, bool writable) {
  const Buffer buffer = memory_.allocate(bytes, writable);
  load_cleared();
  return buffer;
}

Buffer BufferDevice::allocate_at(std::uint32_t address, std::size_t bytes) {
  const Buffer buffer = memory_.allocate_at(address, bytes);
  load_cleared();
  return buffer;
}

void BufferDevice::load_cleared() {
  for (const std::uint32_t block : memory_.take_cleared()) loaded(block, GlobalMemory::kAlignment);
}

/// Where kernels write through the levels of memory, these may hold more than global memory.
void BufferDevice::release(Buffer buffer) {
  const bool here = config_.memory.values == MemoryValues::Beside;
  const GlobalMemory::Region* const region = memory_.find(buffer.address, buffer.address);
  const bool known = here && region != nullptr && region->begin == buffer.address;
  std::vector<GlobalMemory::Part> parts;
  if (known) parts = memory_.touched({region->begin, region->end - region->begin});
  const std::uint32_t bytes = memory_.release(buffer);
  if (!known) return loaded(buffer.address, bytes);
  for (const GlobalMemory::Part& part : parts) loaded(part.address, part.bytes);
}

void BufferDevice::write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) {
  memory_.write(buffer, offset, data, bytes);
  loaded(buffer.address + static_cast<std::uint32_t>(offset), bytes);
}

void BufferDevice::read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const {
  memory_.check(buffer, offset, bytes, "read");
  refresh(buffer.address + static_cast<std::uint32_t>(offset), bytes);
  memory_.read(buffer, offset, data, bytes);
}

MachineState BufferDevice::state() const {
  for (const GlobalMemory::Region& region : memory_.regions()) {
    refresh(region.begin, region.end - region.begin);
  }
  for (const std::uint32_t block : memory_.overruns()) refresh(block, GlobalMemory::kAlignment);
  MachineState state;
  state.memory = memory_.state();
  return state;
}

void BufferDevice::restore(const MachineState& state) {
  std::vector<GlobalMemory::Part> changed;  // what was there before, and what comes
  for (const GlobalMemory::Region& region : memory_.regions()) {
    for (const auto& part : memory_.touched({region.begin, region.end - region.begin})) {
      changed.push_back(part);
    }
  }
  memory_.restore(state.memory);
  for (const MemoryState::Piece& piece : state.memory.pieces) {
    changed.push_back({piece.address, static_cast<std::uint32_t>(piece.content.size())});
  }
  for (const GlobalMemory::Part& part : changed) loaded(part.address, part.bytes);
}

std::uint32_t BufferDevice::max_work_group_size() const {
  return work_group_of_any_kernel(config_);
}

void BufferDevice::print(std::string_view text) {
  if (print_) return print_(text);
  print_to(stdout, text);
}

LaunchStatistics record_of(std::string_view kernel, const NDRange& range,
                           const MachineConfig& machine) {
  LaunchStatistics statistics;
  statistics.kernel = kernel;
  statistics.dimensions = range.dimensions;
  statistics.global_size = range.global;
  statistics.local_size = range.local;
  statistics.global_offset = range.offset;
  statistics.warp_width = machine.core.warp_width;
  statistics.alu_width = machine.core.alu_width;
  statistics.cores = machine.cores;
  statistics.work_items = std::uint64_t{range.global[0]} * range.global[1] * range.global[2];
  return statistics;
}

}  // namespace lanefold
