// SPDX-License-Identifier: Apache-2.0
// How many memory operations of a thread memory has not answered.
#include "decisions/load_store/outstanding_operations.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

TEST(OutstandingOperations, TakeAPlaceUntilEveryLineIsSentAndAnswered) {
  OutstandingOperations operations(4, 2);
  const unsigned load = operations.begin(3);
  EXPECT_EQ(operations.full(), SlotSet());
  const unsigned store = operations.begin(3);
  EXPECT_NE(load, store);
  EXPECT_EQ(operations.full(), SlotSet::of(3));
  operations.line_sent(3, load);
  operations.line_answered(3, load, 50);
  EXPECT_EQ(operations.next_event(), kNever) << "another line of it may follow";
  operations.line_sent(3, load);
  operations.all_sent(3, load);
  EXPECT_EQ(operations.next_event(), kNever) << "one line is unanswered";
  operations.line_answered(3, load, 40);
  EXPECT_EQ(operations.next_event(), 50U) << "the latest answer";
  operations.settle(49);
  EXPECT_EQ(operations.full(), SlotSet::of(3));
  operations.settle(50);
  EXPECT_EQ(operations.full(), SlotSet());
  EXPECT_EQ(operations.begin(3), load);
  EXPECT_EQ(operations.full(), SlotSet::of(3));
  operations.reset();
  EXPECT_EQ(operations.full(), SlotSet());
}

TEST(OutstandingOperations, AreNotCountedWithoutALimit) {
  OutstandingOperations operations(1, 0);
  for (unsigned i = 0; i < 100; ++i) operations.line_sent(0, operations.begin(0));
  EXPECT_EQ(operations.full(), SlotSet());
}

}  // namespace
}  // namespace lanefold
