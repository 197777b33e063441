// SPDX-License-Identifier: Apache-2.0
// The work-items of a launch, a region of which each lane of the machine walks. No SystemC.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

namespace lanefold {

/// Regions are equally long, but for one work-item, and lie in the order of the lanes. Lanes that
/// have come to the end of theirs help others, so that all work-items begin as soon as with any
/// other order: who then asks takes over from the next lane, cyclically, that has some left. If
/// that one has not begun its region, it takes all of it, otherwise the later half.
class LaneRegions {
 public:
  /// Work-items 0 to `items` - 1 for the lanes `lanes` of `count`: ascending numbers, at least one.
  /// Others have nothing to begin with.
  void start(std::uint64_t items, const std::vector<std::uint32_t>& lanes, std::uint32_t count);
  /// The next work-item of a lane; there must be one that nobody has taken.
  std::uint64_t take(std::uint32_t lane);

 private:
  struct Region {
    std::uint64_t next = 0;
    std::uint64_t end = 0;
    bool begun = false;
  };

  void take_over(std::uint32_t lane);

  std::vector<Region> regions_;      ///< of each lane
  std::set<std::uint32_t> waiting_;  ///< lanes in whose regions some work-items have not begun
};

}  // namespace lanefold
