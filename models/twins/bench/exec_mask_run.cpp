// SPDX-License-Identifier: Apache-2.0
// The execution mask against execution_mask(): which lanes are active, and whether none is.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <vector>

#include "lanefold/execution_mask.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/tried.h"
#include "twins/verilated/exec_mask_twin.h"

namespace lanefold {
namespace {

/// Compares the answers to three masks.
class ExecMaskRun : public BenchRun {
 public:
  ExecMaskRun(const RunStart& start, unsigned lanes)
      : BenchRun(start), lanes_(lanes), twin_(make_exec_mask_twin(lanes, place("exec_mask"))) {}

 protected:
  unsigned lanes() const { return lanes_; }
  LaneMask all() const { return LaneMask::first(lanes_); }

  std::optional<Mismatch> compare(LaneMask dispatch, LaneMask control_flow, LaneMask predicate) {
    const LaneMask expected = execution_mask(dispatch, control_flow, predicate);
    const ExecMaskTwin::Answer answer = twin_->combine(dispatch, control_flow, predicate);
    if (answer.active == expected && answer.empty == expected.none()) {
      return std::nullopt;
    }
    const std::string context =
        fmt::format("dispatch mask {}, control-flow mask {}, predicate mask {}",
                    hex(dispatch.bits()), hex(control_flow.bits()), hex(predicate.bits()));
    if (answer.active != expected) {
      return Mismatch{"active_o", hex(expected.bits()), hex(answer.active.bits()), context};
    }
    return Mismatch{"empty_o", expected.none() ? "1" : "0", answer.empty ? "1" : "0", context};
  }

 private:
  unsigned lanes_;
  std::unique_ptr<ExecMaskTwin> twin_;
};

/// A step is one combination of the three masks, in their order.
class CombinationRun final : public ExecMaskRun {
 public:
  using ExecMaskRun::ExecMaskRun;

  std::optional<Mismatch> step(std::uint64_t number) override {
    return compare(LaneMask(number) & all(), LaneMask(number >> lanes()) & all(),
                   LaneMask(number >> 2 * lanes()) & all());
  }
};

/// The first steps put each mask that programs make to each input, to two and to all, and against
/// the lanes that it leaves at each pair of inputs; the others are random combinations.
class MixedRun final : public ExecMaskRun {
 public:
  static constexpr unsigned kStepsPerMask = 10;

  MixedRun(const RunStart& start, unsigned lanes,
           std::shared_ptr<const std::vector<LaneMask>> masks)
      : ExecMaskRun(start, lanes), masks_(std::move(masks)) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    if (number >= masks_->size() * kStepsPerMask) return compare(draw(), draw(), draw());
    const LaneMask mask = (*masks_)[number / kStepsPerMask];
    const LaneMask others = all().without(mask);
    const std::uint64_t step = number % kStepsPerMask;
    if (step == 7) return compare(mask, others, all());
    if (step == 8) return compare(mask, all(), others);
    if (step == 9) return compare(all(), mask, others);
    const std::uint64_t chosen = step + 1;  // inputs, a bit each
    const auto input = [&](unsigned i) { return (chosen >> i & 1U) != 0 ? mask : all(); };
    return compare(input(0), input(1), input(2));
  }

 private:
  /// Sparse masks often leave no lane, dense ones few: both sides of the empty flag are common.
  LaneMask draw() {
    switch (random().below(4)) {
      case 0:
        return random().mask(lanes());
      case 1:
        return (*masks_)[random().below(masks_->size())];
      default:
        return random().sparse_or_dense_mask(lanes());
    }
  }

  std::shared_ptr<const std::vector<LaneMask>> masks_;
};

}  // namespace

Comparison exec_mask_comparison(unsigned lanes, std::uint64_t random) {
  const auto masks = std::make_shared<const std::vector<LaneMask>>(program_masks(lanes));
  const std::uint64_t steps = masks->size() * MixedRun::kStepsPerMask;
  return {tried_masks(masks->size()) + " at each input and at several, and " +
              counted(random, "random combination") + " of three",
          steps + random,
          [=](const RunStart& start) { return std::make_unique<MixedRun>(start, lanes, masks); }};
}

Comparison exec_mask_combinations(unsigned lanes) {
  const std::uint64_t combinations = std::uint64_t{1} << 3 * lanes;
  return {"all " + counted(combinations, "combination") + " of three masks", combinations,
          [=](const RunStart& start) { return std::make_unique<CombinationRun>(start, lanes); }};
}

}  // namespace lanefold
