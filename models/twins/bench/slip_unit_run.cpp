// SPDX-License-Identifier: Apache-2.0
// Diverge on Miss as a whole against the decisions of the model, cycle by cycle: a warp that comes
// from load to load, and the lines that its lanes wait for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/load_places.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/slip_unit_oracle.h"
#include "twins/bench/slip_unit_scenes.h"
#include "twins/bench/tried.h"
#include "twins/verilated/mcb_twin.h"
#include "twins/verilated/mdt_twin.h"
#include "twins/verilated/slip_unit_twin.h"

namespace lanefold {
namespace {

class SlipUnitRun final : public SceneRun<SlipUnitTwin> {
 public:
  SlipUnitRun(const RunStart& start, unsigned lanes, unsigned entries,
              std::shared_ptr<const std::vector<LaneMask>> masks,
              std::shared_ptr<SlipUnitEvents> events)
      : SceneRun(start, {256, kCyclesPerReset, kBusyCyclesPerReset}, std::move(masks)),
        lanes_(lanes),
        entries_(std::min(entries, lanes - 1)),
        events_(std::move(events)),
        oracle_(entries, mcb_entries()) {
    run(make_slip_unit_twin(lanes, entries, place("slip_unit")));
    change_habits();
  }

 private:
  static constexpr unsigned kOften = 8;
  static constexpr unsigned kCyclesPerReset = 128;
  static constexpr unsigned kBusyCyclesPerReset = 4;
  static constexpr unsigned kScenesPerLimit = 8;
  static constexpr unsigned kScenesPerNewWarp = 8;
  static constexpr unsigned kScenesPerFullBuffer = 64;
  static constexpr unsigned kScenesPerRace = 64;
  /// A load at which the warp stands.
  struct Load {
    std::uint64_t place = 0;
    LaneMask lanes;
    std::vector<LaneMask> lines;  ///< to be sent; the first one takes the entry
    std::optional<unsigned> entry;
  };

  bool in_rare_state() const override { return oracle_.busy(); }
  void change_habits() override {
    draw_places(random(), places_, 2);
    ends_ = !random().one_in(4);
    come_ = ends_ ? random().below(kOften + 1) : kOften;
    max_ = random().one_in(2) ? random().below(3) : random().below(SlipCounters::kMost + 1);
    takes_ = random().one_in(2);
  }

  std::optional<Mismatch> play(LaneMask mask) override {
    std::optional<Mismatch> first;
    for (const SlipUnitScene& scene : scenes_of(mask)) {
      if (!first) first = show(scene);
    }
    return first;
  }
  /// Long ones now and then.
  std::vector<SlipUnitScene> scenes_of(LaneMask mask) {
    const LaneMask all = LaneMask::first(lanes_), others = all.without(mask);
    const unsigned turn = scenes_++;
    std::vector<SlipUnitScene> scenes{scene_of_joining(mask, all, SlipCounters::kMost),
                                      scene_of_stragglers(turn % lanes_, entries_, lanes_)};
    if (turn % kScenesPerLimit == 0) scenes.push_back(scene_of_joining(mask, all, 0));
    if (turn % kScenesPerNewWarp == 0) scenes.push_back(scene_of_a_new_warp(mask));
    for (const LaneMask some : {mask, others}) {
      if (turn % kScenesPerFullBuffer == 0) {
        scenes.push_back(scene_of_a_full_buffer(some, all, mcb_entries() - 1));
      }
      if (turn % kScenesPerRace == 0 && mask.any() && others.any()) {
        scenes.push_back(scene_of_a_race(some, all));
      }
    }
    return scenes;
  }
  std::optional<Mismatch> show(const SlipUnitScene& scene) {
    drawn_.reset();
    current_.reset();
    return cycles(scene);
  }

  /// Lanes that can execute something else.
  LaneMask free_lanes() const {
    LaneMask free = LaneMask::first(lanes_).without(oracle_.table().lanes());
    for (const auto& load : oracle_.loads()) {
      if (load) free = free.without(load->waiting());
    }
    return free;
  }

  Inputs draw_inputs() override {
    Inputs inputs;
    inputs.clear_loads = random().one_in(512);
    inputs.clear_table = random().one_in(inputs.clear_loads ? 2 : 256);
    inputs.clear_slip = random().one_in(128);
    draw_lines_that_come(inputs);
    drawn_.reset();
    if (!current_ && random().one_in(4)) {
      offer_hit(inputs);
    } else if (!current_) {
      draw_load();
    } else if (!current_->lines.empty()) {
      inputs.send = true;
      inputs.send_lanes = current_->lines.front();
      inputs.send_entry = current_->entry.value_or(0);
    } else {
      offer_current(inputs);
    }
    if (drawn_) {
      inputs.send = inputs.first = true;
      inputs.send_lanes = drawn_->lines.front();
    }
    if (inputs.valid && !inputs.send && random().one_in(4)) draw_line_of_another(inputs);
    const std::size_t left = oracle_.table().entries().size();
    inputs.take = takes_ && left != 0 && random().one_in(8);
    inputs.take_index = left == 0 ? 0 : random().below(left);
    return inputs;
  }

