// SPDX-License-Identifier: Apache-2.0
// Reconvergence at immediate post-dominators: the textbook stack that ISCA'13, SC'09 and IPDPS'12
// assume.
//
// The top entry runs until it reaches its reconvergence pc. A branch that diverges leaves an entry
// at the branch's post-dominator and pushes one entry per path. Where paths meet only at the end of
// the function, the entry below, whose pc is kFunctionEnd then, waits for them to return.
//
// Lanes that a load has left behind are missing in the top entry, and are still in those below that
// wait for it. Before such an entry runs they catch up, as an entry on top of it.
#include "decisions/divergence/reconvergence.h"
#include "decisions/divergence/stack_gathering.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

class IpdomReconvergence final : public Reconvergence {
 public:
  using Reconvergence::Reconvergence;

  void resolve(const BlockFlow& block, const FlowEdge* edges, std::size_t count) override {
    LaneMask stay;
    for (std::size_t i = 0; i < count; ++i) stay |= edges[i].mask;
    end_lanes(current().mask.without(stay));
    if (count == 1) {
      follow(edges[0]);
    } else if (count > 1) {
      diverge(block, edges, count);
    }
    unwind();
  }

  /// Entries that wait for the top have its lanes.
  void merge(LaneMask lanes) override {
    const LaneMask running = current().mask;
    for (Split& entry : splits_) {
      if (entry.mask.contains(running)) entry.mask |= lanes;
    }
  }

  /// Those that were left behind on the top's own path may take its place: they come to where it
  /// ends. Those from before an outer branch may not.
  std::size_t replacement(LaneMask lanes) const override {
    const Split& top = current();
    const Split* below = waiting_for(top.mask);
    return slice_.left_behind.table->index_of([&](const LeftBehind& entry) {
      return entry.pc != top.pc && entry.depth == top.depth && (entry.lanes() & lanes).any() &&
             (below == nullptr ? splits_.size() == 1 : below->mask.contains(entry.lanes()));
    });
  }

  void run_instead(const Split& late) override {
    splits_.back() = on_way_of(current(), late);
    unwind();
  }

  void reconverge_here(const Split& late) override {
    Split path = late;
    path.reconvergence_pc = current().pc;
    path.reconvergence_depth = current().depth;
    run_first(path);
  }

  /// Those who are late run before the top goes on: at a return until they return, at a barrier
  /// until they come to it.
  bool gather(Gathering at) override {
    merge_gathered(splits_);
    const LeftBehindTable& table = *slice_.left_behind.table;
    const std::uint32_t depth = at == Gathering::Return ? current().depth : 0;
    if (table.empty() || table.entries()[table.deepest()].depth < depth) return false;
    const Split late = slice_.catch_up(table.deepest());
    merge(late.mask);
    gather_with(late, at == Gathering::Return ? depth : kNever, splits_);
    return true;
  }

  /// The deepest: the others could come to where these are by another call.
  void resume() override {
    const LeftBehindTable& table = *slice_.left_behind.table;
    if (!table.empty()) splits_.push_back(slice_.catch_up(table.deepest()));
  }

  /// The entry that waits for the top waits for `part`, too. Lanes behind a load for which none
  /// waits have an entry at the exit of their loop, or where the slice ends.
  std::optional<ReconvergencePoint> split_off(const Split& part,
                                              const ReconvergencePoint& exit) override {
    const ReconvergencePoint& end = slice_.reconvergence;
    const LaneMask both = current().mask | part.mask;
    const Split* below = waiting_for(both);
    if (below != nullptr && below->pc != kFunctionEnd) {
      return ReconvergencePoint{below->pc, below->rank, below->depth};
    }
    const ReconvergencePoint meeting = below == nullptr && end.exists() ? end : exit;
    if (meeting.exists()) {
      wait_at(meeting, both);
    } else if (end.exists()) {
      return {};
    } else {
      end_lanes(part.mask);
    }
    return meeting;
  }

  void reconverge_early(LaneMask /*lanes*/) override {}

  void retire(LaneMask lanes) override {
    end_lanes(lanes);
    unwind();
  }

 private:
  void end_lanes(LaneMask ended) {
    for (Split& entry : splits_) entry.mask = entry.mask.without(ended);
  }

