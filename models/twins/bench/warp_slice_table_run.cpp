// SPDX-License-Identifier: Apache-2.0
// The warp-slice table against the SliceTable, cycle by cycle: the masks that programs make are
// split off and merge, and random streams of divisions by any width, of splits and of merges.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decisions/warp_slices/simd_configuration.h"
#include "decisions/warp_slices/slice_table.h"
#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/tried.h"
#include "twins/verilated/warp_slice_table_twin.h"

namespace lanefold {
namespace {

class WarpSliceTableRun final : public SceneRun<WarpSliceTableTwin> {
 public:
  WarpSliceTableRun(const RunStart& start, const SlicedCore& core,
                    std::shared_ptr<const std::vector<LaneMask>> masks,
                    std::shared_ptr<SliceEvents> events)
      : SceneRun(start, {256, 512, 64}, std::move(masks)), core_(core), events_(std::move(events)) {
    reset_oracle();
    run(make_warp_slice_table_twin(core.lanes, core.warps, core.entries, place("table")));
    change_habits();
  }

 private:
  using Op = WarpSliceTableTwin::Op;
  static constexpr unsigned kOften = 16;
  static constexpr unsigned kLongRest = 64;

  /// A table takes many cycles to fill.
  static constexpr unsigned kScenesPerFullTable = 64;

  /// Lanes leave the first and the last warp for the first free entry, and come back.
  std::optional<Mismatch> play(LaneMask mask) override {
    if (scenes_++ % kScenesPerFullTable == 0) {
      if (auto mismatch = fill_and_merge(scenes_ / kScenesPerFullTable % 2 == 0)) return mismatch;
    }
    Inputs unite, split, merge;
    unite.op = Op::Unite;
    split.op = Op::Split;
    split.lanes = mask;
    merge.op = Op::Merge;
    merge.other = core_.warps;
    std::optional<Mismatch> first;
    for (const unsigned warp : {0U, core_.warps - 1}) {
      split.entry = merge.entry = warp;
      if (!first) first = cycles({unite, split, merge, unite});
    }
    return first;
  }

  /// All warps fall into lanes, the first one last, until the table is full. Then its first and its
  /// last slice meet, in either entry.
  std::optional<Mismatch> fill_and_merge(bool in_the_last) {
    Inputs unite, split, merge;
    unite.op = Op::Unite;
    split.op = Op::Split;
    merge.op = Op::Merge;
    std::vector<Inputs> scene{unite};
    for (unsigned warp = core_.warps; warp-- > 0;) {
      split.entry = warp;
      for (unsigned lane = 1; lane < core_.lanes; ++lane) {
        split.lanes = LaneMask::lane(lane);
        scene.push_back(split);
      }
    }
    if (auto mismatch = cycles(scene)) return mismatch;
    unsigned last = 0;
    for (const unsigned entry : oracle().of_warp(0)) last = entry;
    merge.entry = in_the_last ? last : 0;
    merge.other = in_the_last ? 0 : last;
    return cycles({merge, unite});
  }

  /// Without divisions, splits fill the table.
  void change_habits() override {
    divide_ = random().one_in(2) ? 0 : 1 + random().below(3);
    split_ = random().below(kOften);
    rests_ = random().one_in(8);
  }

  Inputs draw_inputs() override {
    Inputs inputs;
    inputs.op = draw_op();
    inputs.width =
        random().one_in(8) ? random().below(2 * core_.lanes) : 1 + random().below(core_.lanes);
    inputs.entry = draw_entry(inputs.op == Op::Split ? of_several_lanes() : oracle().slices());
    const bool mates = inputs.entry < core_.entries && !random().one_in(8);
    inputs.other =
        draw_entry(mates ? oracle().of_warp(oracle()[inputs.entry].warp) : oracle().slices());
    inputs.lanes = random().mask(core_.lanes);
    if (inputs.entry < core_.entries && !random().one_in(8)) {
      inputs.lanes = inputs.lanes & oracle()[inputs.entry].lanes;
    }
    return inputs;
  }

  Op draw_op() {
    if (rests_ && !random().one_in(kLongRest)) return Op::Keep;
    if (random().one_in(16)) return random().one_in(4) && divide_ != 0 ? Op::Unite : Op::Keep;
    if (random().one_in(64)) return static_cast<Op>(5 + random().below(3));  // without a name
    if (random().below(kOften) < divide_) return Op::Divide;
    return random().below(kOften) < split_ ? Op::Split : Op::Merge;
  }

  /// The slices that can be split.
  SlotSet of_several_lanes() const {
    SlotSet found;
    for (const unsigned entry : oracle().slices()) {
      if (oracle()[entry].lanes.count() > 1) found.set(entry);
    }
    return found;
  }

