// SPDX-License-Identifier: Apache-2.0
// What a host reads and writes between launches: buffers, their copies in the levels of memory, and
// a memory outside.
#include <fmt/format.h>

#include "lanefold/error.h"
#include "machine/gpu/gpu_device.h"
#include "machine/top/debug_access.h"

namespace lanefold {

void GpuDevice::start() {
  started_ = true;
  for (const GlobalMemory::Region& region : memory().regions()) {
    loaded(region.begin, region.end - region.begin);
  }
}

void GpuDevice::loaded(std::uint32_t address, std::size_t bytes) {
  if (started_) debug_load(chip_.memory_of_core(0), memory(), address, bytes);
}

/// A memory outside may be newer than the levels before it, since others write there; the levels
/// may be newer while a kernel runs, and after one that has failed.
void GpuDevice::refresh(std::uint32_t address, std::size_t bytes) const {
  if (!through() || !started_) return;
  if (outside() && handed_over_) return take_over(address, bytes);
  debug_read(chip_.memory_of_core(0), address, memory().host(address), bytes);
}

/// Of a memory outside, what is no buffer any more stays as it is.
void GpuDevice::release(Buffer buffer) {
  if (outside()) {
    memory().release(buffer);
  } else {
    DeviceBase::release(buffer);
  }
}

void GpuDevice::read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const {
  memory().check(buffer, offset, bytes, "read");
  const bool beside = !through() && started_ && !launching_;
  if (outside() && beside && bytes != 0) {
    take_over(buffer.address + static_cast<std::uint32_t>(offset), bytes);
  }
  DeviceBase::read(buffer, offset, data, bytes);
}

Buffer GpuDevice::buffer_at(std::uint64_t address) const {
  if (address > UINT32_MAX) return {};
  const auto first = static_cast<std::uint32_t>(address);
  const GlobalMemory::Region* region = memory().find(first, first);
  if (region == nullptr) return {};
  return {region->begin, region->end - region->begin};
}

bool GpuDevice::read_at(std::uint64_t address, void* data, std::size_t bytes) const {
  if (outside()) return debug_read(links_.front()->memory(), address, data, bytes);
  const Buffer buffer = buffer_at(address);
  const std::uint64_t offset = address - buffer.address;
  if (buffer.size == 0 || bytes > buffer.size - offset) return false;
  read(buffer, offset, data, bytes);
  return true;
}

bool GpuDevice::write_at(std::uint64_t address, const void* data, std::size_t bytes) {
  const Buffer buffer = outside() ? Buffer{} : buffer_at(address);
  const std::uint64_t offset = address - buffer.address;
  if (buffer.size == 0 || bytes > buffer.size - offset) return false;
  write(buffer, offset, data, bytes);
  return true;
}

/// Where kernels write through the levels, all cores must see the same.
std::string GpuDevice::memory_difference() const {
  if (!through()) return debug_difference(chip_.memory_of_core(0), memory());
  for (const GlobalMemory::Region& region : memory().regions()) {
    refresh(region.begin, region.end - region.begin);
  }
  std::string difference;
  for (unsigned core = 0; core < config().cores && difference.empty(); ++core) {
    difference = debug_difference(chip_.memory_of_core(core), memory());
  }
  return difference;
}

/// What others have written to the memory outside.
void GpuDevice::take_over(std::uint32_t address, std::size_t bytes) const {
  if (debug_read(links_.front()->memory(), address, memory().host(address), bytes)) return;
  throw Error(ErrorKind::Launch,
              fmt::format("the memory outside does not give {} bytes from {:#010x} on by debug "
                          "transport",
                          bytes, address));
}

/// Levels that have copies of lines get what is in memory. What a kernel can change is kept.
void GpuDevice::take_over_all() {
  before_.clear();
  for (const GlobalMemory::Region& region : memory().regions()) {
    take_over(region.begin, region.end - region.begin);
    loaded(region.begin, region.end - region.begin);
    if (!region.writable || through()) continue;
    const std::byte* const first = memory().host(region.begin);
    before_[region.begin].assign(first, first + (region.end - region.begin));
  }
}

/// The bytes that the kernel has changed: levels may not have written them back, and others may
/// have written beside them meanwhile. Where kernels write through the levels, it is what is
/// modified there.
void GpuDevice::hand_over_all() {
  if (through()) return chip_.write_back(memory().origin(), memory().size());
  for (const auto& [begin, before] : before_) {
    const std::byte* const now = memory().host(begin);
    const auto end = static_cast<std::uint32_t>(before.size());
    for (std::uint32_t at = 0; at < end;) {
      if (now[at] == before[at]) {
        ++at;
        continue;
      }
      const std::uint32_t first = at;
      while (at < end && now[at] != before[at]) ++at;
      hand_over(begin + first, at - first);
    }
  }
  before_.clear();
}

void GpuDevice::hand_over(std::uint32_t address, std::uint32_t bytes) const {
  if (debug_load(links_.front()->memory(), memory(), address, bytes)) return;
  throw Error(
      ErrorKind::Launch,
      fmt::format("the memory outside does not take {} bytes at {:#010x} by debug transport", bytes,
                  address));
}

}  // namespace lanefold
