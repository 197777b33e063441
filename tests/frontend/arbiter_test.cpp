// SPDX-License-Identifier: Apache-2.0
// The arbiter and its policies.
#include "blocks/frontend/arbiter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "decisions/execute/warp.h"
#include "lanefold/error.h"
#include "tests/frontend/instructions.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ArbiterPolicies, ChooseInTurnOrByAge) {
  const auto rotating = make_arbiter_policy(IssueOrder::Rotating);
  const auto age = make_arbiter_policy(IssueOrder::Age);
  std::uint64_t ages[64] = {};
  ages[0] = 30, ages[2] = 10, ages[5] = 20, ages[63] = 5;
  const SlotSet candidates(1U << 0 | 1U << 2 | 1U << 5);
  struct Case {
    unsigned turn, rotating;
  };
  for (const Case& c : {Case{0, 0}, {1, 2}, {2, 2}, {3, 5}, {5, 5}, {6, 0}, {63, 0}}) {
    EXPECT_EQ(rotating->choose(candidates, ages, c.turn), c.rotating) << "from " << c.turn;
    EXPECT_EQ(age->choose(candidates, ages, c.turn), 2U);
  }
  EXPECT_EQ(age->choose(candidates | SlotSet::of(63), ages, 0), 63U);
  EXPECT_EQ(rotating->choose(SlotSet::of(63), ages, 0), 63U);
}

const Code kUnits{add(5, 6, 7), encode(Opcode::FaddS, {1, 2, 3}), encode(Opcode::FdivS, {1, 2, 3}),
                  encode(Opcode::Lw, {5, 6}), encode(Opcode::Exit)};
constexpr unsigned kInteger = 0, kFloat = 1, kDivide = 2, kLoad = 3;

/// Of a pipe: there is room when its latest instruction starts, and it is free at the end of that.
PipeState at_work(Cycle accepts_from, Cycle free_at) { return {accepts_from, free_at}; }

PipeState busy_until(Cycle cycle) { return at_work(cycle, cycle); }

class Arbitration : public SimulationTest {
 protected:
  void build(const CoreConfig& core = {}) {
    config_.core = core;
    bench_ = std::make_unique<ThreadBench>(config_, kUnits, 6);
    fpu_ = em_ = memory_ = scalar_ = busy_until(0);
    arbiter_ = std::make_unique<Arbiter>("arbiter", config_.core, wires_);
    driver_.out.bind(arbiter_->ready);
    arbiter_->issue.bind(issued_.in);
    sc_core::sc_start(cycles(1));
  }
  WarpInstruction& ready(unsigned slot, unsigned what) {
    WarpInstruction& instruction = bench_->instruction(what, slot);
    driver_.out.send(instruction);
    return instruction;
  }
  /// All lanes do it alike.
  void ready_once(unsigned slot) {
    WarpInstruction& instruction = bench_->instruction(kInteger, slot);
    instruction.unit = Unit::Scalar;
    driver_.out.send(instruction);
  }
  /// Thread and pipe of what a pass in cycle `now` issues.
  std::vector<std::pair<unsigned, Unit>> pass(std::uint64_t now) {
    issued_.seen.clear();
    if (wires_.due <= now && wires_.waiting().any()) arbiter_->tick(now, pipes());
    std::vector<std::pair<unsigned, Unit>> result;
    for (const WarpInstruction* instruction : issued_.seen) {
      EXPECT_EQ(instruction->issued, now);
      result.emplace_back(instruction->slot, instruction->unit);
    }
    return result;
  }

  PipeWires pipes() const { return {fpu_, em_, memory_, scalar_, may_not_send_, {}}; }
  Cycle next_pass(Cycle now) { return arbiter_->next_event(now, pipes()); }

  MachineConfig config_;
  PipeState fpu_, em_, memory_, scalar_;
  SlotSet may_not_send_;
  ArbiterWires wires_;
  std::unique_ptr<ThreadBench> bench_;
  Driver driver_{"driver"};
  Probe issued_{"issued"};
  std::unique_ptr<Arbiter> arbiter_;
};

using Issue = std::pair<unsigned, Unit>;

