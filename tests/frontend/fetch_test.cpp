// SPDX-License-Identifier: Apache-2.0
// Fetch, decode and execution mask.
#include "blocks/frontend/fetch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "blocks/frontend/decode.h"
#include "blocks/frontend/execution_mask.h"
#include "decisions/execute/executor.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "tests/frontend/instructions.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Fetching : public SimulationTest {
 protected:
  void build(const Code& code, const CoreConfig& core = {}, unsigned warps = 1) {
    config_.core = core;
    bench_ = std::make_unique<ThreadBench>(config_, code, warps);
    fetch_ = std::make_unique<Fetch>("fetch", config_, 0, domain().clock(), bench_->threads(),
                                     pool_, wake_, wires_);
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
  Alarm wake_{domain(), [] {}};
  FetchWires wires_;
  std::unique_ptr<ThreadBench> bench_;
  Decode decode_{"decode", CoreConfig{}};
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
  core.fetch.latency = 9;
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
  EXPECT_EQ(wires_.resident(), SlotSet::first(3));
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
    const LaneMask taken = taken_lanes(*branch.warp, branch.riscv(), branch.active);
    EXPECT_FALSE(resolve(*branch.slice, branch.riscv(), taken));
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
  resolve(*barrier.slice, barrier.riscv(), LaneMask());
  resolver_.out.send(barrier);
  EXPECT_EQ(wires_.at_barrier, SlotSet::of(0));
  EXPECT_THAT(run(10, 20), IsEmpty());
  command(0, 30, ThreadCommand::Kind::Resume);
  EXPECT_EQ(wires_.at_barrier, SlotSet::of(0));  // until cycle 30
  EXPECT_EQ(fetch_->next_event(20, kAll), 30U);
  EXPECT_THAT(run(21, 31), ElementsAre(At{30, 0, 1}, At{31, 0, 2}));
  EXPECT_EQ(wires_.at_barrier, SlotSet());
}

TEST_F(Fetching, ForgetsAThreadThatHasEnded) {
  build({encode(Opcode::Exit)});
  command(0, 1);
  run(1, 9);
  WarpInstruction& exit = bench_->instruction(0);
  resolve(*exit.slice, exit.riscv(), LaneMask());
  resolver_.out.send(exit);
  EXPECT_EQ(wires_.resident(), SlotSet());
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
  Decode decode_{"decode", CoreConfig{}};
  ExecutionMask mask_{"mask"};
  Probe masked_{"masked"};
};

// Twelve work-items on 16 lanes, of which the path holds eight.
TEST_F(Masking, LeavesLanesOutThatAreOffOrElsewhere) {
  ThreadBench bench(MachineConfig(), straight_line(3), 1, 12);
  bench.slice().lanes().start(kCodeBase, 0, LaneMask(0x0ff0));
  WarpInstruction instruction;
  bench.slice().enter(instruction);
  instruction.pc = kCodeBase;
  driver_.out.send(instruction);
  EXPECT_EQ(masked_.seen, std::vector<WarpInstruction*>{&instruction});
  EXPECT_EQ(instruction.dispatched, LaneMask(0x0fff));
  EXPECT_EQ(instruction.predicate, LaneMask(0xffff));
  EXPECT_EQ(instruction.active, LaneMask(0x0ff0));
  EXPECT_EQ(instruction.riscv().opcode, Opcode::Add);
  EXPECT_EQ(bench.slice().lanes().current().pc, kCodeBase + 4) << "the split has moved on";
}

}  // namespace
}  // namespace lanefold