  /// Mostly one of these; where numbers reach further, one that the table does not have, too.
  unsigned draw_entry(SlotSet slices) {
    unsigned numbers = 1;
    while (numbers < core_.entries) numbers *= 2;
    if (slices.none() || random().one_in(16)) return random().below(numbers);
    unsigned skipped = random().below(slices.count());
    while (skipped-- > 0) slices.reset(slices.lowest());
    return slices.lowest();
  }

  bool divides(unsigned width) const {
    return width >= 1 && width <= core_.lanes &&
           slices_of(core_.warps, core_.lanes, width) <= core_.entries;
  }
  bool splits(const Inputs& inputs) const {
    if (inputs.entry >= core_.entries || !oracle().room()) return false;
    const LaneMask lanes = oracle()[inputs.entry].lanes;
    return inputs.lanes.any() && inputs.lanes != lanes && lanes.contains(inputs.lanes);
  }
  bool merges(const Inputs& inputs) const {
    const SlotSet slices = oracle().slices();
    return inputs.entry != inputs.other && inputs.entry < core_.entries &&
           inputs.other < core_.entries && slices.test(inputs.entry) && slices.test(inputs.other) &&
           oracle()[inputs.entry].warp == oracle()[inputs.other].warp;
  }
  bool legal(const Inputs& inputs) const {
    switch (inputs.op) {
      case Op::Divide:
        return divides(inputs.width);
      case Op::Unite:
        return true;
      case Op::Split:
        return splits(inputs);
      case Op::Merge:
        return merges(inputs);
      default:
        return false;
    }
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    FirstMismatch compare([&] { return context(inputs); });
    const SlotSet unused = SlotSet::first(core_.entries).without(oracle().slices());
    compare("legal_o", legal(inputs) ? 1 : 0, actual.legal ? 1 : 0);
    compare("free_o", unused.any() ? unused.lowest() : 0, actual.free);
    compare("valid_o", oracle().slices().bits(), actual.valid);
    for (unsigned e = 0; e < core_.entries; ++e) {
      const WarpSliceTableTwin::Entry& entry = actual.entries[e];
      if (entry.warp == oracle()[e].warp && entry.lanes == oracle()[e].lanes) continue;
      compare(fmt::format("entry_warp_o of entry {}", e), oracle()[e].warp, entry.warp);
      compare(fmt::format("entry_lanes_o of entry {}", e), oracle()[e].lanes.bits(),
              entry.lanes.bits());
    }
    return compare.found();
  }

  std::string context(const Inputs& inputs) const {
    std::string text = fmt::format("op {}, width {}, entry {}, other {}, lanes {}; in the table:",
                                   static_cast<unsigned>(inputs.op), inputs.width, inputs.entry,
                                   inputs.other, hex(inputs.lanes.bits()));
    for (const unsigned e : oracle().slices()) {
      text +=
          fmt::format(" {}: {} of warp {};", e, hex(oracle()[e].lanes.bits()), oracle()[e].warp);
    }
    return text;
  }

  bool in_rare_state() const override { return !oracle().room(); }
  void reset_oracle() override {
    oracle_ = std::make_unique<SliceTable>(core_.warps, core_.lanes, core_.entries);
  }
  void clock_oracle(const Inputs& inputs) override {
    if (!legal(inputs)) {
      ++events_->refused;
    } else if (inputs.op == Op::Divide) {
      events_->divided += inputs.width < core_.lanes ? 1 : 0;
      oracle_->divide(inputs.width);
    } else if (inputs.op == Op::Unite) {
      oracle_->unite();
    } else if (inputs.op == Op::Split) {
      ++events_->split;
      oracle_->split_off(inputs.entry, inputs.lanes);
    } else {
      ++events_->merged;
      oracle_->merge(inputs.entry, inputs.other);
    }
  }

  const SliceTable& oracle() const { return *oracle_; }

  SlicedCore core_;
  std::shared_ptr<SliceEvents> events_;
  std::unique_ptr<SliceTable> oracle_;
  unsigned divide_ = 0;
  unsigned split_ = 0;
  bool rests_ = false;  ///< slices run for long
  unsigned scenes_ = 0;
};

}  // namespace

Comparison warp_slice_table_comparison(const SlicedCore& core, std::uint64_t random,
                                       const std::shared_ptr<SliceEvents>& events) {
  const auto masks = std::make_shared<const std::vector<LaneMask>>(program_masks(core.lanes));
  return {tried_masks(masks->size()) + ", and " + counted(random, "clock cycle") +
              " of random divisions, splits and merges",
          masks->size() + random, [=](const RunStart& start) {
            return std::make_unique<WarpSliceTableRun>(start, core, masks, events);
          }};
}

}  // namespace lanefold
