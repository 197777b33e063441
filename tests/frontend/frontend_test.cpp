// SPDX-License-Identifier: Apache-2.0
// Fetch, decode, execution mask, scoreboard and arbiter, each alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "execute/executor.h"
#include "frontend/arbiter.h"
#include "frontend/decode.h"
#include "frontend/execution_mask.h"
#include "frontend/fetch.h"
#include "frontend/scoreboard.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr SlotSet kAll = SlotSet::all();

std::uint32_t add(unsigned rd, unsigned rs1, unsigned rs2) {
  return encode(Opcode::Add, {rd, rs1, rs2});
}

// ---- The arbiter and its policies.

TEST(ArbiterPolicies, ChooseInTurnOrByAge) {
  const auto rotating = make_arbiter_policy("rotating");
  const auto age = make_arbiter_policy("age");
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
  EXPECT_THAT(arbiter_policy_names(), ElementsAre("rotating", "age"));
  EXPECT_THROW(make_arbiter_policy("fair"), Error);
}

const Code kUnits{add(5, 6, 7), encode(Opcode::FaddS, {1, 2, 3}), encode(Opcode::FdivS, {1, 2, 3}),
                  encode(Opcode::Lw, {5, 6}), encode(Opcode::Exit)};
constexpr unsigned kInteger = 0, kFloat = 1, kDivide = 2, kLoad = 3;

class Arbitration : public SimulationTest {
 protected:
  void build(const CoreConfig& core = {}) {
    config_.core = core;
    bench_ = std::make_unique<ThreadBench>(config_, kUnits, 6);
    arbiter_ = std::make_unique<Arbiter>("arbiter", config_.core);
    driver_.out.bind(arbiter_->ready);
    arbiter_->issue.bind(issued_.in);
    sc_core::sc_start(cycles(1));
  }
  WarpInstruction& ready(unsigned slot, unsigned what) {
    WarpInstruction& instruction = bench_->instruction(what, slot);
    instruction.unit = Unit::Send;
    driver_.out.send(instruction);
    return instruction;
  }
  /// Thread and pipe of what a pass in cycle `now` issues.
  std::vector<std::pair<unsigned, Unit>> pass(std::uint64_t now, PipeAvailability pipes = {}) {
    issued_.seen.clear();
    arbiter_->tick(now, pipes);
    std::vector<std::pair<unsigned, Unit>> result;
    for (const WarpInstruction* instruction : issued_.seen) {
      EXPECT_EQ(instruction->issued, now);
      result.emplace_back(instruction->slot, instruction->unit);
    }
    return result;
  }

  MachineConfig config_;
  std::unique_ptr<ThreadBench> bench_;
  Driver driver_{"driver"};
  Probe issued_{"issued"};
  std::unique_ptr<Arbiter> arbiter_;
};

using Issue = std::pair<unsigned, Unit>;

TEST_F(Arbitration, IssuesFromTwoThreadsEveryTwoCycles) {
  build();
  for (unsigned slot = 0; slot < 5; ++slot) ready(slot, kFloat);
  EXPECT_THAT(pass(3), IsEmpty()) << "not a multiple of the period";
  EXPECT_EQ(arbiter_->next_event(3, {}), 4U);
  EXPECT_THAT(pass(4), ElementsAre(Issue{0, Unit::Em}, Issue{1, Unit::Fpu}));
  EXPECT_THAT(pass(5), IsEmpty());
  EXPECT_THAT(pass(6), ElementsAre(Issue{2, Unit::Em}, Issue{3, Unit::Fpu}));
  EXPECT_THAT(pass(8), ElementsAre(Issue{4, Unit::Em}));
  EXPECT_THAT(pass(10), IsEmpty());
  EXPECT_EQ(arbiter_->next_event(10, {}), kNever);
  EXPECT_THAT(arbiter_->issued_per_pass(), ElementsAre(0, 1, 2, 0));
  EXPECT_EQ(arbiter_->free(), kAll);
}

TEST_F(Arbitration, HonoursWidthAndPeriod) {
  CoreConfig core;
  core.issue_width = 3;
  core.issue_period = 5;
  build(core);
  ready(0, kInteger), ready(1, kDivide), ready(2, kLoad), ready(3, kLoad);
  EXPECT_THAT(pass(4), IsEmpty());
  EXPECT_THAT(pass(5), ElementsAre(Issue{0, Unit::Fpu}, Issue{1, Unit::Em}, Issue{2, Unit::Send}));
  EXPECT_EQ(arbiter_->next_event(5, {}), 10U);
  EXPECT_THAT(pass(10), ElementsAre(Issue{3, Unit::Send}));
}

