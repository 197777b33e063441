// SPDX-License-Identifier: Apache-2.0
// The reconvergence policies: which split of a slice runs next, and where its paths meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "decisions/divergence/slice_state.h"
#include "decisions/divergence/split.h"
#include "lanefold/core_choices.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// At what lanes that were left behind must have caught up (SC'09 4.3).
enum class Gathering : std::uint8_t {
  Return,   ///< those of the function that is about to return
  Barrier,  ///< all
};

/// One for each slice. The last split is the one that runs.
///
/// Lanes that a load leaves behind are in no split but in the memory divergence table, until others
/// meet them at the same load, or they must catch up. They then run as a split of their own, as
/// lanes of a divergent branch do.
///
/// Lanes that become a slice of their own stay in the splits that wait for them. They are
/// outstanding there.
class Reconvergence {
 public:
  /// `slice` outlives the policy.
  explicit Reconvergence(SliceState& slice) : slice_(slice), splits_(slice.splits) {}
  Reconvergence(const Reconvergence&) = delete;
  Reconvergence& operator=(const Reconvergence&) = delete;
  virtual ~Reconvergence() = default;

  /// Lanes that have not ended.
  LaneMask live() const;

  /// The slice starts with the one split that it has.
  virtual void start() {}
  /// The running split leaves `block`: its lanes go along `edges`, which are disjoint; lanes on no
  /// edge have ended.
  virtual void resolve(const BlockFlow& block, const FlowEdge* edges, std::size_t count) = 0;
  /// Lanes that were in no split, or in another slice, become part of the running split.
  virtual void merge(LaneMask lanes) = 0;

  /// Index of a table's entry that has any of `lanes` and can run in place of the running split;
  /// behind the last if there is none.
  virtual std::size_t replacement(LaneMask lanes) const = 0;
  /// `late` runs in place of the running split, whose lanes are in the table.
  virtual void run_instead(const Split& late) = 0;
  /// Whether another split can run although the running one has not gone on; no entry of a stack
  /// can before the one above it.
  virtual bool has_other_path() const { return false; }
  /// It does, and the lanes of the running split are in the table.
  virtual void run_other_path() {}
  /// `late` comes to where the running split is, which waits for it.
  virtual void reconverge_here(const Split& late) = 0;
  /// The running split is at a return or a barrier. True if others run first; it comes back then.
  virtual bool gather(Gathering at) = 0;
  /// Whether lanes may come to a barrier before others although no load has left any behind.
  virtual bool comes_apart() const { return false; }
  /// No split is left: lanes that were left behind, or have waited for these, run.
  virtual void resume() = 0;

  /// `part` becomes another slice. A split waits for it where it comes back: at `exit`, unless one
  /// that waits already is nearer. Nothing if it could not come back, and has to.
  virtual std::optional<ReconvergencePoint> split_off(const Split& part,
                                                      const ReconvergencePoint& exit) = 0;
  /// Lanes that were outstanding are about to merge with the running split, before they have come
  /// to where others wait for them.
  virtual void reconverge_early(LaneMask lanes) = 0;
  /// Lanes that were outstanding have ended.
  virtual void retire(LaneMask lanes) = 0;

  /// Appends what decides who runs next, beside the splits.
  virtual void list_state(std::vector<std::uint64_t>& /*state*/) const {}

 protected:
  const Split& current() const { return splits_.back(); }

  SliceState& slice_;
  std::vector<Split>& splits_;  ///< of the slice

 private:
  /// Lanes that have not ended and are in no split and not in the table.
  virtual LaneMask held() const { return {}; }
};

/// Throws Error(Configuration) naming the policies there are.
std::unique_ptr<Reconvergence> make_reconvergence(ReconvergencePolicy policy, SliceState& slice);

}  // namespace lanefold
