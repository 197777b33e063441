// SPDX-License-Identifier: Apache-2.0
// Lanes that walk through code as one slice that divides, and whose parts come back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/divergence/walk.h"

namespace lanefold {

/// When slices divide and unite; what is not set does not happen.
struct Dividing {
  std::function<LaneMask(LaneMask)> at_load;  ///< lanes of a load that leave
  std::function<bool()> at_branch;            ///< whether the other path of a branch leaves
  std::function<bool()> unites;               ///< whether slices at the same place unite
  /// Chooses which of the slices that can run, by number, runs next.
  std::function<unsigned(const std::vector<unsigned>&)> next;
};

class DividedWalk : public Walk {
 public:
  DividedWalk(const std::vector<std::uint32_t>& words, ReconvergencePolicy policy, LaneMask lanes,
              Decision decision, Dividing dividing)
      : Walk(words, policy, lanes, std::move(decision)),
        policy_(policy),
        dividing_(std::move(dividing)) {
    slices_.push_back({lanes_, kNobody});
  }

  std::vector<Step> run(std::size_t limit = 1000) {
    std::vector<Step> steps;
    while (steps.size() < limit) {
      meet();
      std::vector<unsigned> able;
      for (unsigned i = 0; i < slices_.size(); ++i) {
        if (!slices_[i].lanes->done() && !slices_[i].lanes->waits()) able.push_back(i);
      }
      if (able.empty()) break;
      running_ = dividing_.next(able);
      lanes_ = slices_[running_].lanes;
      const Split split = lanes_->current();
      steps.push_back({(split.pc - kBase) / 4, split.mask.bits()});
      EXPECT_TRUE(split.mask.any());
      step(code_[(split.pc - kBase) / 4], split);
    }
    return steps;
  }
  /// Whether all lanes have ended.
  bool done() const {
    return std::all_of(slices_.begin(), slices_.end(),
                       [](const Slice& slice) { return slice.lanes->done(); });
  }
  std::size_t slices() const { return slices_.size(); }
  unsigned united() const { return united_; }

 private:
  struct Slice {
    SliceLanes* lanes;
    unsigned giver;
  };

  void step(const Instruction& instruction, const Split& split) {
    const BlockFlow& block = flow_.block_at(instruction.pc);
    if (instruction.kind == InstructionClass::Load && dividing_.at_load) {
      const LaneMask leaving = dividing_.at_load(split.mask);
      if (leaving.any() && leaving != split.mask) {
        const std::uint32_t exit = block.loop_exit_pc;
        const bool leads_on = flow_.contains(instruction.pc + 4);
        const PlaceAfterLoad next{instruction.pc + 4,
                                  instruction.ends_block ? block.next_rank : split.rank, exit,
                                  exit == kFunctionEnd ? 0 : flow_.block_at(exit).rank};
        if (const auto free = leads_on ? free_slice() : std::nullopt) {
          add(*free, lanes_->subdivision().split_at_load(next, leaving));
        }
      }
    }
    if (!instruction.ends_block) return lanes_->step();
    const std::vector<FlowEdge> ways = leave(instruction, lanes_->current().mask);
    const bool divides = instruction.kind == InstructionClass::Branch && ways.size() == 2 &&
                         dividing_.at_branch && dividing_.at_branch();
    if (!divides) return;
    const std::optional<unsigned> free = free_slice();
    if (!free) return;
    const std::uint32_t join = block.reconvergence_pc;
    const std::uint32_t rank = join == kFunctionEnd ? 0 : flow_.block_at(join).rank;
    const bool first = lanes_->current().mask == ways[0].mask;
    add(*free,
        lanes_->subdivision().split_at_branch(ways[first ? 1 : 0].mask, {join, rank, split.depth}));
  }

  /// A slice that has ended, or one more; nothing if there are too many.
  std::optional<unsigned> free_slice() {
    for (unsigned i = 1; i < slices_.size(); ++i) {
      if (slices_[i].lanes->done()) return i;
    }
    if (slices_.size() == kMost) return {};
    owned_.push_back(std::make_unique<SliceLanes>(policy_));
    slices_.push_back({owned_.back().get(), kNobody});
    return static_cast<unsigned>(slices_.size()) - 1;
  }

  void add(unsigned slice, const std::optional<Part>& part) {
    if (!part) return;
    slices_[slice].lanes->start(*part);
    slices_[slice].giver = part->reconvergence.exists() ? running_ : kNobody;
  }

  void meet() {
    for (unsigned i = 1; i < slices_.size(); ++i) {
      if (slices_[i].lanes->done() || slices_[i].giver == kNobody) continue;
      SliceSubdivision& part = slices_[i].lanes->subdivision();
      SliceSubdivision& giver = slices_[slices_[i].giver].lanes->subdivision();
      if (part.at_reconvergence()) {
        giver.reconverge(part);
      } else if (dividing_.unites && giver.can_merge(part) && dividing_.unites()) {
        giver.merge(part);
        ++united_;
      }
    }
    for (unsigned i = 0; i < slices_.size(); ++i) {
      for (unsigned j = 1; j < slices_.size(); ++j) {
        SliceSubdivision& one = slices_[i].lanes->subdivision();
        SliceSubdivision& other = slices_[j].lanes->subdivision();
        const bool siblings = i != j && slices_[i].giver == slices_[j].giver &&
                              one.reconvergence() == other.reconvergence();
        if (!siblings || slices_[j].lanes->done()) continue;
        if (!dividing_.unites || !one.can_merge(other)) continue;
        if (!dividing_.unites()) continue;
        one.merge(other);
        ++united_;
      }
    }
  }

  static constexpr unsigned kNobody = ~0U;
  static constexpr std::size_t kMost = 8;

  ReconvergencePolicy policy_;
  Dividing dividing_;
  std::vector<std::unique_ptr<SliceLanes>> owned_;
  std::vector<Slice> slices_;
  unsigned running_ = 0;
  unsigned united_ = 0;
};

}  // namespace lanefold
