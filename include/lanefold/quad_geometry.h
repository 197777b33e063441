// SPDX-License-Identifier: Apache-2.0
// How the lanes of a warp are cut into quads, the groups of lanes that one pass of the ALU takes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lanefold/lane_mask.h"

namespace lanefold {

/// The shape of one instruction on one ALU. Lane l belongs to quad l / quad_lanes() and sits at
/// position l % quad_lanes() of it, which is its own ALU lane. Immutable; what policies ask per
/// instruction is computed once, in the constructor. Masks handed to a geometry have no lane at or
/// above lanes().
class QuadGeometry {
 public:
  /// SIMD16 on the four-wide ALU of ISCA'13, 32-bit operands.
  QuadGeometry() : QuadGeometry(16, 4) {}
  /// `lanes` (W) and `alu_width` (A, in 32-bit lanes) are 1..64, `operand_bits` is 16, 32 or 64;
  /// anything else throws Error(Configuration).
  QuadGeometry(unsigned lanes, unsigned alu_width, unsigned operand_bits = 32);

  unsigned lanes() const { return lanes_; }
  unsigned alu_width() const { return alu_width_; }
  unsigned operand_bits() const { return operand_bits_; }
  /// Lanes that one pass takes: A for 32-bit operands, A/2 (at least 1) for 64, 2A for 16.
  unsigned quad_lanes() const { return quad_lanes_; }
  /// Quads of the warp, the last one perhaps not full.
  unsigned quads() const { return quads_; }
  /// ALU positions that can ever hold a lane: quad_lanes(), or lanes() where those are fewer.
  unsigned positions() const { return std::min(quad_lanes_, lanes_); }

  unsigned quad_of(unsigned lane) const { return lane / quad_lanes_; }
  unsigned position_of(unsigned lane) const { return lane % quad_lanes_; }

  LaneMask all_lanes() const { return LaneMask::first(lanes_); }
  /// The lanes of one quad; `quad` is below quads().
  LaneMask quad(unsigned quad) const {
    return LaneMask(LaneMask::first(positions()).bits() << quad * positions()) & all_lanes();
  }
  /// The lanes whose own ALU position is `position`; below positions().
  LaneMask position(unsigned position) const {
    return LaneMask(heads_.bits() << position) & all_lanes();
  }

  /// The fewest passes that can take `lane_count` (0..64) lanes: the ideal of any compaction.
  unsigned passes(unsigned lane_count) const {
    return (lane_count + quad_lanes_ - 1) * reciprocal_ >> kReciprocalBits;
  }
  /// Number of quads that hold a lane of `mask`.
  unsigned active_quads(LaneMask mask) const { return active_heads(mask).count(); }
  /// All lanes of all quads that hold a lane of `mask`.
  LaneMask whole_quads(LaneMask mask) const;

 private:
  /// The lowest lane of every quad that holds a lane of `mask`.
  LaneMask active_heads(LaneMask mask) const;

  static constexpr unsigned kReciprocalBits = 16;

  std::uint32_t lanes_;
  std::uint32_t alu_width_;
  std::uint32_t operand_bits_;
  std::uint32_t quad_lanes_;
  std::uint32_t quads_;
  /// ceil(2^16 / quad_lanes): multiplying by it divides every number below 2^9 exactly.
  std::uint32_t reciprocal_;
  LaneMask heads_;  ///< the lowest lane of every quad
};

inline LaneMask QuadGeometry::active_heads(LaneMask mask) const {
  // Bit l becomes the OR of bits l .. l + window - 1, and the window grows to the size of a quad.
  std::uint64_t folded = mask.bits();
  const unsigned quad = positions();
  for (unsigned window = 1; window < quad;) {
    const unsigned step = std::min(window, quad - window);
    folded |= folded >> step;
    window += step;
  }
  return LaneMask(folded) & heads_;
}

inline LaneMask QuadGeometry::whole_quads(LaneMask mask) const {
  if (quads_ == 1) {
    return mask.any() ? all_lanes() : LaneMask();
  }
  // Each head h becomes the run h .. h + quad - 1, because 2^(h+quad) - 2^h is that run.
  const std::uint64_t heads = active_heads(mask).bits();
  return LaneMask((heads << quad_lanes_) - heads) & all_lanes();
}

}  // namespace lanefold
