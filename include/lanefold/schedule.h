// SPDX-License-Identifier: Apache-2.0
// Which lane of a warp computes in which cycle at which ALU position, and the way back for its
// result.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"

namespace lanefold {

/// The settings of swizzle crossbar, lane enables and unswizzle for one instruction (ISCA'13
/// section 4.2). A value of about 200 bytes that never allocates.
class Schedule {
 public:
  /// Stands in a slot for no lane.
  static constexpr std::uint8_t kDisabled = 0xff;

  /// What one ALU position does in one cycle.
  struct Slot {
    unsigned lane = kDisabled;  ///< lane of the warp that computes
    unsigned quad = 0;          ///< its quad, the source of the operands
    unsigned position = 0;  ///< its position in that quad; another than the slot's own if swizzled

    /// Whether any lane computes; if not, the rest has no meaning.
    bool enabled() const { return lane != kDisabled; }
  };
  /// Where and when the result of a lane appears.
  struct Place {
    unsigned cycle = 0;
    unsigned position = 0;
  };

  /// The schedule of an instruction without active lanes.
  Schedule() = default;
  /// `cycles` cycles (0..geometry.quads()) in which every position is disabled so far.
  Schedule(unsigned cycles, const QuadGeometry& geometry);

  unsigned cycles() const { return cycles_; }
  /// ALU positions of a cycle that can hold a lane.
  unsigned positions() const { return positions_; }
  /// Every lane that is issued.
  LaneMask lanes() const { return lanes_; }
  /// Lanes that compute at another position than their own.
  unsigned swizzled_lanes() const { return swizzled_lanes_; }

  Slot slot(unsigned cycle, unsigned position) const {
    const unsigned lane = source_[index(cycle, position)];
    if (lane == kDisabled) {
      return {};
    }
    return {lane, lane / quad_lanes_, lane % quad_lanes_};
  }
  /// The lane enables of one cycle, bit p for ALU position p.
  LaneMask enabled_positions(unsigned cycle) const;
  /// The unswizzle: `lane` is one of lanes().
  Place place(unsigned lane) const {
    assert(lanes_.test(lane));
    return {place_[lane] / positions_, place_[lane] % positions_};
  }

  /// Puts a lane, not yet issued, into a slot that is still disabled.
  void issue(unsigned cycle, unsigned position, unsigned lane) {
    const unsigned slot = index(cycle, position);
    assert(source_[slot] == kDisabled && !lanes_.test(lane));
    source_[slot] = static_cast<std::uint8_t>(lane);
    place_[lane] = static_cast<std::uint8_t>(slot);
    lanes_.set(lane);
    swizzled_lanes_ += lane % quad_lanes_ != position ? 1 : 0;
  }

 private:
  unsigned index(unsigned cycle, unsigned position) const {
    assert(cycle < cycles_ && position < positions_);
    return cycle * positions_ + position;
  }

  /// Quads x positions: below 64 lanes plus what is missing in the last quad.
  static constexpr unsigned kMaxSlots = 128;

  std::array<std::uint8_t, kMaxSlots> source_{};  ///< [cycle][position]: lane or kDisabled
  std::array<std::uint8_t, 64> place_{};          ///< [lane]: index into source_
  LaneMask lanes_;
  std::uint32_t cycles_ = 0;
  std::uint32_t positions_ = 1;
  std::uint32_t quad_lanes_ = 1;
  std::uint32_t swizzled_lanes_ = 0;
};

}  // namespace lanefold
