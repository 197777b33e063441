// SPDX-License-Identifier: Apache-2.0
// The memory divergence table: lanes that wait at a load while others of their slice have gone on
// (SC'09 section 4.1, figure 3).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "decisions/divergence/control_flow.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// Lanes left behind at one load.
struct LeftBehind {
  std::uint32_t pc = 0;         ///< of the load
  std::uint32_t depth = 0;      ///< calls that have not returned there
  std::uint32_t next_pc = 0;    ///< where the load leads
  std::uint32_t next_rank = 0;  ///< rank of lanes that come there
  LaneMask waiting;             ///< whose values have not come
  LaneMask ready;               ///< whose values wait to be written back
  /// Where lanes come when they have left the innermost loop around it; kFunctionEnd if nowhere.
  std::uint32_t loop_exit_pc = kFunctionEnd;

  LaneMask lanes() const { return waiting | ready; }
};

/// A lane is in one entry at most. An entry exists as long as it has lanes. Entries are in the
/// order in which they were made. A class that overrides what changes them keeps `entries_` up to
/// date.
class MemoryDivergenceTable {
 public:
  virtual ~MemoryDivergenceTable() = default;

  const std::vector<LeftBehind>& entries() const { return entries_; }
  bool empty() const { return entries_.empty(); }
  LaneMask lanes() const;
  /// nullptr if no lanes are left behind there.
  const LeftBehind* find(std::uint32_t pc, std::uint32_t depth) const;

  /// Index of the first entry for which `holds(entry)`; one past the last if there is none.
  template <class Condition>
  std::size_t index_of(const Condition& holds) const {
    const auto entry = std::find_if(entries_.begin(), entries_.end(), holds);
    return static_cast<std::size_t>(entry - entries_.begin());
  }

  /// Index of the first entry of the deepest call; one past the last if there is none.
  std::size_t deepest() const;

  /// Merges with the entry of the same pc and depth, if there is one.
  virtual void add(const LeftBehind& left);
  /// The values of `lanes` have come; those in no entry do not matter.
  virtual void arrive(LaneMask lanes);
  /// Takes out the lanes of `allowed` that are ready at this place.
  virtual LaneMask take_ready(std::uint32_t pc, std::uint32_t depth, LaneMask allowed);
  /// Takes out a whole entry, the `index`th.
  virtual LeftBehind take(std::size_t index);
  virtual void clear() { entries_.clear(); }

 protected:
  std::vector<LeftBehind> entries_;
};

}  // namespace lanefold