TEST_F(Arbitration, LeavesTheFpuToThoseThatNeedIt) {
  build();
  ready(0, kFloat), ready(1, kInteger);
  EXPECT_THAT(pass(0), ElementsAre(Issue{0, Unit::Em}, Issue{1, Unit::Fpu}));
  ready(2, kFloat), ready(3, kDivide);
  PipeAvailability em_busy;
  em_busy.em = 9;
  EXPECT_THAT(pass(2, em_busy), ElementsAre(Issue{2, Unit::Fpu}));
  EXPECT_EQ(arbiter_->next_event(2, em_busy), 10U) << "EM is free in 9, the next pass is in 10";
  EXPECT_THAT(pass(10, em_busy), ElementsAre(Issue{3, Unit::Em}));
}

TEST_F(Arbitration, PassesOverThreadsWhosePipeIsBusy) {
  build();
  ready(0, kInteger), ready(1, kInteger), ready(2, kLoad);
  EXPECT_THAT(pass(0), ElementsAre(Issue{0, Unit::Fpu}, Issue{2, Unit::Send}));
  EXPECT_TRUE(arbiter_->waits_for(Unit::Fpu));
  EXPECT_FALSE(arbiter_->waits_for(Unit::Em));
  EXPECT_EQ(arbiter_->free(), kAll.without(SlotSet::of(1)));
  EXPECT_THAT(pass(2, {4, 0, 0}), IsEmpty());
  EXPECT_THAT(pass(4, {4, 0, 0}), ElementsAre(Issue{1, Unit::Fpu}));
}

TEST_F(Arbitration, PrefersTheOldestByAge) {
  CoreConfig core;
  core.arbiter = "age";
  build(core);
  ready(3, kInteger), ready(1, kInteger), ready(0, kInteger);
  EXPECT_THAT(pass(0), ElementsAre(Issue{3, Unit::Fpu}));
  EXPECT_THAT(pass(2), ElementsAre(Issue{1, Unit::Fpu}));
  ready(3, kInteger);
  EXPECT_THAT(pass(4), ElementsAre(Issue{0, Unit::Fpu}));
  std::ostringstream out;
  arbiter_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("thread 3 is ready with add t0, t1, t2"));
  arbiter_->reset();
  EXPECT_FALSE(arbiter_->waits_for_any());
}

// ---- The scoreboard.

const Code kHazards{add(5, 6, 7),
                    add(8, 5, 7),  // reads x5
                    add(5, 6, 6),  // writes x5
                    add(9, 6, 7),  // free of x5
                    encode(Opcode::Lw, {5, 6}),
                    encode(Opcode::Exit),
                    encode(Opcode::Sw, {0, 6, 5}),            // reads x5
                    encode(Opcode::Csrrwi, {9, 5, 0, 0, 1}),  // immediate 5
                    encode(Opcode::FaddS, {5, 7, 8}),         // f5
                    encode(Opcode::FmaddS, {1, 2, 3, 5}),     // reads f5
                    add(0, 6, 7)};

class Dependences : public SimulationTest {
 protected:
  Dependences() : bench_(config_, kHazards, 2) {
    driver_.out.bind(scoreboard_.masked);
    writer_.out.bind(scoreboard_.release);
    scoreboard_.ready.bind(ready_.in);
    sc_core::sc_start(cycles(1));
  }
  /// Whether the instruction passes at once; if not it stays in its latch.
  bool passes(unsigned index, unsigned slot = 0) {
    WarpInstruction& instruction = bench_.instruction(index, slot);
    driver_.out.send(instruction);
    EXPECT_FALSE(scoreboard_.free().test(slot));
    scoreboard_.tick(kAll);
    latest_ = &instruction;
    return !ready_.seen.empty() && ready_.seen.back() == &instruction;
  }
  bool passes_after(WarpInstruction& written) {
    writer_.out.send(written);
    EXPECT_TRUE(scoreboard_.can_move(kAll));
    scoreboard_.tick(kAll);
    return ready_.seen.back() == latest_;
  }
  WarpInstruction& last_ready() { return *ready_.seen.back(); }

