// SPDX-License-Identifier: Apache-2.0
// Where channels go at each branch.
#include "decisions/eu/channel_enables.h"

#include <gtest/gtest.h>

#include "tests/eu/code_builder.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kWidth = 8;
constexpr ChannelMask kAll = 0xff;

/// if 1: else-less body at 1, endif at 2.
TEST(ChannelEnables, IfKeepsTheOthersAtItsTarget) {
  CodeBuilder builder(kWidth);
  const auto branch = builder.add(Opcode::If);
  builder.operation();
  const auto end = builder.add(Opcode::Endif);
  const auto after = builder.operation();
  builder.at(branch).jip = end;
  builder.at(end).jip = after;
  const KernelCode code = builder.finish();

  ChannelEnables enables;
  enables.start(code, kAll);
  EXPECT_TRUE(enables.branch(0x0f));
  EXPECT_EQ(enables.number(), 1U);
  EXPECT_EQ(enables.enabled(), 0x0fU);
  EXPECT_EQ(enables.waiting(), 0xf0U);
  enables.step();
  EXPECT_EQ(enables.number(), end);
  EXPECT_EQ(enables.enabled(), kAll);
  EXPECT_FALSE(enables.branch(kAll));
  EXPECT_EQ(enables.number(), after);
}

TEST(ChannelEnables, IfThatNobodyEntersIsJumpedOver) {
  CodeBuilder builder(kWidth);
  const auto branch = builder.add(Opcode::If);
  builder.operation();
  const auto end = builder.add(Opcode::Endif);
  builder.operation();
  builder.at(branch).jip = end;
  builder.at(end).jip = end + 1;
  const KernelCode code = builder.finish();

  ChannelEnables enables;
  enables.start(code, kAll);
  EXPECT_FALSE(enables.branch(0));
  EXPECT_EQ(enables.number(), end);
  EXPECT_EQ(enables.enabled(), kAll);
}

/// 0 if, 1 operation, 2 else, 3 operation, 4 endif, 5 operation
KernelCode if_else() {
  CodeBuilder builder(kWidth);
  builder.add(Opcode::If);
  builder.operation();
  builder.add(Opcode::Else);
  builder.operation();
  builder.add(Opcode::Endif);
  builder.operation();
  builder.at(0).jip = 3;
  builder.at(2).jip = 4;
  builder.at(2).uip = 4;
  builder.at(4).jip = 5;
  return builder.finish();
}

TEST(ChannelEnables, ElseGivesWayToThoseBehindIt) {
  const KernelCode code = if_else();
  ChannelEnables enables;
  enables.start(code, kAll);
  enables.branch(0x55);
  EXPECT_EQ(enables.enabled(), 0x55U);
  enables.step();
  EXPECT_EQ(enables.number(), 2U);
  EXPECT_EQ(enables.enabled(), 0x55U) << "who waits behind the else has not joined yet";
  enables.branch(kAll);
  EXPECT_EQ(enables.number(), 3U);
  EXPECT_EQ(enables.enabled(), 0xaaU);
  enables.step();
  EXPECT_EQ(enables.number(), 4U);
  EXPECT_EQ(enables.enabled(), kAll);
}

TEST(ChannelEnables, ElseThatNobodyEntersIsJumpedOver) {
  const KernelCode code = if_else();
  ChannelEnables enables;
  enables.start(code, kAll);
  EXPECT_FALSE(enables.branch(kAll));
  enables.step();
  enables.branch(kAll);
  EXPECT_EQ(enables.number(), 4U);
  EXPECT_EQ(enables.enabled(), kAll);
}

TEST(ChannelEnables, ElseIsEnteredDirectlyIfNobodyTakesTheFirstPart) {
  const KernelCode code = if_else();
  ChannelEnables enables;
  enables.start(code, kAll);
  enables.branch(0);
  EXPECT_EQ(enables.number(), 3U);
  EXPECT_EQ(enables.enabled(), kAll);
}

