// SPDX-License-Identifier: Apache-2.0
// The adaptation state unit against the Adaptation: every search of a few intervals, and random
// searches, cycle by cycle.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "decisions/warp_slices/adaptation.h"
#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/tried.h"
#include "twins/verilated/asu_twin.h"

namespace lanefold {
namespace {

using Op = AsuPorts::Op;
using Strategy = AsuPorts::Strategy;

/// The last one is none: the RTL promises to take it for the first.
constexpr std::array kStrategies{Strategy::Both, Strategy::Depth, Strategy::Width,
                                 static_cast<Strategy>(3)};
constexpr std::array kModelStrategies{AdaptationStrategy::Dwrep, AdaptationStrategy::DepthOnly,
                                      AdaptationStrategy::WidthOnly, AdaptationStrategy::Dwrep};

/// What the unit's ports show. While it works they show what ran.
class AsuOracle {
 public:
  explicit AsuOracle(const SlicedCore& core) : core_(core) { reset(); }

  void reset() {
    start(Strategy::Both, false);
    working_ = false;
  }

  std::optional<Mismatch> compare(const AsuTwin::Inputs& inputs, const AsuTwin::Outputs& actual) {
    const bool ready = !working_ || waited_ == search_->steps();
    if (actual.ready != ready)
      return differ("ready_o", ready ? "1" : "0", ready ? "0" : "1", inputs);
    ready_ = ready;
    const bool old = working_ && !ready_;
    const std::string expected =
        text(old ? shown_ : search_->current(), !old && search_->converged());
    const std::string found = text({actual.width, actual.depth}, actual.converged);
    if (expected == found) return std::nullopt;
    return differ("width_o x depth_o", expected, found, inputs);
  }

  /// The rising edge, after compare().
  void clock(const AsuTwin::Inputs& inputs) {
    ++waited_;
    if (!ready_) return;
    working_ = false;
    if (inputs.op == Op::Start) start(inputs.strategy, inputs.anneal);
    if (inputs.op == Op::Default) search_->settle_for_default();
    if (inputs.op != Op::Interval || search_->converged()) return;
    working_ = true;
    waited_ = 0;
    ++intervals_;
    shown_ = search_->current();
    search_->finish_interval({inputs.cycles, inputs.tasks});
  }

  bool ready() const { return ready_; }
  const Adaptation& search() const { return *search_; }
  /// Since the search began.
  unsigned intervals() const { return intervals_; }

 private:
  static std::string text(const SimdConfiguration& simd, bool converged) {
    return simd.text() + (converged ? ", converged" : "");
  }

  void start(Strategy strategy, bool anneal) {
    strategy_ = kModelStrategies.at(static_cast<std::size_t>(strategy));
    intervals_ = 0;
    search_.emplace(AdaptationSpace{core_.warps, core_.lanes, core_.entries}, strategy_,
                    anneal ? AdaptationConvergence::Anneal : AdaptationConvergence::Inc);
  }

  Mismatch differ(const char* field, const std::string& expected, const std::string& actual,
                  const AsuTwin::Inputs& inputs) const {
    return {field, expected, actual,
            fmt::format("{}, {} intervals so far, {} cycles since the last; op {}, {} cycles, {} "
                        "tasks",
                        name_of(strategy_), intervals_, waited_, static_cast<unsigned>(inputs.op),
                        inputs.cycles, inputs.tasks)};
  }

  SlicedCore core_;
  AdaptationStrategy strategy_ = AdaptationStrategy::Dwrep;
  std::optional<Adaptation> search_;
  SimdConfiguration shown_;
  bool ready_ = true;
  bool working_ = false;
  unsigned waited_ = 0;
  unsigned intervals_ = 0;
};

/// Searches in which a task takes so many cycles as a configuration is far from one that is best,
/// and sometimes any number.
class AsuRun final : public ClockedRun<AsuTwin> {
 public:
  AsuRun(const RunStart& start, const SlicedCore& core, std::shared_ptr<AsuEvents> events)
      : ClockedRun(start, {kCyclesPerHabit, 1024}),
        core_(core),
        events_(std::move(events)),
        oracle_(core) {
    run(make_asu_twin(core.lanes, core.warps, core.entries, place("asu")));
    change_habits();
  }

