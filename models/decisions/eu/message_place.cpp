// SPDX-License-Identifier: Apache-2.0
// Local memory, buffers by address, buffers by surface.
#include "decisions/eu/message_place.h"

#include <fmt/format.h>

#include "decisions/memory/buffer_distance.h"
#include "lanefold/memory_map.h"

namespace lanefold::gen8 {
namespace {

/// The compiler sets higher bits, so that no pointer to local memory is null.
constexpr std::uint64_t kLocalAddressMask = kMostLocalBytes - 1;

}  // namespace

bool only_reads(MessageKind kind) {
  return kind == MessageKind::Gather || kind == MessageKind::BlockRead ||
         kind == MessageKind::ScratchRead;
}

const char* name_of_access(MessageKind kind) {
  switch (kind) {
    case MessageKind::Scatter:
    case MessageKind::BlockWrite:
    case MessageKind::ScratchWrite:
      return "store";
    case MessageKind::Atomic:
      return "atomic access";
    default:
      return "load";
  }
}

void MessagePlaces::refuse(std::uint64_t address, unsigned bytes, unsigned channel,
                           const std::string& reason) const {
  throw ChannelFault{channel, fmt::format("{} of {} bytes at {:#010x}, {}", name_of_access(kind_),
                                          bytes, address, reason)};
}

std::byte* MessagePlaces::in_local(std::uint64_t address, unsigned bytes, unsigned channel) const {
  const std::uint64_t first = address & kLocalAddressMask;
  if (first + bytes > memory_.local_bytes) {
    refuse(address, bytes, channel,
           fmt::format("which is outside of the work-group's {} bytes of local memory",
                       memory_.local_bytes));
  }
  return memory_.local + first;
}

std::byte* MessagePlaces::in_global(std::uint64_t address, unsigned bytes, unsigned channel) {
  const auto first = static_cast<std::uint32_t>(address);
  const std::uint32_t last = first + bytes - 1;
  const bool addressable = address >> 32 == 0 && last >= first;
  if (addressable && !region_.contains(first, last)) {
    const GlobalMemory::Region* found = memory_.global->find(first, last);
    if (found != nullptr) region_ = *found;
  }
  if (!addressable || !region_.contains(first, last)) {
    const std::string outside = "which is outside of every buffer";
    const bool among_buffers = addressable && first >= kGlobalBase;
    refuse(address, bytes, channel,
           among_buffers ? with_distance(outside, *memory_.global, first, last) : outside);
  }
  if (!region_.writable && !only_reads(kind_)) {
    refuse(address, bytes, channel, "which is the program's, and not writable");
  }
  return memory_.global->host(first);
}

std::byte* MessagePlaces::in_surface(std::uint64_t address, unsigned bytes,
                                     unsigned channel) const {
  if (surface_ >= memory_.surfaces->size()) {
    refuse(address, bytes, channel,
           fmt::format("in surface {}; the kernel has {}", surface_, memory_.surfaces->size()));
  }
  const BoundSurface& surface = (*memory_.surfaces)[surface_];
  if (bytes > surface.bytes || address > surface.bytes - bytes) {
    if (memory_.behind != nullptr && !memory_.behind->has_value()) {
      *memory_.behind = AccessBehind{kind_, channel, address, bytes, surface.bytes};
    }
    return nullptr;
  }
  return memory_.global->host(surface.address + static_cast<std::uint32_t>(address));
}

}  // namespace lanefold::gen8
