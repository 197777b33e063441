// SPDX-License-Identifier: Apache-2.0
// The memory divergence table against the LeftBehindTable, cycle by cycle: lanes that are
// left behind, get their values and go on, by the masks that programs make and in random streams.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decisions/divergence/left_behind_table.h"
#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/load_places.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/tried.h"
#include "twins/verilated/mdt_twin.h"

namespace lanefold {
namespace {

std::uint64_t place_of(const LeftBehind& entry) { return mdt_place(entry.pc, entry.depth); }

class MdtRun final : public SceneRun<MdtTwin> {
 public:
  MdtRun(const RunStart& start, unsigned lanes, unsigned entries,
         std::shared_ptr<const std::vector<LaneMask>> masks, std::shared_ptr<MdtEvents> events)
      : SceneRun(start, {64, 512, 64}, std::move(masks)),
        lanes_(lanes),
        entries_(entries),
        events_(std::move(events)) {
    run(make_mdt_twin(lanes, entries, place("mdt")));
    change_habits();
  }

 private:
  using Op = MdtTwin::Op;
  static constexpr unsigned kOften = 8;

  /// Other places, some of which differ in one bit or two; and how often lanes leave and arrive, or
  /// that they fill the table one by one.
  void change_habits() override {
    draw_places(random(), places_, 4);
    fills_ = random().one_in(4);
    leave_ = fills_ ? kOften : 1 + random().below(kOften);
    arrive_ = random().below(kOften);
  }

  /// Some lanes wait and all others stay with their values; the values come; these lanes go on.
  std::optional<Mismatch> play(LaneMask mask) override {
    Inputs clear, leave, arrive, meet;
    clear.op = Op::Clear;
    leave.op = Op::Leave;
    leave.place = arrive.place = meet.place = places_[0];
    leave.waiting = mask;
    leave.lanes = LaneMask::first(lanes_).without(mask);
    arrive.arrived = mask;
    meet.op = Op::Meet;
    meet.lanes = mask;
    return cycles({clear, leave, arrive, meet, clear});
  }

  Op draw_op() {
    if (random().below(kOften) < leave_) return Op::Leave;
    switch (random().below(16)) {
      case 0:
        return Op::Clear;
      case 1:
        return Op::Keep;
      case 2:  // without a name: the RTL promises to keep what it has
        return static_cast<Op>(5 + random().below(3));
      default:
        return random().one_in(3) ? Op::Take : Op::Meet;
    }
  }

  Inputs draw_inputs() override {
    Inputs inputs;
    inputs.op = draw_op();
    inputs.place = places_[random().below(places_.size())];
    const LaneMask running = LaneMask::first(lanes_).without(oracle_.lanes());
    inputs.waiting = random().sparse_or_dense_mask(lanes_);
    inputs.lanes = random().sparse_or_dense_mask(lanes_);
    if (inputs.op == Op::Leave) {
      if (fills_) {
        inputs.waiting = LaneMask::lane(random().below(lanes_));
        inputs.lanes = {};
      }
      inputs.waiting = inputs.waiting & running;
      inputs.lanes = inputs.lanes & running.without(inputs.waiting);
    }
    inputs.index = random().below(entries_);
    if (random().below(kOften) < arrive_) inputs.arrived = random().sparse_or_dense_mask(lanes_);
    return inputs;
  }

  const LeftBehind* entry_at(std::uint64_t place) const {
    return oracle_.find(mdt_pc(place), mdt_depth(place));
  }
  bool full_for(std::uint64_t place) const {
    return entry_at(place) == nullptr && oracle_.entries().size() == entries_;
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    const std::vector<LeftBehind>& entries = oracle_.entries();
    const LeftBehind* entry = entry_at(inputs.place);
    const LeftBehind here = entry == nullptr ? LeftBehind() : *entry;
    FirstMismatch compare([&] { return context(inputs); });
    compare("full_o", full_for(inputs.place) ? 1 : 0, actual.full ? 1 : 0);
    compare("waiting_o", here.waiting.bits(), actual.waiting.bits());
    compare("ready_o", here.ready.bits(), actual.ready.bits());
    compare("valid_o", (std::uint64_t{1} << entries.size()) - 1, actual.valid);
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const MdtTwin::Entry& twin = actual.entries[e];
      compare(fmt::format("entry_place_o of entry {}", e), place_of(entries[e]), twin.place);
      compare(fmt::format("entry_waiting_o of entry {}", e), entries[e].waiting.bits(),
              twin.waiting.bits());
      compare(fmt::format("entry_ready_o of entry {}", e), entries[e].ready.bits(),
              twin.ready.bits());
    }
    return compare.found();
  }

  std::string context(const Inputs& inputs) const {
    std::string text =
        fmt::format("op {} at {}, waiting {}, lanes {}, index {}, arrived {}; in the table:",
                    static_cast<unsigned>(inputs.op), hex(inputs.place), hex(inputs.waiting.bits()),
                    hex(inputs.lanes.bits()), inputs.index, hex(inputs.arrived.bits()));
    for (const LeftBehind& entry : oracle_.entries()) {
      text += fmt::format(" {} waiting {} ready {};", hex(place_of(entry)),
                          hex(entry.waiting.bits()), hex(entry.ready.bits()));
    }
    return text;
  }

  bool in_rare_state() const override { return oracle_.entries().size() == entries_; }
  void reset_oracle() override { oracle_.clear(); }
  void clock_oracle(const Inputs& inputs) override {
    const std::size_t before = oracle_.entries().size();
    const std::uint32_t pc = mdt_pc(inputs.place);
    const std::uint32_t depth = mdt_depth(inputs.place);
    if (inputs.op == Op::Leave && full_for(inputs.place)) {
      ++events_->full;
    } else if (inputs.op == Op::Leave) {
      const LeftBehind left{pc, depth, 0, 0, inputs.waiting, inputs.lanes};
      if (left.lanes().any()) oracle_.add(left);
    } else if (inputs.op == Op::Meet) {
      oracle_.arrive(inputs.arrived);
      events_->met += oracle_.take_ready(pc, depth, inputs.lanes).any() ? 1 : 0;
    } else if (inputs.op == Op::Take && inputs.index < before) {
      events_->moved += inputs.index + 1 < before ? 1 : 0;
      oracle_.take(inputs.index);
    } else if (inputs.op == Op::Clear) {
      oracle_.clear();
    }
    oracle_.arrive(inputs.arrived);
  }

  unsigned lanes_;
  unsigned entries_;
  std::shared_ptr<MdtEvents> events_;
  LeftBehindTable oracle_;
  std::array<std::uint64_t, 8> places_{};
  unsigned leave_ = 0;
  bool fills_ = false;
  unsigned arrive_ = 0;
};

}  // namespace

Comparison mdt_comparison(unsigned lanes, unsigned entries, std::uint64_t random,
                          const std::shared_ptr<MdtEvents>& events) {
  const auto masks = std::make_shared<const std::vector<LaneMask>>(program_masks(lanes));
  return {tried_masks(masks->size()) + ", and " + counted(random, "clock cycle") +
              " of random loads and arrivals",
          masks->size() + random, [=](const RunStart& start) {
            return std::make_unique<MdtRun>(start, lanes, entries, masks, events);
          }};
}

}  // namespace lanefold