 private:
  static constexpr unsigned kCyclesPerHabit = 512;
  static constexpr unsigned kSteps = 6;
  static constexpr unsigned kLongRest = 64;

  void change_habits() override {
    best_ = {1 + random().below(core_.lanes), 1 + random().below(core_.entries)};
    base_ = random().below(kSteps);
    noise_ = random().one_in(3) ? 8 : 1;
    few_ = random().one_in(2);
    close_ = random().one_in(2);
    breaks_off_ = random().one_in(4);
    rests_ = random().one_in(8);
  }

  Inputs draw_inputs() override {
    Inputs inputs;
    inputs.strategy = kStrategies[random().below(kStrategies.size())];
    inputs.anneal = random().one_in(2);
    inputs.tasks = 1 + random().below(few_ ? 4 : AsuTwin::kMostTasks);
    const std::uint64_t cycles = inputs.tasks * cost() + random().below(noise_);
    inputs.cycles = random().one_in(64) ? random().below(AsuTwin::kMostCycles) : cycles;
    if (close_) draw_close(inputs);
    inputs.cycles = std::min(inputs.cycles, AsuTwin::kMostCycles);
    const bool starts = random().one_in(breaks_off_ ? 16 : 256);
    inputs.op = oracle_.search().converged() || starts ? Op::Start : Op::Interval;
    if (random().one_in(8)) inputs.op = Op::Keep;
    if (random().one_in(breaks_off_ ? 32 : 1024)) inputs.op = Op::Default;
    if (oracle_.search().converged()) {
      // Launches with little to do behind others.
      if (random().one_in(8)) inputs.op = Op::Default;
      if (random().one_in(16)) inputs.op = Op::Interval;
    }
    if (rests_ && !random().one_in(kLongRest)) inputs.op = Op::Keep;
    return inputs;
  }

  /// Nearly as many cycles a task as an interval before, in numbers of any length.
  void draw_close(Inputs& inputs) {
    IntervalResult& rival = rivals_[random().below(rivals_.size())];
    if (rival.cycles == 0 || random().one_in(32)) {
      rival = {random().bits() >> (32 + random().below(32)),
               1 + random().below(AsuTwin::kMostTasks)};
    }
    inputs.tasks =
        std::max<std::uint64_t>(1, random().bits() & AsuTwin::kMostTasks >> random().below(16));
    inputs.cycles = rival.cycles * inputs.tasks / rival.tasks + random().below(2);
    if (inputs.cycles < AsuTwin::kMostCycles) {
      rivals_[random().below(rivals_.size())] = {inputs.cycles, inputs.tasks};
    }
  }

  std::uint64_t cost() {
    const SimdConfiguration& simd = oracle_.search().current();
    const auto distance = [](unsigned a, unsigned b) { return a > b ? a - b : b - a; };
    return base_ + distance(simd.width, best_.width) + distance(simd.depth, best_.depth);
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    return oracle_.compare(inputs, actual);
  }
  void reset_oracle() override { oracle_.reset(); }
  void clock_oracle(const Inputs& inputs) override {
    const bool before = oracle_.search().converged();
    oracle_.clock(inputs);
    if (before || !oracle_.search().converged() || inputs.op == Op::Default) return;
    ++events_->converged;
    events_->longest = std::max<std::uint64_t>(events_->longest, oracle_.intervals());
  }

