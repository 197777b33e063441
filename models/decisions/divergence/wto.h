// SPDX-License-Identifier: Apache-2.0
// Reconvergence by weak topological order.
#pragma once

#include <vector>

#include "decisions/divergence/reconvergence.h"

namespace lanefold {

/// The deepest call runs first, then the lowest rank; equal places merge.
///
/// A lane that takes a back edge carries its loop's latch rank and so waits for every lane that is
/// still in the loop's body; a lane that leaves the loop carries a larger rank and waits for all of
/// them.
///
/// Lanes that were left behind at a load are out of this order, in which they would run first,
/// until they must catch up.
class WtoReconvergence : public Reconvergence {
 public:
  using Reconvergence::Reconvergence;

  void start() override;
  void resolve(const BlockFlow& block, const FlowEdge* edges, std::size_t count) override;
  void merge(LaneMask lanes) override;
  std::size_t replacement(LaneMask lanes) const override;
  void run_instead(const Split& late) override;
  bool has_other_path() const override;
  void run_other_path() override;
  void reconverge_here(const Split& late) override;
  bool gather(Gathering at) override;
  void resume() override;
  std::optional<ReconvergencePoint> split_off(const Split& part,
                                              const ReconvergencePoint& exit) override;
  void reconverge_early(LaneMask lanes) override;
  void retire(LaneMask lanes) override;

 protected:
  /// Whether lanes that are not at a barrier come there if those that are let them run.
  virtual bool come_to_barrier(LaneMask absent) const;
  /// Whether a split can run.
  bool can_run(const Split& split) const;
  LaneMask held() const override;

 private:
  void insert(const Split& arrived);
  bool at_end(const Split& split) const;
  ReconvergencePoint nearest(const ReconvergencePoint& exit) const;
  void merge_others_here(std::vector<Split>& others);
  template <class Where>
  bool catch_up(const Where& where);
  bool hold(LaneMask here);

  std::vector<Split> held_;  ///< wait at a barrier for lanes that are late
  LaneMask catching_up_;     ///< lanes that were left behind and have run on their own
};

}  // namespace lanefold
