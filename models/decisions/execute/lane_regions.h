// SPDX-License-Identifier: Apache-2.0
// The work-items of a launch, a region of which each lane of the machine walks. No SystemC.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

namespace lanefold {

/// Regions follow one another in the order of the lanes; some are longer than others by one
/// work-item. A lane whose region is used up takes over from another: from the next lane,
/// cyclically, that has work-items left. It takes the whole region if that lane has not begun it,
/// otherwise the later half of the rest. So a lane never waits while there are work-items.
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
