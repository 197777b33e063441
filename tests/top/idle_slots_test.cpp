// SPDX-License-Identifier: Apache-2.0
// To what the ledger charges idle slots.
#include "machine/top/idle_slots.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

constexpr ReadyInstructions kNothingReady{false, false};

struct IdleCase {
  const char* what;
  ReadyInstructions ready;
  std::uint64_t resident, alu, memory, barrier;  // threads, a bit each
  SlotCause cause;
  std::uint64_t divergence = 0;
};

SlotCause cause_of(const IdleCase& c) {
  return idle_cause(c.ready, {SlotSet(c.resident), SlotSet(c.alu), SlotSet(c.memory),
                              SlotSet(c.barrier), SlotSet(c.divergence)});
}

TEST(IdleCause, IsTheWaitOfMostThreads) {
  for (const IdleCase& c : {
           IdleCase{"nobody is there", {true, true}, 0, 0, 0, 0, SlotCause::NoWarp},
           {"one is ready for the pipe", {true, true}, 7, 6, 0, 0, SlotCause::IssueConflict},
           {"one is ready for the other", {false, true}, 7, 6, 0, 0, SlotCause::OtherPipe},
           {"all wait for results", kNothingReady, 7, 7, 0, 0, SlotCause::OperandWait},
           {"all wait for memory", kNothingReady, 7, 0, 7, 0, SlotCause::MemoryWait},
           {"all are at a barrier", kNothingReady, 7, 0, 0, 7, SlotCause::BarrierWait},
           {"nobody waits for anything", kNothingReady, 7, 0, 0, 0, SlotCause::FrontEnd},
           {"more for memory than for results", kNothingReady, 7, 1, 6, 0, SlotCause::MemoryWait},
           {"more at a barrier than fetching", kNothingReady, 7, 0, 0, 6, SlotCause::BarrierWait},
           {"for others' misses", kNothingReady, 7, 0, 7, 0, SlotCause::MemoryDivergence, 7},
           {"most for their own", kNothingReady, 7, 0, 7, 0, SlotCause::MemoryWait, 1},
           {"the 64th thread for memory", kNothingReady, 1ULL << 63, 0, 1ULL << 63, 0,
            SlotCause::MemoryWait},
       }) {
    EXPECT_EQ(cause_of(c), c.cause) << c.what;
  }
}

TEST(IdleCause, OfEqualsIsTheOneThatEndsSoonest) {
  for (const IdleCase& c : {
           IdleCase{"a result", kNothingReady, 15, 1, 2, 4, SlotCause::OperandWait},
           {"a fetch", kNothingReady, 7, 0, 2, 4, SlotCause::FrontEnd},
           {"memory", kNothingReady, 6, 0, 2, 4, SlotCause::MemoryWait},
       }) {
    EXPECT_EQ(cause_of(c), c.cause) << c.what;
  }
}

TEST(IdleSlots, BeginAfterThePipesLastCycle) {
  EXPECT_EQ(idle_slots(10, 15, 0, 4), 20U) << "idle all the time";
  EXPECT_EQ(idle_slots(10, 15, 12, 4), 12U) << "idle from cycle 12 on";
  EXPECT_EQ(idle_slots(10, 15, 15, 4), 0U);
  EXPECT_EQ(idle_slots(10, 15, 99, 4), 0U) << "at work beyond the end";
}

}  // namespace
}  // namespace lanefold
