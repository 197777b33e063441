// SPDX-License-Identifier: Apache-2.0
// The scoreboard: who waits for whose result.
#include "blocks/frontend/scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "decisions/execute/warp.h"
#include "tests/frontend/instructions.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

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
                    add(0, 6, 7),
                    encode(Opcode::SnoopW, {5, 6}),
                    encode(Opcode::Csrrs, {9, 0, 0, 0, static_cast<int>(WorkItemCsr::SnoopHit)}),
                    encode(Opcode::Csrrs, {9, 0, 0, 0, static_cast<int>(WorkItemCsr::LocalId0)})};

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
    EXPECT_FALSE(wires_.free().test(slot));
    scoreboard_.tick(kAll);
    latest_ = &instruction;
    return !ready_.seen.empty() && ready_.seen.back() == &instruction;
  }
  bool passes_after(WarpInstruction& written) {
    writer_.out.send(written);
    EXPECT_TRUE(wires_.movable(kAll).any());
    scoreboard_.tick(kAll);
    return ready_.seen.back() == latest_;
  }
  WarpInstruction& last_ready() { return *ready_.seen.back(); }

  MachineConfig config_;
  ThreadBench bench_;
  Driver driver_{"driver"};
  Driver writer_{"writer"};
  Probe ready_{"ready"};
  ScoreboardWires wires_;
  Scoreboard scoreboard_{"scoreboard", 2, wires_};
  WarpInstruction* latest_ = nullptr;
};

TEST_F(Dependences, HoldReadersAndWritersOfAPendingRegister) {
  for (const unsigned waiting : {1U, 2U, 4U, 6U}) {
    scoreboard_.reset();
    ASSERT_TRUE(passes(0));
    WarpInstruction& writer = last_ready();
    EXPECT_FALSE(passes(waiting)) << waiting;
    EXPECT_EQ(wires_.wait_for_alu(), SlotSet::of(0));
    EXPECT_EQ(wires_.wait_for_memory(), SlotSet());
    EXPECT_FALSE(wires_.movable(kAll).any());
    EXPECT_TRUE(passes_after(writer)) << waiting;
    EXPECT_EQ(wires_.wait_for_alu(), SlotSet());
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
  EXPECT_EQ(wires_.wait_for_memory(), SlotSet::of(0));
  EXPECT_EQ(wires_.wait_for_alu(), SlotSet());
  std::ostringstream out;
  scoreboard_.describe(out);
  EXPECT_THAT(out.str(), HasSubstr("thread 0 holds add s0, t0, t2, waits for a load"));
}

TEST_F(Dependences, HoldWhoAsksWhichLanesASnoopHits) {
  for (const unsigned waiting : {1U, 4U, 11U, 12U}) {
    scoreboard_.reset();
    ASSERT_TRUE(passes(11));
    WarpInstruction& snoop = last_ready();
    EXPECT_FALSE(passes(waiting)) << waiting;
    EXPECT_EQ(wires_.wait_for_memory(), SlotSet::of(0));
    EXPECT_TRUE(passes_after(snoop)) << waiting;
  }
  scoreboard_.reset();
  ASSERT_TRUE(passes(11));
  EXPECT_TRUE(passes(13)) << "another CSR";
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
  EXPECT_FALSE(wires_.movable(SlotSet::of(0)).any());
  scoreboard_.tick(SlotSet::of(0));
  EXPECT_THAT(ready_.seen, IsEmpty());
  EXPECT_TRUE(wires_.movable(SlotSet::of(1)).any());
  scoreboard_.tick(SlotSet::of(1));
  EXPECT_EQ(ready_.seen.size(), 1U);
}

}  // namespace
}  // namespace lanefold
