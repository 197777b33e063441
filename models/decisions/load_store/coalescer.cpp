// SPDX-License-Identifier: Apache-2.0
// From lane addresses to line requests.
#include "decisions/load_store/coalescer.h"

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

/// Physical address of a byte of a lane.
std::uint64_t byte_address(const LaneAccess& access, const PrivatePlacement& placement,
                           unsigned lane, std::uint32_t further) {
  const std::uint32_t address = access.address[lane] + further;
  if (access.space != AddressSpace::Private) return address;
  return placement.word(address - kPrivateBase, lane);
}

/// Whether all that the lanes access lies in one block of `bytes`, a power of two.
bool all_within(const LaneAccess& access, std::uint32_t bytes) {
  const std::uint32_t first = access.address[access.lanes.lowest()];
  std::uint32_t differ = 0;
  for_each_lane(access.lanes, [&](unsigned lane) {
    differ |= (access.address[lane] ^ first) | ((access.address[lane] + access.bytes - 1) ^ first);
  });
  return (differ & ~(bytes - 1)) == 0;
}

}  // namespace

PrivatePlacement private_placement(const MachineConfig& config, std::uint64_t thread) {
  const std::uint64_t bytes = config.memory.private_bytes;
  if (config.core.private_layout == PrivateLayout::OwnLines) {
    const std::uint64_t line = config.memory.line_bytes;
    const std::uint64_t lane_step = ((bytes + line - 1) / line | 1) * line;
    return {kPrivatePhysicalBase + thread * config.core.warp_width * lane_step, 4, lane_step};
  }
  const std::uint64_t lanes = (config.core.warp_width + kLaneGroup - 1) / kLaneGroup * kLaneGroup;
  return {kPrivatePhysicalBase + thread * lanes * bytes, lanes * 4, 4};
}

LinesOfLanes lines_of_lanes(const LaneAccess& access, std::uint32_t line_bytes,
                            const PrivatePlacement& placement) {
  LinesOfLanes lines;
  for_each_lane(access.lanes, [&](unsigned lane) {
    lines.first[lane] = byte_address(access, placement, lane, 0) / line_bytes;
    lines.last[lane] = byte_address(access, placement, lane, access.bytes - 1U) / line_bytes;
  });
  return lines;
}

void coalesce(const LaneAccess& access, std::uint32_t line_bytes, const PrivatePlacement& placement,
              LineAccesses& result) {
  result.count = 0;
  if (access.lanes.none()) return;
  const bool merge = shares_lines(access);
  const std::uint64_t line_mask = ~std::uint64_t{line_bytes - 1};
  const auto line_of = [&](unsigned lane, std::uint32_t further) {
    return byte_address(access, placement, lane, further) & line_mask;
  };
  // Bytes of a lane that are in one line if they begin at a multiple of as many.
  const bool interleaved = access.space == AddressSpace::Private && !placement.contiguous();
  const std::uint32_t piece = interleaved ? 4 : line_bytes;
  if (merge && access.bytes <= piece && all_within(access, piece)) {
    const auto highest = 63 - static_cast<unsigned>(__builtin_clzll(access.lanes.bits()));
    const std::uint64_t first = line_of(access.lanes.lowest(), 0);
    if (line_of(highest, 0) == first) {
      result.lines[result.count++] = {first, access.lanes};
      return;
    }
  }
  for_each_lane(access.lanes, [&](unsigned lane) {
    add(result, line_of(lane, 0), lane, merge);
    const std::uint32_t in_piece = interleaved ? 0 : access.address[lane] % piece;
    for (std::uint32_t next = piece - in_piece; next < access.bytes; next += piece) {
      add(result, line_of(lane, next), lane, merge);
    }
  });
}

}  // namespace lanefold