/// 0 operation, 1 break, 2 while, 3 operation
KernelCode loop() {
  CodeBuilder builder(kWidth);
  builder.operation();
  builder.add(Opcode::Break);
  builder.add(Opcode::While);
  builder.operation();
  builder.at(1).jip = 2;
  builder.at(1).uip = 2;
  builder.at(2).jip = 0;
  return builder.finish();
}

TEST(ChannelEnables, WhileNeverTakesBackWhoBrokeOut) {
  const KernelCode code = loop();
  ChannelEnables enables;
  enables.start(code, kAll);
  enables.step();
  EXPECT_TRUE(enables.branch(0x01));
  EXPECT_EQ(enables.number(), 2U);
  EXPECT_EQ(enables.enabled(), kAll) << "the one that waits at the while joins there";
  EXPECT_FALSE(enables.branch(kAll)) << "all that arrived go round again";
  EXPECT_EQ(enables.number(), 0U);
  EXPECT_EQ(enables.enabled(), 0xfeU);
  enables.step();
  EXPECT_FALSE(enables.branch(kAll)) << "all that are left break out";
  EXPECT_EQ(enables.number(), 2U);
  EXPECT_FALSE(enables.branch(kAll));
  EXPECT_EQ(enables.number(), 3U);
  EXPECT_EQ(enables.enabled(), kAll);
}

TEST(ChannelEnables, WhileKeepsWhoHasEndedBehindIt) {
  const KernelCode code = loop();
  ChannelEnables enables;
  enables.start(code, kAll);
  enables.step();
  enables.branch(0);
  EXPECT_TRUE(enables.branch(0xf0));
  EXPECT_EQ(enables.number(), 0U);
  EXPECT_EQ(enables.enabled(), 0xf0U);
  enables.step();
  enables.branch(0);
  enables.branch(0);
  EXPECT_EQ(enables.number(), 3U);
  EXPECT_EQ(enables.enabled(), kAll);
}

TEST(ChannelEnables, ContWaitsAtTheWhileAndDecidesThere) {
  CodeBuilder builder(kWidth);
  builder.add(Opcode::Cont);
  builder.operation();
  builder.add(Opcode::While);
  builder.operation();
  builder.at(0).jip = 2;
  builder.at(0).uip = 2;
  builder.at(2).jip = 0;
  const KernelCode code = builder.finish();
  ChannelEnables enables;
  enables.start(code, kAll);
  EXPECT_TRUE(enables.branch(0x03));
  EXPECT_EQ(enables.enabled(), 0xfcU);
  enables.step();
  EXPECT_EQ(enables.deciding(), kAll);
  EXPECT_TRUE(enables.branch(0x0f));
  EXPECT_EQ(enables.enabled(), 0x0fU);
  EXPECT_FALSE(enables.branch(0x0f)) << "nobody is left in the body";
  EXPECT_EQ(enables.number(), 2U);
  EXPECT_FALSE(enables.branch(0));
  EXPECT_EQ(enables.enabled(), kAll);
}

TEST(ChannelEnables, HaltWaitsAtTheEndOfTheProgram) {
  CodeBuilder builder(kWidth);
  const auto first = builder.add(Opcode::Halt);
  builder.operation();
  const auto last = builder.add(Opcode::Halt);
  const auto behind = builder.operation();
  for (const auto number : {first, last}) {
    builder.at(number).jip = number == first ? last : behind;
    builder.at(number).uip = behind;
  }
  const KernelCode code = builder.finish();
  ChannelEnables enables;
  enables.start(code, kAll);
  EXPECT_TRUE(enables.branch(0x70));
  EXPECT_EQ(enables.enabled(), 0x8fU);
  enables.step();
  EXPECT_EQ(enables.number(), last);
  EXPECT_FALSE(enables.branch(kAll));
  EXPECT_EQ(enables.number(), behind);
  EXPECT_EQ(enables.enabled(), kAll);
}

