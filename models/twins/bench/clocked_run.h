// SPDX-License-Identifier: Apache-2.0
// A run of a twin that has state, clock cycle by clock cycle, and one that begins with scenes.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lanefold/lane_mask.h"
#include "twins/bench/run.h"

namespace lanefold {

/// A step is a clock cycle. Now and then the stream gets other habits, the twin is reset, or its
/// inputs change within a cycle, which leaves no trace.
template <class Twin>
class ClockedRun : public BenchRun {
 public:
  std::optional<Mismatch> step(std::uint64_t /*number*/) override {
    if (random().one_in(cycles_.per_habit)) change_habits();
    std::optional<Mismatch> mismatch;
    if (random().one_in(in_rare_state() ? cycles_.per_reset_in_rare_state : cycles_.per_reset)) {
      mismatch = reset();
    }
    if (random().one_in(kCyclesPerGlitch)) keep_first(mismatch, compare(draw_inputs()));
    keep_first(mismatch, cycle(draw_inputs()));
    return mismatch;
  }
  const char* unit() const final { return "clock cycle"; }

 protected:
  using Inputs = typename Twin::Inputs;
  using Outputs = typename Twin::Outputs;
  struct Cycles {
    unsigned per_habit = 256;
    unsigned per_reset = 256;
    unsigned per_reset_in_rare_state = 256;
  };

  ClockedRun(const RunStart& start, Cycles cycles) : BenchRun(start), cycles_(cycles) {}
  /// The twin of the run, from its reset on.
  void run(std::unique_ptr<Twin> twin) {
    twin_ = std::move(twin);
    twin_->reset(0);
  }
  /// A clock cycle with these inputs.
  std::optional<Mismatch> cycle(const Inputs& inputs) {
    std::optional<Mismatch> mismatch = compare(inputs);
    twin_->clock();
    clock_oracle(inputs);
    return mismatch;
  }

 private:
  static constexpr unsigned kCyclesPerGlitch = 8;
  static constexpr unsigned kMostCyclesOfReset = 2;

  /// Comes while the clock is low or high, shows at once, and leaves no trace of what the inputs
  /// are meanwhile.
  std::optional<Mismatch> reset() {
    std::optional<Mismatch> first;
    twin_->settle(draw_inputs());
    if (random().one_in(2)) twin_->clock();
    twin_->set_reset(true);
    reset_oracle();
    for (unsigned cycles = random().below(kMostCyclesOfReset + 1); cycles > 0; --cycles) {
      keep_first(first, compare(draw_inputs()));
      twin_->clock();
    }
    if (random().one_in(2)) keep_first(first, compare(draw_inputs()));
    twin_->set_reset(false);
    return first;
  }

  std::optional<Mismatch> compare(const Inputs& inputs) {
    return compare(inputs, twin_->settle(inputs));
  }

  /// Of the oracle: resets have to come in it as well.
  virtual bool in_rare_state() const { return false; }
  virtual void change_habits() = 0;
  virtual void reset_oracle() = 0;
  virtual Inputs draw_inputs() = 0;
  /// The twin's outputs with the oracle's.
  virtual std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) = 0;
  /// The rising edge that ends the cycle.
  virtual void clock_oracle(const Inputs& inputs) = 0;

  const Cycles cycles_;
  std::unique_ptr<Twin> twin_;
};

/// The first steps are scenes of some clock cycles, one for each mask.
template <class Twin>
class SceneRun : public ClockedRun<Twin> {
 public:
  std::optional<Mismatch> step(std::uint64_t number) final {
    return number < masks_->size() ? play((*masks_)[number]) : ClockedRun<Twin>::step(number);
  }

 protected:
  using typename ClockedRun<Twin>::Inputs;
  using typename ClockedRun<Twin>::Cycles;

  SceneRun(const RunStart& start, Cycles cycles, std::shared_ptr<const std::vector<LaneMask>> masks)
      : ClockedRun<Twin>(start, cycles), masks_(std::move(masks)) {}

  /// Clock cycles with these inputs.
  std::optional<Mismatch> cycles(const std::vector<Inputs>& inputs) {
    std::optional<Mismatch> first;
    for (const Inputs& now : inputs) {
      this->keep_first(first, this->cycle(now));
    }
    return first;
  }

 private:
  /// A scene in which the mask comes to each input that takes masks.
  virtual std::optional<Mismatch> play(LaneMask mask) = 0;

  std::shared_ptr<const std::vector<LaneMask>> masks_;
};

}  // namespace lanefold
