// SPDX-License-Identifier: Apache-2.0
// The slip controller against the policy `slip` and the SlipCounters, cycle by cycle: loads by
// the masks that programs make, and random streams of them.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decisions/divergence/slip_counters.h"
#include "decisions/memory_divergence/miss_policy.h"
#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/tried.h"
#include "twins/verilated/slip_controller_twin.h"

namespace lanefold {
namespace {

class SlipControllerRun final : public SceneRun<SlipControllerTwin> {
 public:
  SlipControllerRun(const RunStart& start, unsigned lanes,
                    std::shared_ptr<const std::vector<LaneMask>> masks,
                    std::shared_ptr<SlipEvents> events)
      : SceneRun(start, {kCyclesPerHabit, 8192, 256}, std::move(masks)),
        lanes_(lanes),
        events_(std::move(events)) {
    run(make_slip_controller_twin(lanes, place("slip_controller")));
    change_habits();
  }

 private:
  static constexpr unsigned kCyclesPerHabit = 512;
  /// They take hundreds of cycles.
  static constexpr unsigned kScenesPerFurthest = 64;

  /// A limit for a while; and now and then one situation, so that lanes get as far ahead as they
  /// can. The limit does not stop them where there is no room. Other loads between, of a part of
  /// them, keep them apart.
  void change_habits() override {
    resets_ = !resets_;
    steady_.reset();
    others_ = random().one_in(2) ? kCyclesPerHabit : 8;
    max_ = random().one_in(2) ? random().below(4) : random().below(SlipCounters::kMost + 1);
    if (random().one_in(4)) max_ = SlipCounters::kMost;
    if (random().one_in(2)) return;
    steady_ = draw_load();
    if (random().one_in(2)) return;
    steady_->missing = LaneMask();
    steady_->later = steady_->elsewhere = steady_->slots_free = false;
  }

  /// Some lanes go ahead of the others; all come to a load, where some miss, and may not go on, and
  /// where the others miss; the others come to it, and these join them, once they may.
  std::optional<Mismatch> play(LaneMask mask) override {
    const LaneMask all = LaneMask::first(lanes_), others = all.without(mask);
    Inputs clear, ahead, limited, free, joined, met;
    clear.clear = true;
    ahead.slots_free = ahead.pass = true;
    ahead.max = SlipCounters::kMost;
    limited = free = joined = ahead;
    ahead.lanes = mask;
    ahead.behind = others;
    limited.max = joined.max = 1;
    limited.lanes = free.lanes = all;
    limited.missing = mask;
    free.missing = others;
    joined.lanes = others;
    joined.behind = joined.ready = mask;
    met = joined;
    met.max = ahead.max;
    auto first = cycles({clear, ahead, limited, free, joined, met, clear});
    const LaneMask even = mask & LaneMask(0x5555'5555'5555'5555), odd = mask.without(even);
    if (!first) first = cycles(far_ahead(even, odd, all));
    if (!first) first = cycles(far_ahead(odd, even, all));
    const bool furthest = scenes_++ % kScenesPerFurthest == 0;
    if (!first && furthest) first = cycles(all_furthest(even, odd, all));
    return first;
  }
  /// Lanes pass a load without a limit; all others are behind.
  static Inputs unlimited_pass(LaneMask lanes, LaneMask all) {
    Inputs pass;
    pass.slots_free = pass.pass = true;
    pass.max = SlipCounters::kMost;
    pass.lanes = lanes;
    pass.behind = all.without(lanes);
    return pass;
  }

  /// Lanes get so far ahead that the highest bits of their counters matter, some by one more, and
  /// part at a load to which no others come.
  static std::vector<Inputs> far_ahead(LaneMask further, LaneMask less, LaneMask all) {
    constexpr unsigned kFar = 33;
    Inputs clear, pass = unlimited_pass(further | less, all);
    clear.clear = true;
    std::vector<Inputs> scene(kFar, pass);
    scene.insert(scene.begin(), clear);
    pass.lanes = further;
    pass.behind = all.without(further);
    scene.push_back(pass);
    pass.lanes = further | less;
    pass.missing = further;
    pass.behind = LaneMask();
    scene.push_back(pass);
    scene.push_back(clear);
    return scene;
  }

  /// Lanes get as far ahead as they can be counted, and part where no others are.
  static std::vector<Inputs> all_furthest(LaneMask some, LaneMask left, LaneMask all) {
    Inputs clear, pass = unlimited_pass(some | left, all);
    clear.clear = true;
    std::vector<Inputs> scene(SlipCounters::kMost + 1, pass);
    scene.insert(scene.begin(), clear);
    pass.lanes = some;
    pass.behind = left;
    scene.insert(scene.end(), {pass, clear});
    return scene;
  }

  /// Lanes at a load, the others mostly left behind; now and then masks that no machine has.
  Inputs draw_load() {
    Inputs inputs;
    inputs.max = max_;
    const bool wild = random().one_in(8);
    const LaneMask path = random().one_in(2) ? LaneMask::first(lanes_) : draw_path();
    inputs.lanes = random().mask(lanes_) & path;
    inputs.missing = random().one_in(2) ? random().sparse_or_dense_mask(lanes_) : LaneMask();
    inputs.behind = random().one_in(4) ? random().mask(lanes_) & path : path;
    inputs.ready = random().one_in(2) ? random().sparse_or_dense_mask(lanes_) : LaneMask();
    if (!wild) {
      inputs.missing = inputs.missing & inputs.lanes;
      inputs.behind = inputs.behind.without(inputs.lanes);
      inputs.ready = inputs.ready & inputs.behind;
    }
    inputs.later = random().one_in(3);
    inputs.elsewhere = random().one_in(3);
    inputs.slots_free = !random().one_in(3);
    inputs.pass = true;
    return inputs;
  }

  /// Lanes of one path of a branch, often such as are all ahead.
  LaneMask draw_path() {
    const LaneMask path =
        random().sparse_or_dense_mask(lanes_) & random().sparse_or_dense_mask(lanes_);
    return steady_ ? path & steady_->lanes : path;
  }

  Inputs draw_inputs() override {
    const bool steady = steady_ && !random().one_in(others_);
    Inputs inputs = steady ? *steady_ : draw_load();
    inputs.clear = random().one_in(2 * kCyclesPerHabit);
    inputs.pass = !random().one_in(16);
    return inputs;
  }

  static LaneMask considered(const Inputs& inputs) { return inputs.lanes | inputs.behind; }
  LaneMask limited(const Inputs& inputs) const {
    return counters_.limited(considered(inputs), inputs.max);
  }
  MissDecision decide(const Inputs& inputs) const {
    return policy_->decide({inputs.lanes, inputs.missing, inputs.ready, limited(inputs),
                            inputs.later, inputs.elsewhere, inputs.slots_free});
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    const MissDecision expected = decide(inputs);
    FirstMismatch compare([&] { return context(inputs); });
    compare("proceed_o", expected.proceed.bits(), actual.proceed.bits());
    compare("yield_o", expected.yield ? 1 : 0, actual.yield ? 1 : 0);
    compare("limited_o", limited(inputs).bits(), actual.limited.bits());
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      if (counters_.of(lane) != actual.ahead[lane]) {
        compare(fmt::format("ahead_o of lane {}", lane), counters_.of(lane), actual.ahead[lane]);
      }
    }
    return compare.found();
  }

