// SPDX-License-Identifier: Apache-2.0
// The scoreboard against the DependenceCheck, cycle by cycle: random streams of instructions, of
// which some are in flight.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <vector>

#include "decisions/frontend/dependence_check.h"
#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/tried.h"
#include "twins/verilated/scoreboard_registers.h"

namespace lanefold {
namespace {

class ScoreboardRun final : public ClockedRun<ScoreboardTwin> {
 public:
  ScoreboardRun(const RunStart& start, std::shared_ptr<ScoreboardEvents> events)
      : ClockedRun(start, {}), events_(std::move(events)) {
    run(make_scoreboard_twin(place("scoreboard")));
    change_habits();
  }

 private:
  static constexpr unsigned kOften = 8;

  /// Few registers, so that instructions depend on each other, or all of them; and now and then
  /// instructions that write what nobody does, until all registers are marked. One that waits stays
  /// until it moves on, as in a core, or makes way for another.
  void change_habits() override {
    fills_ = random().one_in(8);
    span_ = 1U << (2 + random().below(7));
    first_ = random().below(RegisterSet::kMost);
    valid_ = fills_ ? kOften : 1 + random().below(kOften);
    release_ = fills_ ? 0 : random().below(kOften + 1);
    insists_ = release_ != 0 && random().one_in(2);
  }

  RegisterSet marked() const {
    RegisterSet marked;
    for (const PipelineInstruction& one : in_flight_) marked |= one.writes;
    return marked;
  }
  bool in_rare_state() const override { return marked() == RegisterSet::all(); }

  unsigned draw_register() { return (first_ + random().below(span_)) % RegisterSet::kMost; }

  /// Reads up to three registers and writes up to four, results or values of memory; or reads one,
  /// or reads and writes very many, as blocks of Gen8 do.
  PipelineInstruction draw_instruction() {
    PipelineInstruction drawn;
    drawn.kind = random().one_in(2) ? InstructionClass::Load : InstructionClass::Alu;
    if (fills_ && !in_rare_state()) {
      const RegisterSet before = marked();
      // One that waits for all that are in flight, as at a barrier.
      if (before.any() && random().one_in(4)) {
        drawn.needs = before;
        return drawn;
      }
      const unsigned most = 1 + random().below(4);
      for (unsigned r = 0, writes = 0; r < RegisterSet::kMost && writes < most; ++r) {
        if (before.test(r)) continue;
        drawn.writes.set(r);
        ++writes;
      }
      drawn.needs = drawn.writes;
      return drawn;
    }
    if (random().one_in(4)) {
      drawn.needs.set(draw_register());
      return drawn;
    }
    const unsigned most = random().one_in(16) ? RegisterSet::kMost : 4;
    for (unsigned reads = random().below(most); reads > 0; --reads) {
      drawn.needs.set(draw_register());
    }
    const unsigned most_written = random().one_in(16) ? 32 : 5;
    for (unsigned writes = random().below(most_written); writes > 0; --writes) {
      drawn.writes.set(draw_register());
    }
    drawn.needs |= drawn.writes;
    return drawn;
  }

  Inputs draw_inputs() override {
    const bool stays = insists_ && waits_;
    if (!stays) next_ = draw_instruction();
    leaves_ = in_flight_.empty() ? 0 : random().below(in_flight_.size());
    Inputs inputs;
    inputs.valid = stays || random().below(kOften) < valid_;
    inputs.needs = registers_of(next_.needs);
    inputs.writes = registers_of(next_.writes);
    inputs.memory = DependenceCheck::from_memory(next_);
    inputs.release = !in_flight_.empty() && random().below(kOften) < release_;
    if (!in_flight_.empty()) {
      inputs.release_writes = registers_of(in_flight_[leaves_].writes);
      inputs.release_memory = DependenceCheck::from_memory(in_flight_[leaves_]);
    }
    return inputs;
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    const Dependence dependence = oracle_.of(next_);
    const bool moves = inputs.valid && dependence == Dependence::None;
    const bool waits = inputs.valid && dependence == Dependence::Memory;
    if (actual.moves != moves) return differ("moves_o", moves, inputs);
    if (actual.waits_for_memory != waits) return differ("waits_for_memory_o", waits, inputs);
    return std::nullopt;
  }

  Mismatch differ(const char* field, bool expected, const Inputs& inputs) const {
    return {field, expected ? "1" : "0", expected ? "0" : "1",
            fmt::format("valid {}, memory {}, release {}, {} instructions in flight", inputs.valid,
                        inputs.memory, inputs.release, in_flight_.size())};
  }

  void reset_oracle() override {
    oracle_ = {};
    in_flight_.clear();
    waits_ = false;
  }
  void clock_oracle(const Inputs& inputs) override {
    const Dependence dependence = oracle_.of(next_);
    if (inputs.release) {
      oracle_.release(in_flight_[leaves_]);
      in_flight_.erase(in_flight_.begin() + leaves_);
    }
    waits_ = inputs.valid && dependence != Dependence::None;
    if (!inputs.valid) return;
    events_->waited += dependence == Dependence::None ? 0 : 1;
    events_->full += in_rare_state() ? 1 : 0;
    if (dependence != Dependence::None) return;
    ++events_->moved;
    oracle_.mark(next_);
    in_flight_.push_back(next_);
  }

  std::shared_ptr<ScoreboardEvents> events_;
  DependenceCheck oracle_;
  std::vector<PipelineInstruction> in_flight_;
  PipelineInstruction next_;  ///< at the inputs
  unsigned leaves_ = 0;       ///< of those in flight
  bool fills_ = false;
  bool insists_ = false;
  bool waits_ = false;  ///< next_ is offered and has not moved on
  unsigned span_ = 1;
  unsigned first_ = 0;
  unsigned valid_ = 0;
  unsigned release_ = 0;
};

}  // namespace

Comparison scoreboard_comparison(std::uint64_t random,
                                 const std::shared_ptr<ScoreboardEvents>& events) {
  return {counted(random, "clock cycle") + " of random instructions", random,
          [=](const RunStart& start) { return std::make_unique<ScoreboardRun>(start, events); }};
}

}  // namespace lanefold
