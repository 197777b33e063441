// SPDX-License-Identifier: Apache-2.0
// Lanes that walk through code under a reconvergence policy, for tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "decisions/divergence/slice_lanes.h"
#include "lanefold/machine_config.h"
#include "tests/support/words.h"

namespace lanefold {

/// Whether a lane takes the branch at an instruction when it meets it for the n-th time.
using Decision = std::function<bool(unsigned lane, unsigned index, unsigned visit)>;

/// One step of a run: which instruction which lanes execute.
struct Step {
  unsigned index;
  std::uint64_t lanes;
  bool operator==(const Step& other) const { return index == other.index && lanes == other.lanes; }
};
inline void PrintTo(const Step& step, std::ostream* out) {
  *out << step.index << " by " << std::hex << step.lanes << std::dec;
}

/// How loads leave lanes behind (Diverge on Miss); without it they do not.
struct Slipping {
  std::function<LaneMask(LaneMask)> missing;  ///< of a load's lanes
  std::function<LaneMask(LaneMask)> arrived;  ///< of the lanes whose values have not come
  bool gather_at_loop_exits = false;
  AllMiss when_all_miss = AllMiss::Wait;
};

/// Lanes that do nothing but go where the code and a decision send them.
class Walk {
 public:
  static constexpr std::uint32_t kBase = 0x10000;  ///< pc of the code

  Walk(const std::vector<std::uint32_t>& words, ReconvergencePolicy policy, LaneMask lanes,
       Decision decision, Slipping slipping = {})
      : code_(decode_all(words, kBase)),
        flow_(analyse_control_flow(code_, kBase, {kBase})),
        whole_(std::make_unique<SliceLanes>(policy)),
        lanes_(whole_.get()),
        decision_(std::move(decision)),
        slipping_(std::move(slipping)) {
    if (slipping_.gather_at_loop_exits) lanes_->on_miss().gather_at_loop_exits();
    lanes_->start(kBase, flow_.blocks[0].rank, lanes);
  }

  /// At most `limit` instructions; every executed one is a step.
  std::vector<Step> run(std::size_t limit = 1000) {
    std::vector<Step> steps;
    while (!lanes_->done() && steps.size() < limit) {
      if (slipping_.missing && !can_run()) continue;
      const Split split = lanes_->current();
      const unsigned index = (split.pc - kBase) / 4;
      steps.push_back({index, split.mask.bits()});
      EXPECT_TRUE(split.mask.any());
      most_splits_ = std::max(most_splits_, lanes_->split_count());
      if (slipping_.missing && code_[index].kind == InstructionClass::Load) slip(code_[index]);
      if (std::exchange(yielded_, false)) continue;
      if (code_[index].ends_block) {
        leave(code_[index], lanes_->current().mask);
      } else {
        lanes_->step();
      }
    }
    return steps;
  }
  bool done() const { return lanes_->done(); }
  std::size_t most_splits() const { return most_splits_; }
  const SliceLanes& lanes() const { return *lanes_; }

 protected:
  /// The running split, which is at the end of a block, leaves it. Returns its ways.
  std::vector<FlowEdge> leave(const Instruction& last, LaneMask mask) {
    const BlockFlow& block = flow_.block_at(last.pc);
    std::vector<FlowEdge> edges;
    const auto add = [&](std::uint32_t pc, std::uint32_t rank, FlowEdge::Kind kind,
                         LaneMask lanes) {
      if (lanes.any() && flow_.contains(pc)) edges.push_back({pc, rank, kind, lanes});
    };
    const auto target = static_cast<std::uint32_t>(last.imm);
    switch (last.kind) {
      case InstructionClass::Branch: {
        const LaneMask taken = taken_lanes(last, mask);
        add(target, block.taken_rank, FlowEdge::Kind::Jump, taken);
        add(last.pc + 4, block.next_rank, FlowEdge::Kind::Jump, mask.without(taken));
        break;
      }
      case InstructionClass::Jump:
        if (last.writes_register()) {
          for_each_lane(mask, [&](unsigned lane) { calls_[lane].push_back(last.pc + 4); });
        }
        add(target, block.taken_rank,
            last.writes_register() ? FlowEdge::Kind::Call : FlowEdge::Kind::Jump, mask);
        break;
      case InstructionClass::JumpRegister:
        for (const auto& [pc, lanes] : returns(mask)) {
          add(pc, flow_.rank_of_arrival(pc), FlowEdge::Kind::Return, lanes);
        }
        break;
      case InstructionClass::Exit:
        break;
      default:
        add(last.pc + 4, block.next_rank, FlowEdge::Kind::Jump, mask);
    }
    lanes_->leave(block, edges.data(), edges.size());
    return edges;
  }