  static std::string context(const Inputs& inputs) {
    return fmt::format(
        "max {}, lanes {}, missing {}, behind {}, ready {}, later {}, elsewhere {}, slots_free {}, "
        "pass {}, clear {}",
        inputs.max, hex(inputs.lanes.bits()), hex(inputs.missing.bits()), hex(inputs.behind.bits()),
        hex(inputs.ready.bits()), inputs.later, inputs.elsewhere, inputs.slots_free, inputs.pass,
        inputs.clear);
  }

  /// Every other habit leaves lanes far ahead as long as it lasts, so that all of them get there.
  bool in_rare_state() const override { return resets_ && counters_.most() == SlipCounters::kMost; }
  void reset_oracle() override { counters_.reset(); }
  void clock_oracle(const Inputs& inputs) override {
    const MissDecision decision = decide(inputs);
    if (inputs.clear) {
      counters_.reset();
    } else if (inputs.pass && decision.proceed.any()) {
      const LaneMask furthest = counters_.limited(decision.proceed, SlipCounters::kMost);
      events_->left += decision.proceed != considered(inputs) ? 1 : 0;
      events_->saturated += furthest.any() ? 1 : 0;
      counters_.pass(decision.proceed, considered(inputs));
    }
    events_->aside += decision.yield ? 1 : 0;
  }

  unsigned lanes_;
  std::shared_ptr<SlipEvents> events_;
  SlipCounters counters_;
  std::unique_ptr<MissPolicy> policy_ = make_miss_policy(OnMiss::Slip);
  unsigned max_ = 0;
  std::optional<Inputs> steady_;
  unsigned others_ = 1;
  unsigned scenes_ = 0;
  bool resets_ = false;
};

}  // namespace

Comparison slip_controller_comparison(unsigned lanes, std::uint64_t random,
                                      const std::shared_ptr<SlipEvents>& events) {
  const auto masks = std::make_shared<const std::vector<LaneMask>>(program_masks(lanes));
  return {
      tried_masks(masks->size()) + ", and " + counted(random, "clock cycle") + " of random loads",
      masks->size() + random, [=](const RunStart& start) {
        return std::make_unique<SlipControllerRun>(start, lanes, masks, events);
      }};
}

}  // namespace lanefold
