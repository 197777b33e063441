// SPDX-License-Identifier: Apache-2.0
// Where the lanes of one slice are: its splits, which of them runs next, and who was left behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "decisions/divergence/control_flow.h"
#include "decisions/divergence/memory_divergence_table.h"
#include "lanefold/lane_mask.h"

namespace lanefold {

/// Lanes of a slice that are at the same place.
struct Split {
  std::uint32_t pc = 0;
  std::uint32_t rank = 0;   ///< of the edge by which the lanes came
  std::uint32_t depth = 0;  ///< calls that have not returned
  LaneMask mask;
  /// For policies with a stack: where this entry ends, and the depth at which it does.
  std::uint32_t reconvergence_pc = kFunctionEnd;
  std::uint32_t reconvergence_depth = 0;
  LaneMask waiting;   ///< lanes whose loaded values have not come: the split does not run
  bool late = false;  ///< catches up with others, who wait for it
};

/// One way that lanes leave a block.
struct FlowEdge {
  enum class Kind : std::uint8_t { Jump, Call, Return };
  std::uint32_t pc = 0;
  std::uint32_t rank = 0;
  Kind kind = Kind::Jump;
  LaneMask mask;
};

/// Where a load leads.
struct BehindLoad {
  std::uint32_t pc = 0;
  std::uint32_t rank = 0;
  std::uint32_t loop_exit_pc = kFunctionEnd;  ///< of the load's block
  std::uint32_t loop_exit_rank = 0;           ///< of lanes that come there from within the loop
};

/// Where lanes that have become a slice of their own come back to the slice that they were in.
/// Every way from where they are leads there. kFunctionEnd: they do not come back.
struct Meeting {
  std::uint32_t pc = kFunctionEnd;
  std::uint32_t rank = 0;
  std::uint32_t depth = 0;

  bool exists() const { return pc != kFunctionEnd; }
  bool operator==(const Meeting& other) const {
    return pc == other.pc && rank == other.rank && depth == other.depth;
  }
};

/// Lanes of one place that become a slice of their own (dynamic warp subdivision).
struct Part {
  Split split;
  Meeting meeting;
};

/// At what lanes that were left behind must have caught up (SC'09 4.3).
enum class Gathering : std::uint8_t {
  Return,   ///< those of the function that is about to return
  Barrier,  ///< all
};

/// Base of the reconvergence policies. The last split is the one that runs.
///
/// Diverge on Miss: lanes that a load leaves behind are in no split but in the memory divergence
/// table, until others meet them at the same load, or they must catch up. They then run as a split
/// of their own, as lanes of a divergent branch do.
///
/// Dynamic warp subdivision: lanes of this slice become a slice of their own. Where they will come
/// back this one waits for them, and they for it. It does not divide where they could not come back
/// although this slice itself has to.
class Reconvergence {
 public:
  virtual ~Reconvergence() = default;

  /// Lanes are left behind in this table, from the next start on.
  void use(std::unique_ptr<MemoryDivergenceTable> table) { table_ = std::move(table); }

  /// Lanes that were left behind in a loop have caught up before others go on behind it; otherwise
  /// before their function returns.
  void gather_at_loop_exits() { gathers_at_loop_exits_ = true; }

  /// All lanes of `mask` start at `pc`.
  void start(std::uint32_t pc, std::uint32_t rank, LaneMask mask);
  /// Lanes that another slice has given away start.
  void start(const Part& part);

  /// `lanes` of the running split, but not all, go on behind the load at which it is, as a slice of
  /// their own. The split stays at the load with the others.
  std::optional<Part> part_behind_load(const BehindLoad& next, LaneMask lanes);
  /// The running split has just left a branch whose paths meet at `join`: lanes on the path of
  /// which it is not become a slice of their own.
  std::optional<Part> part_path(LaneMask path, const Meeting& join);
  /// Whether all lanes have come to where they meet the slice that gave them away.
  bool home() const {
    return meeting_.exists() && !splits_.empty() && current().pc == meeting_.pc &&
           current().depth == meeting_.depth && (current().mask & away_).none();
  }
  const Meeting& meeting() const { return meeting_; }
  /// `other`, which has lanes that this slice gave away, is home, and ends.
  void take_back(Reconvergence& other);
  /// Whether both run next, at the same place, and all lanes of `other` are there. Not in functions
  /// that were called since, from where they may return to different places.
  bool can_absorb(const Reconvergence& other) const;
  /// `other`, which is at the place of this one, ends, and its lanes go on with this one. They were
  /// lanes of this one, or both were of a third.
  void absorb(Reconvergence& other);

  const Split& current() const { return splits_.back(); }
  bool done() const { return splits_.empty(); }
  std::size_t split_count() const { return splits_.size(); }
  /// Lanes that have not ended.
  LaneMask live() const;

  /// The running split goes on to the next instruction of its block.
  void step() { splits_.back().pc += 4; }

