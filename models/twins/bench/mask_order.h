// SPDX-License-Identifier: Apache-2.0
// Which masks a bench takes, and in which order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/bench/program_masks.h"

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

 private:
  bool exhaustive() const { return lanes_ <= kExhaustiveLanes; }

  unsigned lanes_;
  std::uint64_t random_;
  std::vector<LaneMask> programs_;
};

}  // namespace lanefold
