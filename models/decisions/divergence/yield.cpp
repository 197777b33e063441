// SPDX-License-Identifier: Apache-2.0
// Reconvergence with forward progress: splits take turns, so that lanes that wait for others of
// their warp, as for a lock, do not keep these from running.
//
// The order is that of a weak topological order. When one split has run for a time beside others,
// another one gets a turn of the same length, and then the next, until each has had one. Lanes that
// meet others in their turn stay with them. At a barrier, those that come first wait.
#include <algorithm>

#include "decisions/divergence/wto.h"

namespace lanefold {
namespace {

/// Blocks of a turn: enough for a short critical section, and few beside what a lock is waited for.
constexpr std::uint64_t kTurnBlocks = 64;

class YieldReconvergence final : public WtoReconvergence {
 public:
  using WtoReconvergence::WtoReconvergence;

  void start() override {
    WtoReconvergence::start();
    begin_round();
  }

  void resolve(const BlockFlow& block, const FlowEdge* edges, std::size_t count) override {
    WtoReconvergence::resolve(block, edges, count);
    if (splits_.size() < 2) return begin_round();
    if (turn_.any() && has_met_others()) end_turn();
    if (++blocks_ >= kTurnBlocks || (turn_.any() && in_turn() == splits_.rend())) begin_turn();
    if (turn_.any()) std::rotate(in_turn().base() - 1, in_turn().base(), splits_.end());
  }

  bool comes_apart() const override { return true; }

  void list_state(std::vector<std::uint64_t>& state) const override {
    state.insert(state.end(), {blocks_, turn_.bits(), had_.bits()});
  }

 protected:
  bool come_to_barrier(LaneMask /*absent*/) const override { return true; }

 private:
  /// The order decides who runs, and all may get a turn.
  void begin_round() {
    blocks_ = 0;
    turn_ = had_ = LaneMask();
  }

  /// The order decides until the next turn.
  void end_turn() {
    had_ |= turn_.any() ? turn_ : current().mask;
    turn_ = LaneMask();
    blocks_ = 0;
  }

  /// Of the first in the order that has had none in this round; without any, a round begins.
  void begin_turn() {
    end_turn();
    const auto next = std::find_if(splits_.rbegin(), splits_.rend(), [&](const Split& split) {
      return can_run(split) && !had_.contains(split.mask);
    });
    if (next == splits_.rend()) return begin_round();
    turn_ = next->mask;
  }

  /// Whether any lanes of the turn are in a split with others.
  bool has_met_others() const {
    return std::any_of(splits_.begin(), splits_.end(), [&](const Split& split) {
      return (split.mask & turn_).any() && !turn_.contains(split.mask);
    });
  }

  /// The first in the order that can run among those that have the turn: it runs. None if all have
  /// ended, or wait.
  std::vector<Split>::reverse_iterator in_turn() {
    return std::find_if(splits_.rbegin(), splits_.rend(), [&](const Split& split) {
      return can_run(split) && turn_.contains(split.mask);
    });
  }

  std::uint64_t blocks_ = 0;  ///< that have run since the turn began
  LaneMask turn_;             ///< the lanes whose turn it is; none: the order decides
  LaneMask had_;              ///< lanes that have had a turn in this round
};

}  // namespace

std::unique_ptr<Reconvergence> make_yield_reconvergence(SliceState& slice);
std::unique_ptr<Reconvergence> make_yield_reconvergence(SliceState& slice) {
  return std::make_unique<YieldReconvergence>(slice);
}

}  // namespace lanefold