/// 0 goto 3, 1 operation, 2 operation, 3 join, 4 goto.b 0, 5 operation
KernelCode gotos() {
  CodeBuilder builder(kWidth);
  builder.add(Opcode::Goto);
  builder.operation();
  builder.operation();
  builder.add(Opcode::Join);
  builder.add(Opcode::Goto, true);
  builder.operation();
  builder.at(0).jip = 3;
  builder.at(0).uip = 3;
  builder.at(3).jip = 5;
  builder.at(4).jip = 5;
  builder.at(4).uip = 0;
  return builder.finish();
}

TEST(ChannelEnables, GotoForwardSendsThoseWhosePredicateFails) {
  const KernelCode code = gotos();
  ChannelEnables enables;
  enables.start(code, kAll);
  EXPECT_TRUE(enables.branch(0x3c));
  EXPECT_EQ(enables.enabled(), 0x3cU);
  enables.step();
  enables.step();
  EXPECT_EQ(enables.number(), 3U);
  EXPECT_EQ(enables.enabled(), kAll);
}

TEST(ChannelEnables, GotoBackSendsThoseWhosePredicateHolds) {
  const KernelCode code = gotos();
  ChannelEnables enables;
  enables.start(code, kAll);
  enables.branch(0);
  EXPECT_EQ(enables.number(), 3U);
  enables.branch(kAll);
  EXPECT_EQ(enables.number(), 4U);
  EXPECT_TRUE(enables.branch(0x0f));
  EXPECT_EQ(enables.number(), 0U);
  EXPECT_EQ(enables.enabled(), 0x0fU);
  enables.branch(kAll);
  enables.step();
  enables.step();
  enables.branch(kAll);
  EXPECT_FALSE(enables.branch(0));
  EXPECT_EQ(enables.number(), 5U);
  EXPECT_EQ(enables.enabled(), kAll);
}

TEST(ChannelEnables, BranchesLeaveChannelsOutsideOfTheirWindowAlone) {
  CodeBuilder builder(kWidth);
  builder.add(Opcode::If);
  builder.operation();
  builder.add(Opcode::Endif);
  builder.operation();
  builder.at(0).jip = 2;
  builder.at(0).window = channels_from(4, 4);
  builder.at(2).jip = 3;
  const KernelCode code = builder.finish();
  ChannelEnables enables;
  enables.start(code, kAll);
  EXPECT_TRUE(enables.branch(0x10));
  EXPECT_EQ(enables.number(), 1U);
  EXPECT_EQ(enables.enabled(), 0x1fU);
  enables.step();
  EXPECT_EQ(enables.enabled(), kAll);
}

TEST(ChannelEnables, JmpiFollowsTheFirstChannelAndMovesNone) {
  CodeBuilder builder(kWidth);
  builder.add(Opcode::Jmpi);
  builder.operation();
  builder.operation();
  builder.at(0).jip = 2;
  const KernelCode code = builder.finish();
  ChannelEnables enables;
  enables.start(code, 0x0f);
  enables.branch(0xfe);
  EXPECT_EQ(enables.number(), 1U);
  enables.start(code, 0x0f);
  enables.branch(0x01);
  EXPECT_EQ(enables.number(), 2U);
  EXPECT_EQ(enables.enabled(), 0x0fU);
}

TEST(ChannelEnables, NoMaskAddressesChannelsThatAreOff) {
  CodeBuilder builder(kWidth);
  builder.operation();
  builder.operation();
  builder.at(0).instruction.no_mask = true;
  builder.at(1).window = channels_from(0, 4);
  const KernelCode code = builder.finish();
  ChannelEnables enables;
  enables.start(code, 0x3c);
  EXPECT_EQ(enables.addressed(), kAll);
  enables.step();
  EXPECT_EQ(enables.addressed(), 0x0cU);
}

}  // namespace
}  // namespace lanefold::gen8
