// SPDX-License-Identifier: Apache-2.0
// What a pure function of lane masks has answered: the same masks come again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"

namespace lanefold {

/// Keeps the latest answers for the geometries of one core, which differ by the size of operands.
/// What else an answer depends on is `More`.
template <class Value, class... More>
class MaskMemo {
 public:
  /// What `ask()` answers, which is called unless that is known; valid until the next call.
  template <class Ask>
  const Value& of(Ask&& ask, const QuadGeometry& geometry, LaneMask mask, More... more) {
    const unsigned bits = geometry.operand_bits();
    Entry& entry = entries_[(mask.bits() + bits) * kGoldenRatio >> (64 - kPlaceBits)];
    const Key key(bits, mask, more...);
    if (entry.key != key) entry = {key, ask()};
    return entry.value;
  }

 private:
  using Key = std::tuple<unsigned, LaneMask, More...>;
  struct Entry {
    Key key;  ///< at first of operands without bits, which no instruction has
    Value value;
  };

  static constexpr unsigned kPlaceBits = 7;
  static constexpr std::uint64_t kGoldenRatio = 0x9e37'79b9'7f4a'7c15;  // x 2^64: spreads masks

  std::vector<Entry> entries_{std::size_t{1} << kPlaceBits};
};

}  // namespace lanefold