  /// The running split leaves `block`: its lanes go along `edges`, which are disjoint; lanes on no
  /// edge have ended.
  void leave(const BlockFlow& block, const FlowEdge* edges, std::size_t count) {
    if (splits_.size() == 1 && count == 1) {
      move(splits_.back(), edges[0]);
    } else {
      resolve(block, edges, count);
      if (splits_.empty()) revive();
    }
    if (gathers_at_loop_exits_ && left_any_behind_) gather_behind_loop();
  }

  /// The running split is at a load, which leads to `next`. Of its lanes, those of `waiting` stay
  /// there for their values, and those of `ready` although they have them; at least one goes on.
  void leave_behind(const BehindLoad& next, LaneMask waiting, LaneMask ready);
  /// Whether lanes that were left behind elsewhere can run in place of the running split.
  bool others_can_run() const { return !table_->empty() && other() != table_->entries().size(); }
  /// The running split is at a load, which leads to `next`. All of its lanes stay there, and others
  /// run instead, which can.
  void stand_aside(const BehindLoad& next);
  /// The running split is at a load: of the lanes left behind there, those of `allowed` that are
  /// ready join it. Returns them.
  LaneMask meet(LaneMask allowed);
  /// Values of `lanes` have come.
  void arrive(LaneMask lanes);
  /// Whether the running split waits for values that have not come, or for another slice.
  bool waits() const {
    return (splits_.back().waiting | (splits_.back().mask & away_)).any() || home();
  }
  /// The running split is at a return or a barrier. True if others run first; it comes back then.
  bool gather(Gathering at) { return left_any_behind_ && gather_now(at); }
  const MemoryDivergenceTable& left_behind() const { return *table_; }
  /// Entries of the table whose lanes have run as a split of their own, since construction.
  std::uint64_t catch_ups() const { return catch_ups_; }
  /// Lanes that do not run because loads took different times: they were left behind, or wait for
  /// those who were.
  LaneMask off_by_memory() const {
    if (!left_any_behind_) return {};
    return current().late ? live().without(current().mask) : table_->lanes();
  }

 protected:
  /// Updates place and mask of a split along one edge.
  static void move(Split& split, const FlowEdge& edge) {
    split.pc = edge.pc;
    split.rank = edge.rank;
    split.mask = edge.mask;
    if (edge.kind == FlowEdge::Kind::Call) ++split.depth;
    if (edge.kind == FlowEdge::Kind::Return && split.depth > 0) --split.depth;
  }

  /// The split as which lanes that were left behind catch up.
  Split catching_up(const LeftBehind& left);

  std::vector<Split> splits_;
  Meeting meeting_;  ///< where the slice ends
  LaneMask away_;    ///< lanes in splits that wait for them, which are in another slice now
  std::unique_ptr<MemoryDivergenceTable> table_ = std::make_unique<MemoryDivergenceTable>();

 private:
  virtual void resolve(const BlockFlow& block, const FlowEdge* edges, std::size_t count) = 0;
  /// Lanes that were left behind become part of the running split.
  virtual void join(LaneMask lanes) = 0;
  virtual bool gather_now(Gathering at) = 0;
  void gather_behind_loop();
  /// Those left behind in the `index`th entry of the table come to where the running split is,
  /// which waits for them.
  virtual void bring(std::size_t index) = 0;
  /// Index of the table's entry that can run in place of the running split; behind the last if
  /// there is none.
  virtual std::size_t other() const = 0;
  /// `late` runs in place of the running split, whose lanes are in the table.
  virtual void change_places(const LeftBehind& late) = 0;
  /// No split is left: lanes that were left behind, or have waited for these, run.
  virtual void revive() = 0;
  /// `part` becomes another slice. A split waits for it where it comes back: at `exit`, unless one
  /// that waits already is nearer. Nothing if it could not come back, and has to.
  virtual std::optional<Meeting> expect(const Split& part, const Meeting& exit) = 0;
  Part part_of(Split split, const Meeting& meeting);
  /// The waiting split of a path of a branch that does not run next; behind the last if there is
  /// none.
  std::size_t path_of_branch(LaneMask path, const Meeting& join) const;
  /// Lanes that were away go on with the running split.
  virtual void come_early(LaneMask lanes) = 0;
  /// Lanes that were away have ended.
  virtual void lose(LaneMask lanes) = 0;
  /// Lanes that have not ended and are in no split and not in the table.
  virtual LaneMask held() const { return {}; }
  virtual void restart() {}

  bool gathers_at_loop_exits_ = false;
  bool left_any_behind_ = false;  ///< since the start
  std::uint64_t catch_ups_ = 0;
  LaneMask given_;  ///< lanes that another slice waits for
};

/// Throws Error(Configuration) naming the policies there are.
std::unique_ptr<Reconvergence> make_reconvergence(const std::string& policy);

}  // namespace lanefold
