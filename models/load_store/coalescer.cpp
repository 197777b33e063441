// SPDX-License-Identifier: Apache-2.0
// From lane addresses to line requests.
#include "load_store/coalescer.h"

#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

void add(LineAccesses& result, std::uint64_t line, unsigned lane, bool merge) {
  // Neighbouring lanes mostly share a line, so the latest is looked at first.
  for (unsigned i = result.count; merge && i-- > 0;) {
    if (result.lines[i].address == line) {
      result.lines[i].lanes.set(lane);
      return;
    }
  }
  result.lines[result.count++] = {line, LaneMask::lane(lane)};
}

}  // namespace

PrivatePlacement private_placement(const MachineConfig& config, std::uint64_t thread) {
  const std::uint32_t stride = (config.core.warp_width + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
  const std::uint64_t warp_bytes = std::uint64_t{config.memory.private_bytes} * stride;
  return {kPrivatePhysicalBase + thread * warp_bytes, stride};
}

void coalesce(const LaneAccess& access, std::uint32_t line_bytes, const PrivatePlacement& placement,
              LineAccesses& result) {
  result.count = 0;
  const bool merge = access.kind != InstructionClass::Atomic;
  const std::uint64_t line_mask = ~std::uint64_t{line_bytes - 1};
  const auto private_word = [&](std::uint32_t offset, unsigned lane) {
    return placement.base + (std::uint64_t{offset / 4} * placement.stride + lane) * 4;
  };
  for_each_lane(access.lanes, [&](unsigned lane) {
    const std::uint32_t address = access.address[lane];
    if (access.space != AddressSpace::Private) {
      add(result, address & line_mask, lane, merge);
      if (access.bytes > line_bytes) add(result, address + line_bytes, lane, merge);
      return;
    }
    const std::uint32_t offset = address - kPrivateBase;
    add(result, private_word(offset, lane) & line_mask, lane, merge);
    if (access.bytes == 8) add(result, private_word(offset + 4, lane) & line_mask, lane, merge);
  });
}

}  // namespace lanefold