  MachineConfig config_;
  ThreadBench bench_;
  Driver driver_{"driver"};
  Driver writer_{"writer"};
  Probe ready_{"ready"};
  Scoreboard scoreboard_{"scoreboard", 2};
  WarpInstruction* latest_ = nullptr;
};

TEST_F(Dependences, HoldReadersAndWritersOfAPendingRegister) {
  for (const unsigned waiting : {1U, 2U, 4U, 6U}) {
    scoreboard_.reset();
    ASSERT_TRUE(passes(0));
    WarpInstruction& writer = last_ready();
    EXPECT_FALSE(passes(waiting)) << waiting;
    EXPECT_EQ(scoreboard_.wait_for_alu(), SlotSet::of(0));
    EXPECT_EQ(scoreboard_.wait_for_memory(), SlotSet());
    EXPECT_FALSE(scoreboard_.can_move(kAll));
    EXPECT_TRUE(passes_after(writer)) << waiting;
    EXPECT_EQ(scoreboard_.wait_for_alu(), SlotSet());
  }
}

TEST_F(Dependences, LetIndependentInstructionsPass) {
  ASSERT_TRUE(passes(0));
  EXPECT_TRUE(passes(3));
  EXPECT_TRUE(passes(8)) << "f5 is not x5";
  EXPECT_TRUE(passes(10)) << "x0 is never written";
  EXPECT_TRUE(passes(10));
  EXPECT_TRUE(passes(1, 1)) << "registers belong to a thread";
}

TEST_F(Dependences, DoNotTakeAnImmediateForARegister) {
  ASSERT_TRUE(passes(0));
  EXPECT_TRUE(passes(7));
}

TEST_F(Dependences, SeeTheThirdOperand) {
  ASSERT_TRUE(passes(8));
  EXPECT_FALSE(passes(9));
}

TEST_F(Dependences, TellLoadsFromResults) {
  ASSERT_TRUE(passes(4));
  EXPECT_FALSE(passes(1));
  EXPECT_EQ(scoreboard_.wait_for_memory(), SlotSet::of(0));
  EXPECT_EQ(scoreboard_.wait_for_alu(), SlotSet());
  std::ostringstream out;
  scoreboard_.describe(out);
  EXPECT_THAT(out.str(), HasSubstr("thread 0 holds add s0, t0, t2, waits for a load"));
}

TEST_F(Dependences, LetAThreadEndWhenAllIsWritten) {
  ASSERT_TRUE(passes(0));
  WarpInstruction& first = last_ready();
  ASSERT_TRUE(passes(8));
  WarpInstruction& second = last_ready();
  EXPECT_FALSE(passes(5));
  EXPECT_FALSE(passes_after(second));
  EXPECT_TRUE(passes_after(first));
}

TEST_F(Dependences, WaitForTheLatchOfTheArbiter) {
  driver_.out.send(bench_.instruction(0, 1));
  EXPECT_FALSE(scoreboard_.can_move(SlotSet::of(0)));
  scoreboard_.tick(SlotSet::of(0));
  EXPECT_THAT(ready_.seen, IsEmpty());
  EXPECT_TRUE(scoreboard_.can_move(SlotSet::of(1)));
  scoreboard_.tick(SlotSet::of(1));
  EXPECT_EQ(ready_.seen.size(), 1U);
}

// ---- Fetch, decode and execution mask.

class Fetching : public SimulationTest {
 protected:
  void build(const Code& code, const CoreConfig& core = {}, unsigned warps = 1) {
    config_.core = core;
    bench_ = std::make_unique<ThreadBench>(config_, code, warps);
    fetch_ = std::make_unique<Fetch>("fetch", config_, 0, cycles(1), bench_->warps(), pool_, wake_);
    fetch_->decode.bind(decode_.fetched);
    decode_.decoded.bind(mask_.decoded);
    mask_.masked.bind(masked_.in);
    resolver_.out.bind(fetch_->resolved);
    commander_.out.bind(fetch_->command);
    sc_core::sc_start(cycles(1));
  }
  void command(unsigned slot, std::uint64_t cycle,
               ThreadCommand::Kind kind = ThreadCommand::Kind::Start) {
    ThreadCommand payload{kind, slot, cycle};
    commander_.out.send(payload);
  }
  /// {cycle, thread, number of the instruction} of all that is decoded up to cycle `last`.
  std::vector<std::array<std::uint64_t, 3>> run(std::uint64_t first, std::uint64_t last,
                                                SlotSet latch_free = kAll) {
    std::vector<std::array<std::uint64_t, 3>> decoded;
    for (std::uint64_t now = first; now <= last; ++now) {
      masked_.seen.clear();
      fetch_->tick(now, latch_free);
      for (const WarpInstruction* instruction : masked_.seen) {
        decoded.push_back({now, instruction->slot, (instruction->pc - kCodeBase) / 4});
      }
    }
    return decoded;
  }

