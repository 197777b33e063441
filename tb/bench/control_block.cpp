// SPDX-License-Identifier: Apache-2.0
// Compares the outputs of a control block, slot by slot, with the schedule of its policy.
#include "tb/bench/control_block.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "lanefold/compactor.h"

namespace lanefold {
namespace {

/// A step is one mask.
class ControlRun final : public BenchRun {
 public:
  ControlRun(std::uint64_t seed, ControlBlock block, const QuadGeometry& geometry)
      : BenchRun(seed),
        block_(block),
        geometry_(geometry),
        exhaustive_(geometry.lanes() <= kExhaustiveLanes),
        twin_(make_control_twin(block, geometry, place(control_block_name(block)))),
        compactor_(make_compactor(control_block_policy(block))) {}

  static constexpr unsigned kExhaustiveLanes = 16;

  std::optional<Mismatch> step(std::uint64_t number) override {
    const LaneMask mask = exhaustive_ ? LaneMask(number) & geometry_.all_lanes() : draw_mask();
    const ControlAnswer& answer = twin_->decide(mask);
    const Schedule schedule = compactor_->schedule(mask, geometry_);
    if (matches(answer, schedule, mask)) {
      return std::nullopt;
    }
    Mismatch mismatch = difference(answer, schedule);
    mismatch.context = fmt::format("mask {}, policy {}, {}", hex(mask.bits()),
                                   control_block_policy(block_), mismatch.context);
    return mismatch;
  }
  const char* unit() const override { return "mask number"; }

 private:
  /// Mostly of any density, now and then a corner.
  LaneMask draw_mask() {
    constexpr unsigned kCornerIn = 16;
    return random().one_in(kCornerIn) ? random().mask(geometry_.lanes())
                                      : random().sparse_or_dense_mask(geometry_.lanes());
  }

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

  ControlBlock block_;
  QuadGeometry geometry_;
  bool exhaustive_;
  std::unique_ptr<ControlTwin> twin_;
  std::unique_ptr<Compactor> compactor_;
};

std::uint64_t masks_of(ControlBlock block, const QuadGeometry& geometry) {
  if (geometry.lanes() <= ControlRun::kExhaustiveLanes) {
    return std::uint64_t{1} << geometry.lanes();
  }
  const bool scc = block == ControlBlock::SccParallel || block == ControlBlock::SccFifo;
  const unsigned architectures = scc ? 2 : 1;
  return random_masks((geometry.operand_bits() == 32 ? 10'000'000 : 1'000'000) / architectures);
}

}  // namespace

void ControlBlockBench::expect_policy(ControlBlock block) {
  const QuadGeometry& geometry = GetParam();
  const std::uint64_t masks = masks_of(block, geometry);
  RecordProperty("masks", std::to_string(masks));
  expect_same_as_oracle(
      [&](std::uint64_t seed) { return std::make_unique<ControlRun>(seed, block, geometry); },
      masks);
}

}  // namespace lanefold
