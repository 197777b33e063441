// SPDX-License-Identifier: Apache-2.0
// The memory coalescing buffer against CoalescingEntry, cycle by cycle: loads by the masks that
// programs make, and random streams of lines that are sent and come.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decisions/load_store/coalescing_entry.h"
#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/tried.h"
#include "twins/verilated/mcb_twin.h"

namespace lanefold {
namespace {

/// A load on its way, and the lines that were sent for it and have not come.
struct Load {
  CoalescingEntry entry;
  std::vector<LaneMask> lines;
};

class McbRun final : public SceneRun<McbTwin> {
 public:
  McbRun(const RunStart& start, unsigned lanes, std::shared_ptr<const std::vector<LaneMask>> masks,
         std::shared_ptr<McbEvents> events)
      : SceneRun(start, {256, 1024, 1024}, std::move(masks)),
        lanes_(lanes),
        events_(std::move(events)),
        loads_(mcb_entries()) {
    run(make_mcb_twin(lanes, place("mcb")));
    change_habits();
  }

 private:
  static constexpr unsigned kOften = 8;
  static constexpr unsigned kMostLines = 3;
  /// No divisor of the number of entries, so that these scenes follow others each time.
  static constexpr unsigned kScenesPerCommonEnd = 7;
  struct Coming {
    unsigned entry;
    LaneMask lanes;
  };

  /// How often a line is sent, begins a load, and comes; and whether lines come in bursts.
  void change_habits() override {
    send_ = 1 + random().below(kOften);
    begin_ = random().below(kOften + 1);
    receive_ = random().below(kOften + 1);
    bursts_ = random().one_in(2);
  }

  /// Loads of all lanes whose second lines are for these, until each entry in turn is taken. Of the
  /// last load, those lines come first. Now and then, loads of one of these lanes each follow,
  /// which all end together.
  std::optional<Mismatch> play(LaneMask mask) override {
    const unsigned entry = turn_++ % static_cast<unsigned>(loads_.size());
    Inputs clear, begin, more, two, one;
    clear.clear = true;
    begin.send = begin.first = more.send = true;
    begin.send_lanes = LaneMask::first(lanes_);
    more.send_lanes = mask;
    comes_.clear();
    two.receive(entry, mask);
    one.receive(entry, LaneMask::first(lanes_));
    one.end(entry);
    std::vector<Inputs> scene{clear};
    for (more.send_entry = 0; more.send_entry <= entry; ++more.send_entry) {
      scene.insert(scene.end(), {begin, more});
    }
    scene.insert(scene.end(), {two, one});
    if (turn_ % kScenesPerCommonEnd == 0) add_common_end(scene, mask);
    return cycles(scene);
  }

  void add_common_end(std::vector<Inputs>& scene, LaneMask mask) {
    Inputs clear, together;
    clear.clear = true;
    scene.push_back(clear);
    unsigned loads = 0;
    for_each_lane(mask, [&](unsigned lane) {
      if (loads == loads_.size()) return;
      Inputs begin;
      begin.send = begin.first = true;
      begin.send_lanes = LaneMask::lane(lane);
      together.receive(loads, begin.send_lanes);
      together.end(loads++);
      scene.push_back(begin);
    });
    scene.push_back(together);
  }

  /// A number of an entry for which `fits`, or any.
  template <class Fits>
  unsigned draw_entry(Fits&& fits) {
    std::vector<unsigned> fitting;
    for (unsigned e = 0; e < loads_.size(); ++e) {
      if (loads_[e] && fits(*loads_[e])) fitting.push_back(e);
    }
    if (fitting.empty()) return random().below(loads_.size());
    return fitting[random().below(fitting.size())];
  }