TEST_F(Arbitration, IssuesFromTwoThreadsEveryTwoCycles) {
  build();
  for (unsigned slot = 0; slot < 5; ++slot) ready(slot, kInteger);
  EXPECT_THAT(pass(3), IsEmpty()) << "not a multiple of the period";
  EXPECT_EQ(next_pass(3), 4U);
  EXPECT_THAT(pass(4), ElementsAre(Issue{0, Unit::Fpu}, Issue{1, Unit::Fpu}))
      << "two threads, but not two pipes";
  EXPECT_THAT(pass(5), IsEmpty());
  EXPECT_THAT(pass(6), ElementsAre(Issue{2, Unit::Fpu}, Issue{3, Unit::Fpu}));
  EXPECT_THAT(pass(8), ElementsAre(Issue{4, Unit::Fpu}));
  EXPECT_THAT(pass(10), IsEmpty());
  EXPECT_EQ(next_pass(10), kNever);
  EXPECT_THAT(arbiter_->issued_per_pass(), ElementsAre(0, 1, 2, 0));
  EXPECT_EQ(wires_.free(), kAll);
}

TEST_F(Arbitration, HonoursWidthAndPeriod) {
  CoreConfig core;
  core.issue.width = 3;
  core.issue.period = 5;
  build(core);
  ready(0, kInteger), ready(1, kDivide), ready(2, kLoad), ready(3, kLoad);
  EXPECT_THAT(pass(4), IsEmpty());
  EXPECT_THAT(pass(5), ElementsAre(Issue{0, Unit::Fpu}, Issue{1, Unit::Em}, Issue{2, Unit::Send}));
  EXPECT_EQ(next_pass(5), 10U);
  EXPECT_THAT(pass(10), ElementsAre(Issue{3, Unit::Send}));
}

TEST_F(Arbitration, SendsFlexibleInstructionsWhereTheyStartSooner) {
  build();
  ready(0, kFloat);
  EXPECT_THAT(pass(0), ElementsAre(Issue{0, Unit::Fpu})) << "equally soon: the shorter pipe";
  ready(1, kFloat), ready(2, kInteger);
  EXPECT_THAT(pass(2), ElementsAre(Issue{1, Unit::Em}, Issue{2, Unit::Fpu}))
      << "equally soon, but another thread needs FPU";
  fpu_ = at_work(0, 9);
  em_ = at_work(0, 8);
  ready(0, kFloat);
  EXPECT_THAT(pass(4), ElementsAre(Issue{0, Unit::Em}));
  em_ = at_work(7, 8);
  ready(0, kFloat);
  EXPECT_THAT(pass(6), ElementsAre(Issue{0, Unit::Fpu})) << "EM has no room";
  fpu_ = at_work(8, 9);
  ready(0, kFloat);
  EXPECT_THAT(pass(6), IsEmpty());
  EXPECT_EQ(next_pass(6), 8U);
}

TEST_F(Arbitration, SendsScalarInstructionsToTheScalarPipe) {
  build();
  ready_once(0), ready(1, kInteger), ready_once(2);
  EXPECT_TRUE(wires_.waits_for(Unit::Scalar));
  EXPECT_TRUE(wires_.waits_for_alu());
  EXPECT_THAT(pass(0), ElementsAre(Issue{0, Unit::Scalar}, Issue{1, Unit::Fpu}));
  EXPECT_FALSE(wires_.waits_for(Unit::Fpu));
  scalar_ = busy_until(3);
  EXPECT_THAT(pass(2), IsEmpty());
  EXPECT_EQ(next_pass(2), 4U);
  EXPECT_THAT(pass(4), ElementsAre(Issue{2, Unit::Scalar}));
  EXPECT_EQ(wires_.free(), SlotSet::all());
}

TEST_F(Arbitration, WaitsForRoomInThePipeThatMustTakeIt) {
  build();
  ready(2, kFloat), ready(3, kDivide);
  em_ = busy_until(9);
  EXPECT_THAT(pass(2), ElementsAre(Issue{2, Unit::Fpu}));
  EXPECT_EQ(next_pass(2), 10U) << "EM is free in 9, the next pass is in 10";
  EXPECT_THAT(pass(10), ElementsAre(Issue{3, Unit::Em}));
}

TEST_F(Arbitration, PassesOverThreadsWhosePipeIsBusy) {
  build();
  ready(0, kInteger), ready(1, kInteger), ready(2, kLoad);
  fpu_ = busy_until(4);
  EXPECT_THAT(pass(0), ElementsAre(Issue{2, Unit::Send}));
  EXPECT_TRUE(wires_.waits_for(Unit::Fpu));
  EXPECT_FALSE(wires_.waits_for(Unit::Em));
  EXPECT_EQ(wires_.free(), kAll.without(SlotSet(0b11)));
  EXPECT_THAT(pass(2), IsEmpty());
  EXPECT_THAT(pass(4), ElementsAre(Issue{0, Unit::Fpu}, Issue{1, Unit::Fpu}));
}