  struct Commander : sc_core::sc_module {
    explicit Commander(const sc_core::sc_module_name& name) : sc_module(name) {}
    ThreadInitiator out{"out"};
  };

  MachineConfig config_;
  Pool<WarpInstruction> pool_;
  sc_core::sc_event wake_{"wake"};
  std::unique_ptr<ThreadBench> bench_;
  Decode decode_{"decode"};
  ExecutionMask mask_{"mask"};
  Probe masked_{"masked"};
  Driver resolver_{"resolver"};
  Commander commander_{"commander"};
  std::unique_ptr<Fetch> fetch_;
};

using At = std::array<std::uint64_t, 3>;

Code straight_line(unsigned count) {
  Code code(count, add(5, 6, 7));
  code.push_back(encode(Opcode::Exit));
  return code;
}

// Asked for in 1, in the queue in 3: one instruction a cycle from then on.
TEST_F(Fetching, BringsInstructionsAfterItsLatency) {
  build(straight_line(20));
  command(0, 1);
  EXPECT_EQ(fetch_->next_event(0, kAll), 1U);
  EXPECT_THAT(run(1, 6), ElementsAre(At{3, 0, 0}, At{4, 0, 1}, At{5, 0, 2}, At{6, 0, 3}));
  EXPECT_THAT(run(7, 8), ElementsAre(At{7, 0, 4}, At{8, 0, 5}));
}

TEST_F(Fetching, SleepsUntilInstructionsArrive) {
  CoreConfig core;
  core.fetch_latency = 9;
  build(straight_line(20), core);
  command(0, 5);
  EXPECT_THAT(run(1, 4), IsEmpty());
  EXPECT_EQ(fetch_->next_event(4, kAll), 5U);
  EXPECT_THAT(run(5, 5), IsEmpty());
  EXPECT_EQ(fetch_->next_event(5, kAll), 14U);
  EXPECT_THAT(run(6, 14), ElementsAre(At{14, 0, 0}));
}

// The queue holds 8: with a latch that is never free two fetches fill it.
TEST_F(Fetching, StopsWhenTheQueueIsFull) {
  build(straight_line(20));
  command(0, 1);
  EXPECT_THAT(run(1, 50, {}), IsEmpty());
  EXPECT_EQ(fetch_->next_event(50, {}), kNever);
  std::ostringstream out;
  fetch_->describe(out);
  EXPECT_THAT(out.str(),
              HasSubstr("thread 0 at pc 0x10000, 8 instructions queued, 0 on their way"));
  EXPECT_EQ(fetch_->next_event(50, kAll), 51U);
  EXPECT_THAT(run(51, 58).size(), 8U);
}

// One fetch a cycle: thread 0 in 1, thread 1 in 2, thread 2 in 3.
TEST_F(Fetching, ServesThreadsInTurn) {
  build(straight_line(20), {}, 3);
  for (const unsigned slot : {2U, 0U, 1U}) command(slot, 1);
  EXPECT_THAT(run(1, 4), ElementsAre(At{3, 0, 0}, At{4, 0, 1}, At{4, 1, 0}));
  EXPECT_THAT(run(5, 5), ElementsAre(At{5, 0, 2}, At{5, 1, 1}, At{5, 2, 0}));
  EXPECT_EQ(fetch_->resident(), SlotSet::first(3));
}

// 0 j #3: decoded in 3, its target fetched in the same cycle.
TEST_F(Fetching, FollowsAJumpWhenItIsDecoded) {
  build({encode(Opcode::Jal, {0, 0, 0, 0, 12}), add(5, 6, 7), add(5, 6, 7), add(5, 6, 7),
         encode(Opcode::Exit)});
  command(0, 1);
  EXPECT_THAT(run(1, 6), ElementsAre(At{3, 0, 0}, At{5, 0, 3}, At{6, 0, 4}));
}