  Inputs draw_inputs() override {
    Inputs inputs;
    inputs.clear = random().one_in(512);
    inputs.send = random().below(kOften) < send_;
    inputs.first = random().below(kOften) < begin_;
    inputs.send_lanes = random().sparse_or_dense_mask(lanes_);
    if (bursts_) inputs.send_lanes = inputs.send_lanes & random().sparse_or_dense_mask(lanes_);
    inputs.send_entry = draw_entry([](const Load&) { return true; });
    if (const auto& load = loads_[inputs.send_entry]; load && !inputs.first) {
      // Each lane's second line is that of its neighbours again, as in an array of structures.
      if (random().one_in(4)) inputs.send_lanes = load->entry.waiting();
      inputs.send_lanes = inputs.send_lanes.without(twice_of(*load));
    }
    draw_lines(inputs);
    return inputs;
  }

  /// Lines that come together serve other lanes each.
  void draw_lines(Inputs& inputs) {
    for (unsigned l = 0; l < lanes_; ++l) {
      inputs.receive_entry[l] = static_cast<std::uint8_t>(random().below(loads_.size()));
    }
    comes_.clear();
    unsigned most = bursts_ ? 0 : kMostLines;
    if (bursts_ && random().one_in(kOften)) most = lanes_;
    for (unsigned line = 0; line < most; ++line) {
      if (random().below(kOften) >= receive_) continue;
      const unsigned entry = draw_entry([](const Load& load) { return !load.lines.empty(); });
      if (!loads_[entry] || loads_[entry]->lines.empty()) break;
      const std::vector<LaneMask>& lines = loads_[entry]->lines;
      const LaneMask lanes = lines[random().below(lines.size())];
      // One without a lane is like any other of its load.
      const bool again =
          lanes.none() && std::any_of(comes_.begin(), comes_.end(), [&](auto& other) {
            return other.entry == entry && other.lanes.none();
          });
      if (again || (lanes & inputs.receive_lanes).any()) continue;
      comes_.push_back({entry, lanes});
      inputs.receive(entry, lanes);
    }
    for (const Coming& line : comes_) {
      const auto left = loads_[line.entry]->lines.size();
      const auto come = std::count_if(comes_.begin(), comes_.end(), [&](const Coming& other) {
        return other.entry == line.entry;
      });
      const bool ends = left == static_cast<std::size_t>(come) && sender(inputs) != line.entry;
      if (ends && !random().one_in(8)) inputs.end(line.entry);
    }
    if (random().one_in(8)) draw_line_at_once(inputs);
    if (random().one_in(8)) draw_line_of_no_load(inputs);
  }

  /// The line that is sent comes in the same cycle.
  void draw_line_at_once(Inputs& inputs) {
    const std::optional<unsigned> entry = sender(inputs);
    const bool serves =
        inputs.send_lanes.any() && (inputs.send_lanes & inputs.receive_lanes).none();
    if (!entry || inputs.first || !serves) return;
    comes_.push_back({*entry, inputs.send_lanes});
    inputs.receive(*entry, inputs.send_lanes);
  }

  /// Nothing happens then. No line comes for a load that begins now.
  void draw_line_of_no_load(Inputs& inputs) {
    const unsigned entry = random().below(loads_.size());
    if (loads_[entry] || sender(inputs) == entry) return;
    inputs.receive(entry, random().mask(lanes_).without(inputs.receive_lanes));
  }

  /// Lanes that wait for two lines.
  static LaneMask twice_of(const Load& load) {
    LaneMask once, twice;
    for (const LaneMask line : load.lines) {
      twice |= once & line;
      once |= line;
    }
    return twice;
  }

  std::optional<unsigned> free_entry() const {
    for (unsigned e = 0; e < loads_.size(); ++e) {
      if (!loads_[e]) return e;
    }
    return std::nullopt;
  }
  /// The entry that sends, if there is one.
  std::optional<unsigned> sender(const Inputs& inputs) const {
    if (!inputs.send) return std::nullopt;
    if (inputs.first) return free_entry();
    return loads_[inputs.send_entry] ? std::optional(inputs.send_entry) : std::nullopt;
  }