/// Five cycles from the execution mask, which is there in cycle 1.
class LateCompaction : public Arbitration {
 protected:
  void build(CoreConfig core = {}) {
    core.compaction_latency = 5;
    Arbitration::build(core);
  }
  void build_scalar(ScalarExecution scalar) {
    CoreConfig core;
    core.scalar.execution = scalar;
    build(core);
  }
  void ready(unsigned slot, unsigned what, bool once = false) {
    WarpInstruction& instruction = bench_->instruction(what, slot);
    instruction.masked = 1;
    instruction.scalar.once = once;
    driver_.out.send(instruction);
  }
  void ready_once(unsigned slot) { ready(slot, kInteger, true); }
};

TEST_F(LateCompaction, KeepsInstructionsFromTheAlusUntilTheirSettingsAreThere) {
  build();
  ready(0, kInteger), ready(1, kDivide), ready(2, kLoad);
  EXPECT_EQ(wires_.free(), kAll.without(SlotSet(0b111)));
  EXPECT_FALSE(wires_.waits_for_alu());
  EXPECT_THAT(pass(2), ElementsAre(Issue{2, Unit::Send})) << "which is not compacted";
  EXPECT_EQ(next_pass(2), 6U);
  EXPECT_THAT(pass(4), IsEmpty());
  EXPECT_THAT(pass(6), ElementsAre(Issue{0, Unit::Fpu}, Issue{1, Unit::Em}));
  EXPECT_EQ(next_pass(6), kNever);
}

TEST_F(LateCompaction, WaitsForSettingsAndRoom) {
  build();
  ready(0, kInteger);
  fpu_ = busy_until(9);
  EXPECT_THAT(pass(6), IsEmpty());
  EXPECT_TRUE(wires_.waits_for(Unit::Fpu)) << "now for room only";
  EXPECT_EQ(next_pass(6), 10U);
  EXPECT_THAT(pass(10), ElementsAre(Issue{0, Unit::Fpu}));
}

TEST_F(LateCompaction, DoesNotWaitWithoutCompaction) {
  CoreConfig core;
  core.compaction = CompactionPolicy::None;
  build(core);
  ready(0, kInteger);
  EXPECT_THAT(pass(2), ElementsAre(Issue{0, Unit::Fpu}));
}

TEST_F(LateCompaction, DoesNotDelayOneCycleScalarInstructions) {
  build_scalar(ScalarExecution::OneCycle);
  ready_once(0);
  EXPECT_TRUE(wires_.waits_for_alu());
}

TEST_F(LateCompaction, DelaysScalarInstructionsThatTakeFullTime) {
  build_scalar(ScalarExecution::Energy);
  ready_once(0);
  EXPECT_FALSE(wires_.waits_for_alu());
}

TEST_F(Arbitration, HoldsBackThreadsToWhichMemoryOwesAnswers) {
  build();
  ready(0, kLoad), ready(1, kLoad);
  may_not_send_ = SlotSet::of(0);
  EXPECT_THAT(pass(0), ElementsAre(Issue{1, Unit::Send}));
  EXPECT_EQ(next_pass(0), kNever);
  may_not_send_ = SlotSet();
  EXPECT_EQ(next_pass(0), 2U);
  EXPECT_THAT(pass(2), ElementsAre(Issue{0, Unit::Send}));
}

TEST_F(Arbitration, PrefersTheOldestByAge) {
  CoreConfig core;
  core.arbiter = IssueOrder::Age;
  build(core);
  ready(3, kInteger), ready(1, kInteger), ready(0, kInteger);
  EXPECT_THAT(pass(0), ElementsAre(Issue{3, Unit::Fpu}, Issue{1, Unit::Fpu}));
  ready(3, kInteger), ready(4, kInteger);
  EXPECT_THAT(pass(4), ElementsAre(Issue{0, Unit::Fpu}, Issue{3, Unit::Fpu}));
  std::ostringstream out;
  arbiter_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("thread 4 is ready with add t0, t1, t2"));
  arbiter_->reset();
  EXPECT_EQ(wires_.free(), SlotSet::all());
}

}  // namespace
}  // namespace lanefold