  void follow(const FlowEdge& edge) {
    const Split left = current();
    splits_.back().follow(edge);
    const bool path_ends = edge.kind == FlowEdge::Kind::Return && splits_.size() > 1 &&
                           left.reconvergence_pc == kFunctionEnd &&
                           left.reconvergence_depth == left.depth;
    if (!path_ends) return;
    splits_.pop_back();
    // The entry that waits for this path: not yet told where it goes on, or told so by an earlier
    // path.
    for (auto below = splits_.rbegin(); below != splits_.rend(); ++below) {
      const bool waits = below->pc == kFunctionEnd && below->depth == left.depth;
      const bool told = below->pc == edge.pc && below->depth + 1 == left.depth;
      if (told) return;
      if (waits) {
        below->pc = edge.pc;
        below->rank = edge.rank;
        --below->depth;
        return;
      }
    }
  }

  void diverge(const BlockFlow& block, const FlowEdge* edges, std::size_t count) {
    if (edges[0].kind == FlowEdge::Kind::Return) {
      throw Error(ErrorKind::Program,
                  "lanes return to different addresses, which the ipdom stack cannot follow; use "
                  "core.reconvergence=wto");
    }
    const Split left = current();
    const std::uint32_t join = block.reconvergence_pc;
    const bool waits_below = splits_.size() > 1 && left.reconvergence_pc == join &&
                             left.reconvergence_depth == left.depth;
    if (waits_below) {
      splits_.pop_back();  // the entry below already waits at the same place
    } else {
      splits_.back().pc = join;
    }
    const std::size_t below = splits_.size();
    for (std::size_t i = count; i-- > 0;) {
      Split path = left;
      path.follow(edges[i]);
      path.reconvergence_pc = join;
      path.reconvergence_depth = left.depth;
      if (path.pc != join) splits_.push_back(path);
    }
    if (waits_below && splits_.size() == below) catch_up(left);
  }

  /// Drops entries that have no lanes left or have reached their reconvergence pc.
  void unwind() {
    while (!splits_.empty()) {
      const Split top = splits_.back();
      const bool joined = splits_.size() > 1 && top.pc == top.reconvergence_pc &&
                          top.depth == top.reconvergence_depth;
      if (top.mask.any() && !joined) return;
      splits_.pop_back();
      if (splits_.empty()) return;
      if (top.mask.any() && current().pc == top.pc && current().depth == top.depth) ++slice_.merges;
      catch_up(top);
    }
  }

  /// Lanes that were left behind and for which the top waits take the path to where `left` was
  /// going.
  void catch_up(const Split& left) {
    const LeftBehindTable& table = *slice_.left_behind.table;
    const std::size_t late = table.index_of(
        [&](const LeftBehind& entry) { return (entry.lanes() & current().mask).any(); });
    if (late != table.entries().size()) run_first(on_way_of(left, slice_.catch_up(late)));
  }

  /// The top waits for lanes that come to where it is.
  void run_first(const Split& path) {
    merge(path.mask);
    splits_.push_back(path);
  }

  /// `late`, on its way to where `entry` ends.
  static Split on_way_of(const Split& entry, Split late) {
    late.reconvergence_pc = entry.reconvergence_pc;
    late.reconvergence_depth = entry.reconvergence_depth;
    return late;
  }

  /// The nearest entry below the top that waits for `lanes`; nullptr if there is none.
  const Split* waiting_for(LaneMask lanes) const {
    for (auto below = splits_.rbegin() + 1; below != splits_.rend(); ++below) {
      if (below->mask.contains(lanes)) return &*below;
    }
    return nullptr;
  }

  void wait_at(const ReconvergencePoint& meeting, LaneMask lanes) {
    Split entry = current();
    entry.pc = meeting.pc;
    entry.rank = meeting.rank;
    entry.depth = meeting.depth;
    entry.mask = lanes;
    splits_.back().reconvergence_pc = meeting.pc;
    splits_.back().reconvergence_depth = meeting.depth;
    splits_.insert(splits_.end() - 1, entry);
  }

  static constexpr std::uint32_t kNever = ~std::uint32_t{0};  ///< a depth that no lane has
};

}  // namespace

std::unique_ptr<Reconvergence> make_ipdom_reconvergence(SliceState& slice);
std::unique_ptr<Reconvergence> make_ipdom_reconvergence(SliceState& slice) {
  return std::make_unique<IpdomReconvergence>(slice);
}

}  // namespace lanefold
