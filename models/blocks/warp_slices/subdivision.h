// SPDX-License-Identifier: Apache-2.0
// Dynamic warp subdivision: which slices are parts of others, when they divide and when they unite
// (IPDPS'12 sections II and VII-C, after Meng, Tarjan and Skadron, ISCA 2010). Without time:
// WarpSlices adds that.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "blocks/pipeline/warp_protocol.h"
#include "blocks/warp_slices/warp_slice_table.h"
#include "decisions/execute/slice.h"
#include "decisions/warp_slices/division_rule.h"
#include "lanefold/machine_config.h"
#include "lanefold/subdivision_statistics.h"

namespace lanefold {

/// A slice divides when no other instruction of it is in flight, so that no register is waited for.
class Subdivision {
 public:
  /// A slice that has ended because its lanes go on with another.
  struct Union {
    unsigned ended = 0;
    unsigned proceeds = 0;
    bool waited = false;  ///< the other has waited for these lanes, and for no others
  };

  /// All outlive it. `changes` is bound to the block that holds `table`.
  Subdivision(const CoreConfig& config, const SliceTable& table, SliceInitiator& changes,
              std::vector<std::unique_ptr<Slice>>& slices, SubdivisionStatistics& statistics);

  /// Nothing runs. Slices divide from now on, or do not.
  void begin(bool divides);
  /// Slots whose slices are parts of others.
  SlotSet parts() const { return parts_; }
  /// Whether a load may divide its slice, as far as others matter.
  bool may_divide(bool others_run) const {
    return divides_ && table_.room() && (rule_.eager || !others_run);
  }
  /// Answers, and carries it out if it can be. Returns the slot of the new slice.
  std::optional<unsigned> divide(Division& division, bool others_run);
  /// One slice that is where its lanes join another ends; nothing if there is none.
  std::optional<Union> unite();
  /// The slice has ended, and its warp is told to whose slot is free with it.
  void end(unsigned slot);

 private:
  static constexpr unsigned kNobody = kMostSlots;

  std::optional<Part> part_of(const Division& division) const;
  bool drained(unsigned slot) const;
  std::optional<unsigned> twin_of(unsigned slot) const;
  void give_back(unsigned slot, unsigned to);
  void merge(unsigned part, unsigned into);
  unsigned root_of(unsigned slot) const { return parts_.test(slot) ? root_[slot] : slot; }
  void assign(unsigned slot);

  const DivisionRule rule_;
  const SliceTable& table_;
  SliceInitiator& changes_;
  std::vector<std::unique_ptr<Slice>>& slices_;
  SubdivisionStatistics& statistics_;
  bool divides_ = false;
  SlotSet parts_;
  std::array<unsigned, kMostSlots> giver_{};  ///< to whom a part comes back, or kNobody
  std::array<unsigned, kMostSlots> root_{};   ///< of a part, the slice that has got work-items
};

}  // namespace lanefold
