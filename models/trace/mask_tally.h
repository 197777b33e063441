// SPDX-License-Identifier: Apache-2.0
// Counts instructions by warp width and mask in a table of fixed size, so that a mask is priced
// once for all the times it came, not each time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lanefold/lane_mask.h"

namespace lanefold {

/// Instructions that one mask executed: all of them, and those of the ALU by operand size.
struct OperandCounts {
  std::uint64_t instructions = 0;
  std::uint64_t alu_16 = 0;
  std::uint64_t alu_32 = 0;
  std::uint64_t alu_64 = 0;

  void add(const OperandCounts& other, std::uint64_t times = 1) {
    instructions += other.instructions * times;
    alu_16 += other.alu_16 * times;
    alu_32 += other.alu_32 * times;
    alu_64 += other.alu_64 * times;
  }
};

/// What a width and a mask came to.
struct MaskCount {
  LaneMask mask;
  std::uint64_t width = 0;  ///< 0: not in use
  OperandCounts counts;
};

class MaskTally {
 public:
  MaskTally() : table_(kSlots) {}

  /// Counts; where two masks want one slot, the older is handed to `settle(const MaskCount&)`.
  template <class Settle>
  void add(std::uint64_t width, LaneMask mask, const OperandCounts& counts, std::uint64_t times,
           Settle&& settle) {
    MaskCount& slot = table_[slot_of(width, mask.bits())];
    if (slot.mask != mask || slot.width != width) {
      if (slot.width != 0) settle(slot);
      slot = {mask, width, {}};
    }
    slot.counts.add(counts, times);
  }

  /// Hands over everything that is left.
  template <class Settle>
  void finish(Settle&& settle) {
    for (MaskCount& slot : table_) {
      if (slot.width != 0) settle(slot);
      slot = {};
    }
  }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 16;
  static constexpr std::uint64_t kGoldenRatio = 0x9e37'79b9'7f4a'7c15;  // x 2^64: spreads lanes

  /// Masks of one width of up to 16 lanes never meet; the lanes above are spread.
  static std::size_t slot_of(std::uint64_t width, std::uint64_t mask) {
    return (mask ^ ((mask >> 16 | width << 48) * kGoldenRatio >> 48)) & (kSlots - 1);
  }

  std::vector<MaskCount> table_;
};

}  // namespace lanefold