  LaneMask complete(const Inputs& inputs) const {
    LaneMask complete;
    for (const auto& [number, lanes] : inputs.lanes_by_entry()) {
      if (!loads_[number]) continue;
      CoalescingEntry entry = loads_[number]->entry;
      if (sender(inputs) == number) entry.send(inputs.send_lanes);
      complete |= entry.receive(lanes);
    }
    return complete;
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    FirstMismatch compare([&] { return context(inputs); });
    compare("complete_o", complete(inputs).bits(), actual.complete.bits());
    compare("full_o", free_entry() ? 0 : 1, actual.full ? 1 : 0);
    compare("free_entry_o", free_entry().value_or(0), actual.free_entry);
    for (unsigned e = 0; e < loads_.size(); ++e) {
      const CoalescingEntry entry = loads_[e] ? loads_[e]->entry : CoalescingEntry();
      compare(fmt::format("valid_o of entry {}", e), loads_[e] ? 1 : 0, actual.valid >> e & 1U);
      compare(fmt::format("entry_waiting_o of entry {}", e), entry.waiting().bits(),
              actual.entries[e].waiting.bits());
      compare(fmt::format("entry_ready_o of entry {}", e), entry.ready().bits(),
              actual.entries[e].ready.bits());
    }
    return compare.found();
  }

  static std::string context(const Inputs& inputs) {
    return fmt::format(
        "clear {}, send {} (first {}, entry {}, lanes {}), receive (lanes {}, entries {}, last {})",
        inputs.clear, inputs.send, inputs.first, inputs.send_entry, hex(inputs.send_lanes.bits()),
        hex(inputs.receive_lanes.bits()), fmt::join(inputs.receive_entry, " "), hex(inputs.last));
  }

  bool in_rare_state() const override {
    return std::all_of(loads_.begin(), loads_.end(),
                       [](const auto& load) { return load.has_value(); });
  }
  void reset_oracle() override { loads_.assign(loads_.size(), std::nullopt); }
  void clock_oracle(const Inputs& inputs) override {
    if (inputs.clear) return reset_oracle();
    // A load that begins takes an entry that is free at the edge.
    const std::optional<unsigned> sending = sender(inputs);
    events_->full += inputs.send && inputs.first && !sending ? 1 : 0;
    if (sending) {
      std::optional<Load>& load = loads_[*sending];
      if (!load) load.emplace();
      events_->twice += (load->entry.waiting() & inputs.send_lanes).any() ? 1 : 0;
      load->entry.send(inputs.send_lanes);
      load->lines.push_back(inputs.send_lanes);
    }
    for (const auto& [number, lanes] : inputs.lanes_by_entry()) {
      if (!loads_[number]) continue;
      ++events_->received;
      loads_[number]->entry.receive(lanes);
    }
    for (const Coming& line : comes_) {
      if (!loads_[line.entry]) continue;
      std::vector<LaneMask>& lines = loads_[line.entry]->lines;
      const auto there = std::find(lines.begin(), lines.end(), line.lanes);
      if (there != lines.end()) lines.erase(there);
    }
    for (unsigned e = 0; e < loads_.size(); ++e) {
      if (inputs.is_last(e)) loads_[e].reset();
    }
    events_->together += comes_.size() > 1 ? 1 : 0;
  }

  unsigned lanes_;
  std::shared_ptr<McbEvents> events_;
  std::vector<std::optional<Load>> loads_;  ///< by entry
  std::vector<Coming> comes_;               ///< lines of these, in the cycle that was drawn
  unsigned turn_ = 0;                       ///< of scenes
  unsigned send_ = 0;
  unsigned begin_ = 0;
  unsigned receive_ = 0;
  bool bursts_ = false;
};

}  // namespace

Comparison mcb_comparison(unsigned lanes, std::uint64_t random,
                          const std::shared_ptr<McbEvents>& events) {
  const auto masks = std::make_shared<const std::vector<LaneMask>>(program_masks(lanes));
  return {
      tried_masks(masks->size()) + ", and " + counted(random, "clock cycle") + " of random loads",
      masks->size() + random,
      [=](const RunStart& start) { return std::make_unique<McbRun>(start, lanes, masks, events); }};
}

}  // namespace lanefold