  SlicedCore core_;
  std::shared_ptr<AsuEvents> events_;
  AsuOracle oracle_;
  SimdConfiguration best_;
  unsigned base_ = 0;
  unsigned noise_ = 1;
  bool few_ = false;
  bool close_ = false;
  bool breaks_off_ = false;  ///< searches seldom end
  bool rests_ = false;       ///< intervals are long, as those of programs
  std::array<IntervalResult, 3> rivals_;
};

/// A step is a search, of each strategy in turn. The first ones have a best configuration in a
/// corner of the space, and a cycle more for each step that one is away from it. Of the others, the
/// first intervals take 1 to 4 cycles each, as the step's number says, and the later ones gain
/// nothing. All intervals are of one task.
class AsuSearches final : public BenchRun {
 public:
  static constexpr unsigned kOutcomeBits = 2;

  static std::uint64_t count(unsigned intervals) {
    return kSearchesToCorners +
           (std::uint64_t{2} << (kOutcomeBits * intervals)) * kStrategies.size();
  }

  AsuSearches(const RunStart& start, const SlicedCore& core, unsigned intervals)
      : BenchRun(start),
        core_(core),
        intervals_(intervals),
        oracle_(core),
        twin_(make_asu_twin(core.lanes, core.warps, core.entries, place("asu"))) {
    twin_->reset(0);
  }

  std::optional<Mismatch> step(std::uint64_t number) override {
    AsuTwin::Inputs inputs;
    inputs.op = Op::Start;
    inputs.anneal = number % 2 != 0;
    inputs.strategy = kStrategies[number / 2 % kStrategies.size()];
    inputs.tasks = 1;
    std::optional<Mismatch> mismatch = carry_out(inputs);
    const std::uint64_t way = number / 2 / kStrategies.size();
    inputs.op = Op::Interval;
    while (!mismatch && !oracle_.search().converged()) {
      inputs.cycles = way < kCorners ? cycles_to_corner(way) : cycles_by_outcomes(way - kCorners);
      mismatch = carry_out(inputs);
    }
    return mismatch;
  }
  const char* unit() const override { return "search"; }

 private:
  static constexpr std::uint64_t kCorners = 4;
  static constexpr std::uint64_t kSearchesToCorners = 2 * kStrategies.size() * kCorners;

  std::uint64_t cycles_to_corner(std::uint64_t corner) const {
    const SimdConfiguration simd = oracle_.search().current();
    const unsigned width = corner % 2 == 0 ? simd.width : core_.lanes - simd.width;
    const unsigned depth = corner / 2 == 0 ? simd.depth : core_.entries - simd.depth;
    return 1 + width + depth;
  }
  std::uint64_t cycles_by_outcomes(std::uint64_t outcomes) const {
    constexpr unsigned kLongest = 1U << kOutcomeBits;
    const unsigned interval = oracle_.intervals();
    return interval < intervals_ ? 1 + (outcomes >> (kOutcomeBits * interval)) % kLongest
                                 : kLongest;
  }

  /// Up to the cycle in which the unit is ready again.
  std::optional<Mismatch> carry_out(AsuTwin::Inputs inputs) {
    do {
      if (auto mismatch = oracle_.compare(inputs, twin_->settle(inputs))) return mismatch;
      twin_->clock();
      oracle_.clock(inputs);
      inputs.op = Op::Keep;
      if (auto mismatch = oracle_.compare(inputs, twin_->settle(inputs))) return mismatch;
    } while (!oracle_.ready());
    return std::nullopt;
  }

  SlicedCore core_;
  unsigned intervals_;
  AsuOracle oracle_;
  std::unique_ptr<AsuTwin> twin_;
};

}  // namespace

Comparison asu_comparison(const SlicedCore& core, std::uint64_t random,
                          const std::shared_ptr<AsuEvents>& events) {
  return {counted(random, "clock cycle") + " of random searches", random,
          [=](const RunStart& start) { return std::make_unique<AsuRun>(start, core, events); }};
}

Comparison asu_searches(const SlicedCore& core, unsigned intervals) {
  const std::uint64_t searches = AsuSearches::count(intervals);
  return {with_thousands(searches) + " searches, to each corner and by all outcomes of " +
              counted(intervals, "interval"),
          searches, [=](const RunStart& start) {
            return std::make_unique<AsuSearches>(start, core, intervals);
          }};
}

}  // namespace lanefold