class FetchingBranches : public Fetching {
 protected:
  /// Decodes a branch over one instruction, resolves it in cycle 10 and returns what follows.
  std::vector<At> after_branch(Opcode opcode) {
    build({encode(opcode, {0, 0, 0, 0, 8}), add(5, 6, 7), add(5, 6, 7), encode(Opcode::Exit)});
    command(0, 1);
    EXPECT_THAT(run(1, 9), ElementsAre(At{3, 0, 0})) << "waits for the branch";
    WarpInstruction& branch = bench_->instruction(0);
    const LaneMask taken = taken_lanes(*branch.warp, *branch.instruction, branch.active);
    EXPECT_FALSE(resolve(*branch.warp, *branch.instruction, taken));
    resolver_.out.send(branch);
    return run(10, 13);
  }
};

TEST_F(FetchingBranches, GoOnAtOnceWhenNotTaken) {
  EXPECT_THAT(after_branch(Opcode::Bne), ElementsAre(At{10, 0, 1}, At{11, 0, 2}, At{12, 0, 3}));
}

TEST_F(FetchingBranches, FetchAnewWhenTaken) {
  EXPECT_THAT(after_branch(Opcode::Beq), ElementsAre(At{12, 0, 2}, At{13, 0, 3}));
}

TEST_F(Fetching, HoldsThreadsAtABarrier) {
  build({encode(Opcode::Barrier), add(5, 6, 7), encode(Opcode::Exit)});
  command(0, 1);
  EXPECT_THAT(run(1, 9), ElementsAre(At{3, 0, 0}));
  WarpInstruction& barrier = bench_->instruction(0);
  resolve(*barrier.warp, *barrier.instruction, LaneMask());
  resolver_.out.send(barrier);
  EXPECT_EQ(fetch_->at_barrier(), SlotSet::of(0));
  EXPECT_THAT(run(10, 20), IsEmpty());
  command(0, 30, ThreadCommand::Kind::Resume);
  EXPECT_EQ(fetch_->at_barrier(), SlotSet::of(0));  // until cycle 30
  EXPECT_EQ(fetch_->next_event(20, kAll), 30U);
  EXPECT_THAT(run(21, 31), ElementsAre(At{30, 0, 1}, At{31, 0, 2}));
  EXPECT_EQ(fetch_->at_barrier(), SlotSet());
}

TEST_F(Fetching, ForgetsAThreadThatHasEnded) {
  build({encode(Opcode::Exit)});
  command(0, 1);
  run(1, 9);
  WarpInstruction& exit = bench_->instruction(0);
  resolve(*exit.warp, *exit.instruction, LaneMask());
  resolver_.out.send(exit);
  EXPECT_EQ(fetch_->resident(), SlotSet());
  EXPECT_EQ(fetch_->next_event(10, kAll), kNever);
}

class Masking : public SimulationTest {
 protected:
  Masking() {
    driver_.out.bind(decode_.fetched);
    decode_.decoded.bind(mask_.decoded);
    mask_.masked.bind(masked_.in);
    sc_core::sc_start(cycles(1));
  }

  Driver driver_{"driver"};
  Decode decode_{"decode"};
  ExecutionMask mask_{"mask"};
  Probe masked_{"masked"};
};

// Twelve work-items on 16 lanes, of which the path holds eight.
TEST_F(Masking, LeavesLanesOutThatAreOffOrElsewhere) {
  ThreadBench bench(MachineConfig(), straight_line(3), 1, 12);
  bench.warp().lanes().start(kCodeBase, 0, LaneMask(0x0ff0));
  WarpInstruction instruction;
  instruction.warp = &bench.warp();
  instruction.pc = kCodeBase;
  driver_.out.send(instruction);
  EXPECT_EQ(masked_.seen, std::vector<WarpInstruction*>{&instruction});
  EXPECT_EQ(instruction.dispatched, LaneMask(0x0fff));
  EXPECT_EQ(instruction.predicate, LaneMask(0xffff));
  EXPECT_EQ(instruction.active, LaneMask(0x0ff0));
  EXPECT_EQ(instruction.instruction->opcode, Opcode::Add);
  EXPECT_EQ(bench.warp().lanes().current().pc, kCodeBase + 4) << "the split has moved on";
}

}  // namespace
}  // namespace lanefold