  /// Lanes wait for one load each, so that all lines that come serve other lanes.
  void draw_lines_that_come(Inputs& inputs) {
    for (unsigned e = 0; e < oracle_.loads().size(); ++e) {
      if (!oracle_.loads()[e] || random().below(kOften) >= come_) continue;
      const LaneMask waiting = oracle_.loads()[e]->waiting();
      const LaneMask lanes = random().one_in(2) ? waiting : waiting & random().mask(lanes_);
      inputs.receive(e, lanes);
      CoalescingEntry after = *oracle_.loads()[e];
      after.receive(lanes);
      const bool sends = current_ && current_->entry == e && !current_->lines.empty();
      if (after.waiting().none() && !sends && ends_) inputs.end(e);
    }
  }

  /// While a load is offered, lanes that went another way send a line of theirs, or begin a load.
  void draw_line_of_another(Inputs& inputs) {
    const unsigned entry = random().below(random().one_in(2) ? 4 : oracle_.loads().size());
    const bool sends =
        oracle_.loads()[entry] && !inputs.is_last(entry) && (!current_ || current_->entry != entry);
    inputs.first = random().one_in(4);
    if (!inputs.first && !sends) return;
    inputs.send = true;
    inputs.send_entry = entry;
    inputs.send_lanes = free_lanes().without(inputs.lanes) & random().mask(lanes_);
  }

  void draw_load() {
    const LaneMask free = free_lanes();
    const LaneMask lanes = random().one_in(2) ? free : free & random().mask(lanes_);
    if (lanes.none() || !oracle_.free_load() || random().one_in(4)) return;
    drawn_ = Load{};
    drawn_->place = places_[random().below(places_.size())];
    drawn_->lanes = lanes;
    const LaneMask first = ends_ ? lanes & random().mask(lanes_) : lanes;
    drawn_->lines = {first};
    if (ends_) drawn_->lines.push_back(lanes.without(first));
    if (random().one_in(ends_ ? 4 : 2)) {
      drawn_->lines.push_back(lanes & random().mask(lanes_));
    }
  }

  void offer_current(Inputs& inputs) {
    inputs.waits = oracle_.loads()[*current_->entry].has_value();
    inputs.entry = *current_->entry;
    offer(inputs, current_->place, current_->lanes);
  }

  /// A load of which no lane misses, also where the table is still busy with the load before, and
  /// by lanes that wait for a line which no longer matters, since the warp has started anew.
  void offer_hit(Inputs& inputs) {
    const LaneMask running = LaneMask::first(lanes_).without(oracle_.table().lanes());
    const LaneMask lanes = (random().one_in(2) ? running : free_lanes()) & random().mask(lanes_);
    inputs.entry = random().below(oracle_.loads().size());
    if (lanes.any()) offer(inputs, places_[random().below(places_.size())], lanes);
  }

  void offer(Inputs& inputs, std::uint64_t place, LaneMask lanes) {
    inputs.valid = !random().one_in(8);
    inputs.place = place;
    inputs.lanes = lanes;
    inputs.max = max_;
    const auto& left = oracle_.table().entries();
    if (left.empty()) return;
    inputs.elsewhere = random().one_in(2);
    inputs.other = random().below(left.size());
    inputs.ready_elsewhere = random().one_in(2);
    inputs.ready_other = random().below(left.size());
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    FirstMismatch compare([&] { return context(inputs); });
    const bool ready = oracle_.takes_load(inputs);
    compare("ready_o", ready ? 1 : 0, actual.ready ? 1 : 0);
    compare("take_ready_o", oracle_.takes_entry(inputs) ? 1 : 0, actual.take_ready ? 1 : 0);
    compare("busy_o", oracle_.busy() ? 1 : 0, actual.busy ? 1 : 0);
    compare("full_o", oracle_.free_load() ? 0 : 1, actual.full ? 1 : 0);
    compare("free_entry_o", oracle_.free_load().value_or(0), actual.free_entry);
    if (inputs.valid && ready) {
      const SlipUnitOracle::Decision decision = oracle_.decide(inputs);
      compare("missing_o", decision.missing.bits(), actual.missing.bits());
      compare("proceed_o", decision.proceed.bits(), actual.proceed.bits());
      compare("yield_o", decision.yield ? 1 : 0, actual.yield ? 1 : 0);
      compare("others_o", decision.others.bits(), actual.others.bits());
    }
    if (!oracle_.busy()) compare_table(actual, compare);
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      compare("ahead_o", oracle_.counters().of(lane), actual.ahead[lane]);
    }
    return compare.found();
  }

