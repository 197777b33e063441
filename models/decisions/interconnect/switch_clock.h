// SPDX-License-Identifier: Apache-2.0
// Cycles of a switch whose clock is not the core's. No SystemC.
#pragma once

#include <cstdint>

namespace lanefold {

/// Edge k of the switch is seen in the first core cycle that does not begin before it; edge 0 is
/// that of core cycle `origin`.
class SwitchClock {
 public:
  /// A switch of 0 MHz has the core's clock.
  SwitchClock(std::uint32_t switch_mhz, std::uint32_t core_mhz)
      : switch_mhz_(switch_mhz == 0 ? core_mhz : switch_mhz), core_mhz_(core_mhz) {}

  void start(std::uint64_t origin) { origin_ = origin; }

  std::uint64_t core_cycle(std::uint64_t edge) const {
    if (same()) return origin_ + edge;
    return origin_ + (edge * core_mhz_ + switch_mhz_ - 1) / switch_mhz_;
  }
  /// The first edge that is not seen before `core_cycle`.
  std::uint64_t edge_from(std::uint64_t core_cycle) const {
    if (core_cycle <= origin_) return 0;
    return same() ? core_cycle - origin_ : (core_cycle - origin_ - 1) * switch_mhz_ / core_mhz_ + 1;
  }
  /// The latest edge that is seen by `core_cycle`, which is not before the origin.
  std::uint64_t edge_by(std::uint64_t core_cycle) const {
    return same() ? core_cycle - origin_ : (core_cycle - origin_) * switch_mhz_ / core_mhz_;
  }
  std::uint32_t mhz() const { return switch_mhz_; }

 private:
  bool same() const { return switch_mhz_ == core_mhz_; }

  std::uint64_t switch_mhz_;
  std::uint64_t core_mhz_;
  std::uint64_t origin_ = 0;
};

}  // namespace lanefold
