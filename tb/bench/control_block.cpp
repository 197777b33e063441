// SPDX-License-Identifier: Apache-2.0
// Compares the outputs of a control block, slot by slot, with the schedule of its policy.
#include "tb/bench/control_block.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "lanefold/compactor.h"
#include "tb/bench/mask_order.h"
#include "twins/verilated/scc_pipeline_twin.h"

namespace lanefold {
namespace {

/// The masks of a control block, and its answers beside the schedules of a policy.
class AnswerRun : public BenchRun {
 public:
  const char* unit() const override { return "mask number"; }

 protected:
  AnswerRun(std::uint64_t seed, CompactionPolicy policy, const QuadGeometry& geometry,
            const MaskOrder& masks)
      : BenchRun(seed),
        policy_(policy),
        geometry_(geometry),
        masks_(masks),
        compactor_(make_compactor(policy)) {}

  const QuadGeometry& geometry() const { return geometry_; }

  /// Random ones are of any density, now and then a corner.
  LaneMask draw_mask(std::uint64_t number) {
    if (const std::optional<LaneMask> mask = masks_.listed(number)) return *mask;
    constexpr unsigned kCornerIn = 16;
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
  const MaskOrder& masks_;
  std::unique_ptr<Compactor> compactor_;
};

/// A step is one mask.
class ControlRun final : public AnswerRun {
 public:
  ControlRun(std::uint64_t seed, ControlBlock block, const QuadGeometry& geometry,
             const MaskOrder& masks)
      : AnswerRun(seed, control_block_policy(block), geometry, masks),
        twin_(make_control_twin(block, geometry, place(control_block_name(block)))) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    const LaneMask mask = draw_mask(number);
    return compare(twin_->decide(mask), mask);
  }

 private:
  std::unique_ptr<ControlTwin> twin_;
};

/// A step is a clock cycle with a mask; the answer is to that of the step before. Now and then the
/// mask changes within the cycle, which leaves no trace.
class PipelineRun final : public AnswerRun {
 public:
  PipelineRun(std::uint64_t seed, const QuadGeometry& geometry, const MaskOrder& masks)
      : AnswerRun(seed, CompactionPolicy::Scc, geometry, masks),
        twin_(make_scc_pipeline_twin(geometry, place("scc_pipeline"))) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    constexpr unsigned kGlitchIn = 8;
    std::optional<Mismatch> mismatch;
    if (random().one_in(kGlitchIn)) mismatch = look(random().mask(geometry().lanes()));
    const LaneMask mask = draw_mask(number);
    const std::optional<Mismatch> at_the_edge = look(mask);
    twin_->clock();
    taken_ = mask;
    return mismatch ? mismatch : at_the_edge;
  }

 private:
  std::optional<Mismatch> look(LaneMask mask) {
    const ControlAnswer& answer = twin_->settle(mask);
    return taken_ ? compare(answer, *taken_) : std::nullopt;
  }

  std::unique_ptr<SccPipelineTwin> twin_;
  std::optional<LaneMask> taken_;
};

/// `architectures` of one policy share the random masks.
MaskOrder masks_of(const QuadGeometry& geometry, unsigned architectures) {
  const std::uint64_t deep = geometry.operand_bits() == 32 ? 10'000'000 : 1'000'000;
  return {geometry.lanes(), random_masks(deep / architectures)};
}

}  // namespace

void ControlBlockBench::expect_policy(ControlBlock block) {
  const bool scc = block == ControlBlock::SccParallel || block == ControlBlock::SccFifo;
  const MaskOrder masks = masks_of(GetParam(), scc ? 2 : 1);
  expect_answers(masks.size(), [&](std::uint64_t seed) {
    return std::make_unique<ControlRun>(seed, block, GetParam(), masks);
  });
}

void ControlBlockBench::expect_pipeline() {
  constexpr unsigned kArchitectures = 10;  // both halves are those of scc_control
  const MaskOrder masks = masks_of(GetParam(), kArchitectures);
  // One cycle more, for the last answer.
  expect_answers(masks.size() + 1, [&](std::uint64_t seed) {
    return std::make_unique<PipelineRun>(seed, GetParam(), masks);
  });
}

void ControlBlockBench::expect_answers(std::uint64_t masks, const MakeRun& make_run) {
  RecordProperty("masks", std::to_string(masks));
  expect_same_as_oracle(make_run, masks);
}

}  // namespace lanefold
