// SPDX-License-Identifier: Apache-2.0
// Counts ALU instructions by geometry and mask in a table of fixed size, so that a mask is priced
// once for all the times it came, not each time.
#pragma once

#include <cstdint>
#include <vector>

#include "lanefold/lane_mask.h"

namespace lanefold {

/// What a mask came to in one geometry.
struct MaskCount {
  LaneMask mask;
  std::uint64_t geometry : 8;  ///< a number that the user chooses, from 1; 0: not in use
  std::uint64_t instructions : 56;
};
static_assert(sizeof(MaskCount) == 16);

class MaskTally {
 public:
  MaskTally() : table_(kSlots) {}

  /// Counts; where two masks want one slot, the older is handed to `price(const MaskCount&)`.
  template <class Price>
  void add(unsigned geometry, LaneMask mask, std::uint64_t instructions, Price&& price) {
    MaskCount& slot = table_[slot_of(geometry, mask.bits())];
    if (slot.mask != mask || slot.geometry != geometry) {
      if (slot.geometry != 0) price(slot);
      slot = {mask, geometry, 0};
    }
    slot.instructions += instructions;
  }

  /// Hands over everything that is left.
  template <class Price>
  void finish(Price&& price) {
    for (MaskCount& slot : table_) {
      if (slot.geometry != 0) price(slot);
      slot = {};
    }
  }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 16;
  static constexpr std::uint64_t kGoldenRatio = 0x9e37'79b9'7f4a'7c15;  // x 2^64: spreads bits

  /// Masks of one geometry of up to 16 lanes never meet; the lanes above are spread.
  static std::size_t slot_of(std::uint64_t geometry, std::uint64_t mask) {
    const std::uint64_t upper_lanes = (mask >> 16) * kGoldenRatio >> 48;
    return (mask ^ upper_lanes ^ geometry * (kGoldenRatio >> 48)) & (kSlots - 1);
  }

  std::vector<MaskCount> table_;
};

}  // namespace lanefold
