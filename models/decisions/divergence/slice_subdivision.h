// SPDX-License-Identifier: Apache-2.0
// Dynamic warp subdivision, as one slice sees it: lanes become a slice of their own, and come back
// (IPDPS'12 sections II and VII-C, after Meng, Tarjan and Skadron, ISCA 2010).
#pragma once

#include <cstddef>
#include <optional>

#include "decisions/divergence/reconvergence.h"

namespace lanefold {

/// Where lanes that it splits off will come back the slice waits for them, and they for it. It
/// does not split off lanes that could not come back to a place that the slice itself must reach.
class SliceSubdivision {
 public:
  /// Both outlive it.
  SliceSubdivision(SliceState& slice, Reconvergence& policy) : slice_(slice), policy_(policy) {}

  /// The slice has the lanes of `part`, and no other slice has any of them.
  void start(const Part& part);

  /// `lanes` of the running split, but not all, proceed after the load at which it is, as a slice
  /// of their own. The split stays at the load with the others.
  std::optional<Part> split_at_load(const PlaceAfterLoad& next, LaneMask lanes);
  /// The running split has just left a branch whose paths meet at `join`: lanes on the path of
  /// which it is not become a slice of their own.
  std::optional<Part> split_at_branch(LaneMask path, const ReconvergencePoint& join);

  /// Where the slice meets the one that split it off.
  const ReconvergencePoint& reconvergence() const { return slice_.reconvergence; }
  /// Whether all of its lanes are there.
  bool at_reconvergence() const { return slice_.at_reconvergence(); }
  /// `part`, which this slice split off, is at its reconvergence, and ends.
  void reconverge(SliceSubdivision& part);
  /// Whether both run next, at the same place, and all lanes of `other` are there. Not in functions
  /// that were called since, from where they may return to different places.
  bool can_merge(const SliceSubdivision& other) const;
  /// `other`, which is at the place of this one, ends, and its lanes go on with this one. They were
  /// lanes of this one, or both were of a third.
  void merge(SliceSubdivision& other);

 private:
  Part part_of(Split split, const ReconvergencePoint& reconvergence);
  std::size_t path_of_branch(LaneMask path, const ReconvergencePoint& join) const;
  void take_back(const SliceSubdivision& other, LaneMask live);

  SliceState& slice_;
  Reconvergence& policy_;
  LaneMask awaited_;  ///< lanes that another slice waits for
};

}  // namespace lanefold
