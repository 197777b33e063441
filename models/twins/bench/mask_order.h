// SPDX-License-Identifier: Apache-2.0
// Which masks a bench takes, and in which order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/random.h"

namespace lanefold {

/// All masks of a narrow warp. Of a wide one those that programs make, then random ones.
class MaskOrder {
 public:
  static constexpr unsigned kExhaustiveLanes = 16;

  /// `random` is of no meaning for narrow warps.
  MaskOrder(unsigned lanes, std::uint64_t random) : lanes_(lanes), random_(random) {
    if (!exhaustive()) programs_ = program_masks(lanes);
  }

  std::uint64_t size() const {
    return exhaustive() ? std::uint64_t{1} << lanes_ : programs_.size() + random_;
  }
  /// The mask with this number; nothing where it is to be a random one.
  std::optional<LaneMask> listed(std::uint64_t number) const {
    if (exhaustive()) return LaneMask(number) & LaneMask::first(lanes_);
    return number < programs_.size() ? std::optional(programs_[number]) : std::nullopt;
  }
  /// Of a wide warp: one that programs make, but for a lane or two.
  LaneMask near_a_program(Random& random) const {
    const LaneMask mask = programs_[random.below(programs_.size())];
    const LaneMask others =
        LaneMask::lane(random.below(lanes_)) | LaneMask::lane(random.below(lanes_));
    return LaneMask(mask.bits() ^ others.bits());
  }

 private:
  bool exhaustive() const { return lanes_ <= kExhaustiveLanes; }

  unsigned lanes_;
  std::uint64_t random_;
  std::vector<LaneMask> programs_;
};

}  // namespace lanefold
