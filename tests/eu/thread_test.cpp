// SPDX-License-Identifier: Apache-2.0
// A thread from its first instruction to its end.
#include "decisions/eu/thread.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "decisions/eu/subroutine.h"
#include "lanefold/error.h"
#include "tests/eu/code_builder.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kThreadWidth = 8;

/// Marks the channels that executed, in f1.
ChannelMask mark(const Instruction& /*instruction*/, Registers& registers, ChannelMask channels) {
  registers.flags[1] |= channels;
  return channels;
}

class Threads : public ::testing::Test {
 protected:
  std::uint32_t operation() {
    const std::uint32_t number = builder_.operation();
    builder_.at(number).operate = mark;
    return number;
  }
  std::uint32_t wait() {
    const std::uint32_t number = builder_.add(Opcode::Wait);
    builder_.at(number).kind = InstructionClass::Barrier;
    builder_.at(number).operate = mark;
    return number;
  }
  std::uint32_t send(MessageKind kind) {
    const std::uint32_t number = builder_.add(Opcode::Send);
    builder_.at(number).kind =
        kind == MessageKind::End ? InstructionClass::Exit : InstructionClass::Message;
    builder_.at(number).message.kind = kind;
    return number;
  }
  void start(ChannelMask dispatched) {
    code_ = builder_.finish();
    thread_.start(code_, dispatched, {});
  }

  CodeBuilder builder_{kThreadWidth};
  KernelCode code_;
  Thread thread_;
};

TEST_F(Threads, WaitOnlyForABarrierThatTheyHaveSignalled) {
  wait();
  send(MessageKind::Barrier);
  operation();
  wait();
  send(MessageKind::End);
  start(0xff);
  EXPECT_FALSE(thread_.execute().meets_barrier);
  thread_.execute();
  EXPECT_FALSE(thread_.execute().meets_barrier) << "work may lie between signal and wait";
  EXPECT_TRUE(thread_.execute().meets_barrier);
  EXPECT_FALSE(thread_.ended());
  thread_.execute();
  EXPECT_TRUE(thread_.ended());
}

TEST_F(Threads, SayWhichChannelsExecuted) {
  operation();
  builder_.at(operation()).instruction.no_mask = true;
  send(MessageKind::End);
  start(0x3c);
  const Executed first = thread_.execute();
  EXPECT_EQ(first.channels, 0x3cU);
  EXPECT_EQ(first.instruction, &code_[0]);
  EXPECT_EQ(thread_.execute().channels, 0xffU);
  EXPECT_EQ(thread_.registers().flags[1], 0xffU);
}

TEST_F(Threads, EvaluateThePredicateOfABranch) {
  const auto branch = builder_.add(Opcode::If);
  operation();
  const auto end = builder_.add(Opcode::Endif);
  send(MessageKind::End);
  builder_.at(branch).jip = end;
  builder_.at(branch).instruction.predicate = PredicateControl::Sequential;
  builder_.at(end).jip = end + 1;
  thread_.registers().flags[0] = 0x0f;
  start(0xff);
  EXPECT_TRUE(thread_.execute().diverged);
  EXPECT_EQ(thread_.execute().channels, 0x0fU);
  EXPECT_FALSE(thread_.execute().diverged);
  thread_.execute();
  EXPECT_TRUE(thread_.ended());
}

TEST_F(Threads, FindTheWayBackOutOfASubroutineInARegister) {
  const auto call = builder_.add(Opcode::Call);
  const auto behind = operation();
  send(MessageKind::End);
  const auto early = builder_.add(Opcode::Ret);
  operation();
  const auto late = builder_.add(Opcode::Ret);
  Instruction& caller = builder_.at(call).instruction;
  caller.destination.kind = OperandKind::Register;
  caller.destination.number = 5;
  caller.destination.byte = 16;
  builder_.at(call).jip = early;
  builder_.at(call).operate = keep_return_place;
  for (const auto number : {early, late})
    builder_.at(number).instruction.sources[0] = caller.destination;
  for (const auto number : {call, early}) {
    builder_.at(number).instruction.predicate = PredicateControl::Sequential;
    builder_.at(number).instruction.flag_register = number == call ? 0 : 1;
  }
  thread_.registers().flags = {0x3f, 0x07};
  start(0xff);
  EXPECT_TRUE(thread_.execute().diverged) << "two channels are not called";
  EXPECT_EQ(thread_.enables().number(), early);
  EXPECT_TRUE(thread_.execute().diverged) << "three return at once";
  EXPECT_EQ(thread_.execute().channels, 0x38U);
  EXPECT_FALSE(thread_.execute().diverged);
  EXPECT_EQ(thread_.enables().number(), behind);
  EXPECT_EQ(thread_.execute().channels, 0xffU);
}

TEST_F(Threads, MustNotRunBehindTheCodeWhereChannelsHaveNotReturned) {
  const auto call = builder_.add(Opcode::Call);
  send(MessageKind::End);
  const auto ret = builder_.add(Opcode::Ret);
  Instruction& caller = builder_.at(call).instruction;
  caller.destination.kind = OperandKind::Register;
  caller.destination.number = 5;
  builder_.at(call).jip = ret;
  builder_.at(call).operate = keep_return_place;
  builder_.at(ret).instruction.sources[0] = caller.destination;
  builder_.at(ret).window = 0x0f;
  start(0xff);
  thread_.execute();
  try {
    thread_.execute();
    FAIL() << "half of the channels have not returned";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::IllegalInstruction);
    EXPECT_NE(std::string(error.what()).find("the code ends before channels 0xf0 have returned"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(Threads, ReturnOnlyBehindCalls) {
  const auto ret = builder_.add(Opcode::Ret);
  operation();
  send(MessageKind::End);
  builder_.at(ret).instruction.sources[0].kind = OperandKind::Register;
  builder_.at(ret).instruction.sources[0].number = 5;
  start(0xff);
  for (const std::uint32_t offset : {0U, 8U, 16U}) {
    std::memcpy(thread_.registers().general.data() + 5 * kRegisterBytes, &offset, sizeof offset);
    EXPECT_THROW(thread_.execute(), Error) << offset;
  }
}

TEST_F(Threads, MustNotLeaveChannelsBehindAtTheirEnd) {
  const auto branch = builder_.add(Opcode::If);
  send(MessageKind::End);
  builder_.add(Opcode::Endif);
  builder_.at(branch).jip = 2;
  builder_.at(branch).instruction.predicate = PredicateControl::Sequential;
  thread_.registers().flags[0] = 0x0f;
  start(0xff);
  thread_.execute();
  EXPECT_THROW(thread_.execute(), Error);
}

}  // namespace
}  // namespace lanefold::gen8
