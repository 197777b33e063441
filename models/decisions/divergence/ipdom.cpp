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
#include <algorithm>

#include "decisions/divergence/reconvergence.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

class IpdomReconvergence final : public Reconvergence {
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

  void end_lanes(LaneMask ended) {
    for (Split& entry : splits_) entry.mask = entry.mask.without(ended);
  }

  void follow(const FlowEdge& edge) {
    const Split left = current();
    move(splits_.back(), edge);
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
      move(path, edges[i]);
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
      if (!splits_.empty()) catch_up(top);
    }
  }

  /// Lanes that were left behind and for which the top waits take the path to where `left` was
  /// going.
  void catch_up(const Split& left) {
    const std::size_t late = table_->index_of(
        [&](const LeftBehind& entry) { return (entry.lanes() & current().mask).any(); });
    if (late == table_->entries().size()) return;
    run_first(path_of(table_->take(late), left));
  }

  void bring(std::size_t index) override {
    Split path = catching_up(table_->take(index));
    path.reconvergence_pc = current().pc;
    path.reconvergence_depth = current().depth;
    run_first(path);
  }

  /// The top waits for lanes that come to where it is.
  void run_first(const Split& path) {
    join(path.mask);
    splits_.push_back(path);
  }

  /// Those that were left behind on the top's own path may take its place: they come to where it
  /// ends. Those from before an outer branch may not.
  std::size_t other() const override {
    const Split& top = current();
    const auto waits = [&](const Split& entry) { return entry.mask.contains(top.mask); };
    const auto below = std::find_if(splits_.rbegin() + 1, splits_.rend(), waits);
    return table_->index_of([&](const LeftBehind& entry) {
      return entry.pc != top.pc && entry.depth == top.depth &&
             (below == splits_.rend() ? splits_.size() == 1 : below->mask.contains(entry.lanes()));
    });
  }

  void change_places(const LeftBehind& late) override {
    splits_.back() = path_of(late, current());
    unwind();
  }

  /// Those who are late, on their way to where `entry` ends.
  Split path_of(const LeftBehind& late, const Split& entry) {
    Split path = catching_up(late);
    path.reconvergence_pc = entry.reconvergence_pc;
    path.reconvergence_depth = entry.reconvergence_depth;
    return path;
  }

  /// The entry that waits for the top waits for `part`, too. Lanes behind a load for which none
  /// waits have an entry at the exit of their loop, or where the slice ends.
  std::optional<Meeting> expect(const Split& part, const Meeting& exit) override {
    const LaneMask both = current().mask | part.mask;
    const auto waits = [&](const Split& entry) { return entry.mask.contains(both); };
    const auto below = std::find_if(splits_.rbegin() + 1, splits_.rend(), waits);
    if (below != splits_.rend() && below->pc != kFunctionEnd) {
      return Meeting{below->pc, below->rank, below->depth};
    }
    const bool ends_here = below == splits_.rend() && meeting_.exists();
    const Meeting meeting = ends_here ? meeting_ : exit;
    if (meeting.exists()) {
      wait_at(meeting, both);
    } else if (meeting_.exists()) {
      return {};
    } else {
      end_lanes(part.mask);
    }
    return meeting;
  }

  void wait_at(const Meeting& meeting, LaneMask lanes) {
    Split entry = current();
    entry.pc = meeting.pc;
    entry.rank = meeting.rank;
    entry.depth = meeting.depth;
    entry.mask = lanes;
    splits_.back().reconvergence_pc = meeting.pc;
    splits_.back().reconvergence_depth = meeting.depth;
    splits_.insert(splits_.end() - 1, entry);
  }

  void come_early(LaneMask /*lanes*/) override {}

  void lose(LaneMask lanes) override {
    end_lanes(lanes);
    unwind();
  }

  /// Entries that wait for the top have its lanes.
  void join(LaneMask lanes) override {
    const LaneMask running = current().mask;
    for (Split& entry : splits_) {
      if (entry.mask.contains(running)) entry.mask |= lanes;
    }
  }

  /// Those who are late run before the top goes on: at a return until they return, at a barrier
  /// until they come to it.
  bool gather_now(Gathering at) override {
    take_in();
    const std::uint32_t depth = at == Gathering::Return ? current().depth : 0;
    if (table_->empty() || table_->entries()[deepest()].depth < depth) return false;
    Split path = catching_up(table_->take(deepest()));
    const std::uint32_t end = at == Gathering::Return ? current().depth : kNever;
    join(path.mask);
    const bool waits_below = splits_.size() > 1 && current().reconvergence_pc == kFunctionEnd &&
                             current().reconvergence_depth == end;
    if (!waits_below) {
      const Split top = current();
      splits_.back().pc = kFunctionEnd;
      splits_.push_back(top);
    }
    Split& gathered = splits_.back();
    gathered.mask = gathered.mask.without(path.mask);
    gathered.reconvergence_pc = path.reconvergence_pc = kFunctionEnd;
    gathered.reconvergence_depth = path.reconvergence_depth = end;
    splits_.push_back(path);
    return true;
  }

  /// The entry below waits at the same place for the top to come.
  void take_in() {
    while (splits_.size() > 2) {
      const Split top = current();
      Split& below = splits_[splits_.size() - 2];
      if (below.pc != top.pc || below.depth != top.depth ||
          below.reconvergence_pc != kFunctionEnd || top.reconvergence_pc != kFunctionEnd ||
          below.reconvergence_depth != top.reconvergence_depth) {
        return;
      }
      below.mask |= top.mask;
      splits_.pop_back();
      end_gathering();
    }
  }

  /// When all are together again, the entry that waited for them goes on.
  void end_gathering() {
    const Split top = current();
    Split& below = splits_[splits_.size() - 2];
    if (below.mask != top.mask || below.pc != kFunctionEnd) return;
    below.pc = top.pc;
    below.rank = top.rank;
    below.depth = top.depth;
    splits_.pop_back();
  }

  /// The deepest: the others could come to where these are by another call.
  void revive() override {
    if (!table_->empty()) splits_.push_back(catching_up(table_->take(deepest())));
  }

  std::size_t deepest() const {
    const auto& entries = table_->entries();
    const auto deeper = [](const LeftBehind& a, const LeftBehind& b) { return a.depth < b.depth; };
    return static_cast<std::size_t>(std::max_element(entries.begin(), entries.end(), deeper) -
                                    entries.begin());
  }

  static constexpr std::uint32_t kNever = ~std::uint32_t{0};  ///< a depth that no lane has
};

}  // namespace

std::unique_ptr<Reconvergence> make_ipdom_reconvergence();
std::unique_ptr<Reconvergence> make_ipdom_reconvergence() {
  return std::make_unique<IpdomReconvergence>();
}

}  // namespace lanefold
