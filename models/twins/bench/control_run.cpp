// SPDX-License-Identifier: Apache-2.0
// Compares the outputs of a control block, slot by slot, with the schedule of its policy.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "lanefold/compactor.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/mask_order.h"
#include "twins/bench/tried.h"
#include "twins/verilated/scc_pipeline_twin.h"

namespace lanefold {
namespace {

/// The masks of a control block, and its answers beside the schedules of a policy.
class AnswerRun : public BenchRun {
 public:
  const char* unit() const override { return "mask number"; }

 protected:
  AnswerRun(const RunStart& start, CompactionPolicy policy, const QuadGeometry& geometry,
            MaskOrder masks)
      : BenchRun(start),
        policy_(policy),
        geometry_(geometry),
        masks_(std::move(masks)),
        compactor_(make_compactor(policy)) {}

  const QuadGeometry& geometry() const { return geometry_; }

  /// Random ones are of any density, now and then a corner or near those of programs.
  LaneMask draw_mask(std::uint64_t number) {
    if (const std::optional<LaneMask> mask = masks_.listed(number)) return *mask;
    constexpr unsigned kCornerIn = 16;
    if (random().one_in(kCornerIn)) return masks_.near_a_program(random());
    return random().one_in(kCornerIn) ? random().mask(geometry_.lanes())
                                      : random().sparse_or_dense_mask(geometry_.lanes());
  }

  std::optional<Mismatch> compare(const ControlAnswer& answer, LaneMask mask) const {
    const Schedule schedule = compactor_->schedule(mask, geometry_);
    if (matches(answer, schedule, mask)) {
      return std::nullopt;
    }
    Mismatch mismatch = difference(answer, schedule);
    mismatch.context =
        fmt::format("mask {}, policy {}, {}", hex(mask.bits()), name_of(policy_), mismatch.context);
    return mismatch;
  }

 private:
  /// Quick: looks at active lanes only, which fill as many slots as there are enables.
  bool matches(const ControlAnswer& answer, const Schedule& schedule, LaneMask mask) const {
    if (answer.cycles != schedule.cycles()) {
      return false;
    }
    LaneMask expected;
    bool same = true;
    for_each_lane(mask, [&](unsigned lane) {
      const Schedule::Place place = schedule.place(lane);
      const unsigned slot = place.cycle * geometry_.positions() + place.position;
      expected.set(slot);
      same = same && answer.enabled.test(slot) && answer.quad[slot] == geometry_.quad_of(lane) &&
             answer.position[slot] == geometry_.position_of(lane);
    });
    return same && answer.enabled == expected;
  }

  /// Thorough: the first field that differs.
  Mismatch difference(const ControlAnswer& answer, const Schedule& schedule) const {
    if (answer.cycles != schedule.cycles()) {
      return {"cycles_o", std::to_string(schedule.cycles()), std::to_string(answer.cycles),
              "whole instruction"};
    }
    for (unsigned index = 0; index < geometry_.lanes(); ++index) {
      const unsigned cycle = index / geometry_.positions();
      const unsigned position = index % geometry_.positions();
      const bool enabled = answer.enabled.test(index);
      const Schedule::Slot slot =
          cycle < schedule.cycles() ? schedule.slot(cycle, position) : Schedule::Slot{};
      const std::string where = fmt::format("cycle {}, ALU position {}", cycle, position);
      if (enabled != slot.enabled()) {
        return {fmt::format("enable_o of slot {}", index), slot.enabled() ? "1" : "0",
                enabled ? "1" : "0", where};
      }
      if (enabled && answer.quad[index] != slot.quad) {
        return {fmt::format("quad_o of slot {}", index), std::to_string(slot.quad),
                std::to_string(answer.quad[index]), where};
      }
      if (enabled && answer.position[index] != slot.position) {
        return {fmt::format("position_o of slot {}", index), std::to_string(slot.position),
                std::to_string(answer.position[index]), where};
      }
    }
    return {"nothing", "", "", "the bench contradicts itself"};
  }

