// SPDX-License-Identifier: Apache-2.0
// The operand latch: a quad takes what is at its input when it is written, and holds it else.
#include <fmt/format.h>

#include <vector>

#include "twins/bench/comparisons.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/quad_stimuli.h"
#include "twins/bench/tried.h"
#include "twins/verilated/data_path_twins.h"

namespace lanefold {
namespace {

/// A step is a clock cycle. Step 0 writes all quads, since there is no reset; the next ones write
/// them by the masks that programs make, and then at random.
class LatchRun final : public BenchRun {
 public:
  LatchRun(const RunStart& start, const QuadGeometry& geometry,
           std::shared_ptr<const std::vector<LaneMask>> masks)
      : BenchRun(start),
        geometry_(geometry),
        masks_(std::move(masks)),
        twin_(make_operand_latch_twin(geometry, place("latch"))) {}

  std::optional<Mismatch> step(std::uint64_t number) override {
    const LaneMask quads = draw_quads(number);
    const Values input = draw_values(random(), geometry_.lanes(), geometry_.operand_bits());
    for (unsigned lane = 0; lane < geometry_.lanes(); ++lane) {
      if (quads.test(geometry_.quad_of(lane))) {
        held_[lane] = input[lane];
      }
    }
    twin_->write(quads, input.data());
    Values actual{};
    twin_->read(actual.data());
    auto mismatch = differ("data_o", "lane", held_, actual, geometry_.lanes());
    if (mismatch) {
      mismatch->context = fmt::format("quads written in this cycle: {}", hex(quads.bits()));
    }
    return mismatch;
  }

  const char* unit() const override { return "clock cycle"; }

 private:
  LaneMask draw_quads(std::uint64_t number) {
    if (number == 0) return LaneMask::first(geometry_.quads());
    return number <= masks_->size() ? (*masks_)[number - 1] : random().mask(geometry_.quads());
  }

  QuadGeometry geometry_;
  std::shared_ptr<const std::vector<LaneMask>> masks_;
  std::unique_ptr<OperandLatchTwin> twin_;
  Values held_{};
};

}  // namespace

Comparison operand_latch_comparison(const QuadGeometry& geometry, std::uint64_t random) {
  const auto masks = std::make_shared<const std::vector<LaneMask>>(program_masks(geometry.quads()));
  return {counted(1 + masks->size() + random, "clock cycle") + " with any quads written",
          1 + masks->size() + random, [=](const RunStart& start) {
            return std::make_unique<LatchRun>(start, geometry, masks);
          }};
}

}  // namespace lanefold
