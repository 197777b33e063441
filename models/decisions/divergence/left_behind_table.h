// SPDX-License-Identifier: Apache-2.0
// The memory divergence table of one slice: lanes that wait at a load while others of their slice
// have gone on (SC'09 section 4.1, figure 3). Without time: the block that holds it adds that.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
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

/// How the lanes of a slice change its table.
class LeftBehindChanges {
 public:
  virtual ~LeftBehindChanges() = default;

  /// Merges with the entry of the same pc and depth, if there is one.
  virtual void add(const LeftBehind& left) = 0;
  /// The values of `lanes` have come; those in no entry do not matter.
  virtual void arrive(LaneMask lanes) = 0;
  /// Takes out the lanes of `allowed` that are ready at this place.
  virtual LaneMask take_ready(std::uint32_t pc, std::uint32_t depth, LaneMask allowed) = 0;
  /// Takes out a whole entry, the `index`th.
  virtual LeftBehind take(std::size_t index) = 0;
  virtual void clear() = 0;
};

/// A lane is in one entry at most. An entry exists as long as it has lanes. Entries are in the
/// order in which they were made.
class LeftBehindTable final : public LeftBehindChanges {
 public:
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

  void add(const LeftBehind& left) override;
  void arrive(LaneMask lanes) override;
  LaneMask take_ready(std::uint32_t pc, std::uint32_t depth, LaneMask allowed) override;
  LeftBehind take(std::size_t index) override;
  void clear() override { entries_.clear(); }
  /// It holds these from now on.
  void assign(std::vector<LeftBehind> entries) { entries_ = std::move(entries); }

 private:
  std::vector<LeftBehind> entries_;
};

/// The table of a slice, which changes it here and reads it there; both may be one object.
struct LeftBehindAccess {
  std::unique_ptr<LeftBehindChanges> changes;
  const LeftBehindTable* table;  ///< as it is after each change
};

/// A table of the slice's own.
inline LeftBehindAccess own_left_behind_table() {
  auto own = std::make_unique<LeftBehindTable>();
  const LeftBehindTable* table = own.get();
  return {std::move(own), table};
}

}  // namespace lanefold
