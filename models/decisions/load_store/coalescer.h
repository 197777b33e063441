// SPDX-License-Identifier: Apache-2.0
// From lane addresses to line requests.
#pragma once

#include <array>
#include <cstdint>

#include "decisions/memory/lane_memory.h"
#include "lanefold/lane_mask.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Private memory lies above the 32-bit address space of the work-items.
constexpr std::uint64_t kPrivatePhysicalBase = std::uint64_t{1} << 32;

/// One line, and the lanes that it serves.
struct LineAccess {
  std::uint64_t address = 0;  ///< physical, aligned to the line
  LaneMask lanes;
};

/// Mostly one line for each lane, and never more than this in all: RISC-V's lanes access at most
/// two lines each, and Gen8's messages at most 256 bytes, or five lines of 4 bytes for 16 lanes.
struct LineAccesses {
  std::array<LineAccess, 128> lines;
  unsigned count = 0;
};

/// Where the private words of one warp lie (`core.private_layout`).
struct PrivatePlacement {
  std::uint64_t base = kPrivatePhysicalBase;
  std::uint64_t word_step = 64;  ///< bytes from a lane's word to its next one
  std::uint64_t lane_step = 4;   ///< bytes from a lane's word to the same one of the next lane

  /// Whether the words of a lane lie one behind the other.
  bool contiguous() const { return word_step == 4; }
  /// Physical address of the word of a lane that has the byte at `offset` of its private memory.
  std::uint64_t word(std::uint32_t offset, unsigned lane) const {
    return base + offset / 4 * word_step + lane * lane_step;
  }
};

/// Where hardware thread `thread`, counted over all cores, has its private memory; one behind the
/// last gives its end. Lanes with lines of their own lie an odd number of lines apart: equal
/// addresses of neighbouring lanes are then in neighbouring sets of a cache, not in the same one.
PrivatePlacement private_placement(const MachineConfig& config, std::uint64_t thread);

/// The lines of a lane's first and last byte, as numbers: for accesses of which no lane touches a
/// third one, which those of RISC-V do not. Meaningful for the lanes of the access.
struct LinesOfLanes {
  std::array<std::uint64_t, 64> first{};
  std::array<std::uint64_t, 64> last{};
};
LinesOfLanes lines_of_lanes(const LaneAccess& access, std::uint32_t line_bytes,
                            const PrivatePlacement& placement);

/// Whether lanes can share a line. Atomics are carried out one lane after the other where the line
/// lives, so every lane is a request of its own.
inline bool shares_lines(const LaneAccess& access) {
  return access.kind != InstructionClass::Atomic;
}

/// The lines that `access` touches, in the order of the lowest lane that touches each, or one for
/// each lane where they cannot share. `line_bytes` is a power of two.
void coalesce(const LaneAccess& access, std::uint32_t line_bytes, const PrivatePlacement& placement,
              LineAccesses& result);

}  // namespace lanefold