  std::vector<Instruction> code_;
  ControlFlow flow_;
  std::unique_ptr<SliceLanes> whole_;
  SliceLanes* lanes_;  ///< those of the slice that runs

 private:
  /// Lets values come; false if the running split waits for more or lets others run first.
  bool can_run() {
    const LaneMask came = slipping_.arrived(waiting_);
    waiting_ = waiting_.without(came);
    lanes_->on_miss().arrive(came);
    if (lanes_->waits()) return false;
    const Instruction& next = code_[(lanes_->current().pc - kBase) / 4];
    const bool returns = next.kind == InstructionClass::JumpRegister;
    if (returns) return !lanes_->on_miss().gather(Gathering::Return);
    return next.kind != InstructionClass::Barrier || !lanes_->on_miss().gather(Gathering::Barrier);
  }

  /// The values of a load come, but not for all of its lanes.
  void slip(const Instruction& load) {
    const Split running = lanes_->current();
    lanes_->on_miss().merge_ready(LaneMask::first(64));
    const LaneMask missing = slipping_.missing(running.mask);
    if (missing.none()) return;
    const BlockFlow& block = flow_.block_at(load.pc);
    const PlaceAfterLoad next{load.pc + 4, load.ends_block ? block.next_rank : running.rank,
                              block.loop_exit_pc};
    if (missing != lanes_->current().mask) {
      waiting_ |= missing;
      lanes_->on_miss().leave_behind(next, missing, {});
    } else {
      yielded_ = make_way(next, missing);
    }
  }

  /// All lanes of the running split stay at a load. They have their values if others run whose
  /// values may not have come.
  bool make_way(const PlaceAfterLoad& next, LaneMask staying) {
    DivergeOnMiss& on_miss = lanes_->on_miss();
    const LaneMask ready = on_miss.ready_elsewhere();
    if (slipping_.when_all_miss == AllMiss::Wait) {
      if (!on_miss.can_yield()) return false;
      on_miss.yield(next);
      return true;
    }
    if (ready.any()) {
      on_miss.run_ready(next, ready);
    } else if (slipping_.when_all_miss == AllMiss::OtherPaths && on_miss.has_other_path()) {
      on_miss.run_other_path(next);
    } else {
      return false;
    }
    waiting_ |= staying;
    return true;
  }

  LaneMask taken_lanes(const Instruction& branch, LaneMask mask) {
    const unsigned index = (branch.pc - kBase) / 4;
    LaneMask taken;
    for_each_lane(mask, [&](unsigned lane) {
      if (decision_(lane, index, visits_[{lane, index}]++)) taken.set(lane);
    });
    return taken;
  }

  /// Where lanes return to; those that were not called end.
  std::map<std::uint32_t, LaneMask> returns(LaneMask mask) {
    std::map<std::uint32_t, LaneMask> result;
    for_each_lane(mask, [&](unsigned lane) {
      if (calls_[lane].empty()) return;
      result[calls_[lane].back()].set(lane);
      calls_[lane].pop_back();
    });
    return result;
  }

  Decision decision_;
  Slipping slipping_;
  LaneMask waiting_;
  bool yielded_ = false;
  std::map<std::pair<unsigned, unsigned>, unsigned> visits_;
  std::map<unsigned, std::vector<std::uint32_t>> calls_;
  std::size_t most_splits_ = 0;
};

class BothPolicies : public ::testing::TestWithParam<ReconvergencePolicy> {};

}  // namespace lanefold