  CompactionPolicy policy_;
  QuadGeometry geometry_;
  MaskOrder masks_;
  std::unique_ptr<Compactor> compactor_;
};

/// A step is one mask.
class ControlRun final : public AnswerRun {
 public:
  ControlRun(const RunStart& start, ControlBlock block, const QuadGeometry& geometry,
             const MaskOrder& masks)
      : AnswerRun(start, control_block_policy(block), geometry, masks),
        twin_(make_control_twin(block, geometry, place(control_block_name(block)))) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    const LaneMask mask = draw_mask(number);
    return compare(twin_->decide(mask), mask);
  }

 private:
  std::unique_ptr<ControlTwin> twin_;
};

/// A step is a clock cycle with a mask; the answer is to that of the step before. Now and then the
/// mask changes within the cycle, which leaves no trace; or others come between, which differ from
/// the one before as masks that follow each other in their order never do.
class PipelineRun final : public AnswerRun {
 public:
  PipelineRun(const RunStart& start, const QuadGeometry& geometry, const MaskOrder& masks)
      : AnswerRun(start, CompactionPolicy::Scc, geometry, masks),
        twin_(make_scc_pipeline_twin(geometry, place("scc_pipeline"))) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    constexpr unsigned kGlitchIn = 8;
    constexpr unsigned kOtherIn = 4;
    std::optional<Mismatch> mismatch;
    if (random().one_in(kGlitchIn)) mismatch = look(random().mask(geometry().lanes()));
    if (taken_ && random().one_in(kOtherIn)) keep_first(mismatch, clock(draw_other(*taken_)));
    keep_first(mismatch, clock(draw_mask(number)));
    return mismatch;
  }

 private:
  /// None, the same, any, or as many lanes at each position, in other quads.
  LaneMask draw_other(LaneMask mask) {
    const unsigned lanes = geometry().lanes();
    const unsigned by = random().below(geometry().quads()) * geometry().quad_lanes();
    if (random().one_in(4)) return LaneMask();
    if (random().one_in(4)) return random().mask(lanes);
    return rotated(mask, by, lanes);
  }

  std::optional<Mismatch> clock(LaneMask mask) {
    std::optional<Mismatch> mismatch = look(mask);
    twin_->clock();
    taken_ = mask;
    return mismatch;
  }

  std::optional<Mismatch> look(LaneMask mask) {
    const ControlAnswer& answer = twin_->settle(mask);
    return taken_ ? compare(answer, *taken_) : std::nullopt;
  }

  std::unique_ptr<SccPipelineTwin> twin_;
  std::optional<LaneMask> taken_;
};

/// Which masks an order has.
std::string tried(const MaskOrder& masks, const QuadGeometry& geometry, std::uint64_t random) {
  if (geometry.lanes() <= MaskOrder::kExhaustiveLanes) {
    return "all " + counted(masks.size(), "mask");
  }
  return tried_masks(masks.size() - random) + ", and " + counted(random, "random mask");
}

}  // namespace

Comparison control_comparison(ControlBlock block, const QuadGeometry& geometry,
                              std::uint64_t random) {
  const MaskOrder masks(geometry.lanes(), random);
  const std::string policy = name_of(control_block_policy(block));
  return {tried(masks, geometry, random) + " under the policy " + policy, masks.size(),
          [=](const RunStart& start) {
            return std::make_unique<ControlRun>(start, block, geometry, masks);
          }};
}

Comparison pipeline_comparison(const QuadGeometry& geometry, std::uint64_t random) {
  const MaskOrder masks(geometry.lanes(), random);
  // One cycle more, for the last answer.
  return {
      tried(masks, geometry, random) + ", one in each clock cycle", masks.size() + 1,
      [=](const RunStart& start) { return std::make_unique<PipelineRun>(start, geometry, masks); }};
}

}  // namespace lanefold