  template <class Compare>
  void compare_table(const Outputs& actual, Compare& compare) const {
    const std::vector<LeftBehind>& left = oracle_.table().entries();
    compare("valid_o", (std::uint64_t{1} << left.size()) - 1, actual.valid);
    for (std::size_t e = 0; e < left.size(); ++e) {
      compare("entry_place_o", mdt_place(left[e].pc, left[e].depth), actual.entries[e].place);
      compare("entry_waiting_o", left[e].waiting.bits(), actual.entries[e].waiting.bits());
      compare("entry_ready_o", left[e].ready.bits(), actual.entries[e].ready.bits());
    }
  }

  static std::string context(const Inputs& inputs) {
    return fmt::format(
        "clear {} {} {}, send {} (first {}, entry {}, lanes {}), receive {} (last {}), load {} "
        "(waits {}, entry {}, place {}, lanes {}, max {}, elsewhere {} {}, ready {} {}), take {} "
        "{}",
        inputs.clear_loads, inputs.clear_table, inputs.clear_slip, inputs.send, inputs.first,
        inputs.send_entry, hex(inputs.send_lanes.bits()), hex(inputs.receive_lanes.bits()),
        hex(inputs.last), inputs.valid, inputs.waits, inputs.entry, hex(inputs.place),
        hex(inputs.lanes.bits()), inputs.max, inputs.elsewhere, inputs.other,
        inputs.ready_elsewhere, inputs.ready_other, inputs.take, inputs.take_index);
  }

  void reset_oracle() override {
    events_->resets_while_busy += oracle_.busy() ? 1 : 0;
    oracle_.reset();
    current_.reset();
  }
  void clock_oracle(const Inputs& inputs) override {
    const bool decides = inputs.valid && oracle_.takes_load(inputs);
    const auto decision = decides ? oracle_.decide(inputs) : SlipUnitOracle::Decision();
    const std::optional<unsigned> free = oracle_.free_load();
    const LaneMask left = oracle_.table().lanes();
    oracle_.clock(inputs);
    if (inputs.first && drawn_) {
      current_ = drawn_;
      current_->entry = free;
    }
    const bool sends = inputs.send && current_ && !current_->lines.empty();
    if (sends) current_->lines.erase(current_->lines.begin());
    const bool goes_on = decision.yield || decision.proceed.any() || decision.others.any();
    if (goes_on || inputs.clear_loads) current_.reset();
    events_->left += decision.proceed.any() && decision.missing.any() ? 1 : 0;
    events_->aside += decision.yield || decision.others.any() ? 1 : 0;
    events_->together += (decision.proceed & left).any() && decision.missing.any() ? 1 : 0;
    events_->furthest = std::max<std::uint64_t>(events_->furthest, oracle_.counters().most());
    events_->full += oracle_.free_load() ? 0 : 1;
  }

  unsigned lanes_;
  unsigned entries_;  ///< of the table, as far as lanes can fill them
  std::shared_ptr<SlipUnitEvents> events_;
  SlipUnitOracle oracle_;
  std::optional<Load> drawn_;              ///< that begins in the cycle that was drawn
  std::optional<Load> current_;            ///< at which the warp stands
  std::array<std::uint64_t, 5> places_{};  ///< more than a table has entries
  unsigned scenes_ = 0;
  unsigned come_ = 0;  ///< how often lines come
  unsigned max_ = 0;
  bool takes_ = false;  ///< whether entries run as splits of their own
  bool ends_ = true;    ///< whether loads end with their last line, or fill the buffer
};

}  // namespace

Comparison slip_unit_comparison(unsigned lanes, unsigned entries, std::uint64_t random,
                                const std::shared_ptr<SlipUnitEvents>& events) {
  const auto masks = std::make_shared<const std::vector<LaneMask>>(program_masks(lanes));
  return {tried_masks(masks->size()) + ", and " + counted(random, "clock cycle") +
              " of a warp that comes from load to load",
          masks->size() + random, [=](const RunStart& start) {
            return std::make_unique<SlipUnitRun>(start, lanes, entries, masks, events);
          }};
}

}  // namespace lanefold
