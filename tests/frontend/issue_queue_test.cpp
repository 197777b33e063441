// SPDX-License-Identifier: Apache-2.0
// The queue of issued instructions before a pipe.
#include "decisions/pipeline/issue_queue.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

TEST(IssueQueue, WithoutPlacesNeedsAFreePipe) {
  IssueQueue queue(0);
  EXPECT_EQ(queue.state().accepts_from, 0U);
  EXPECT_EQ(queue.enter(10, 4), 10U);
  EXPECT_EQ(queue.state().free_at, 14U);
  EXPECT_EQ(queue.state().accepts_from, 14U);
  EXPECT_EQ(queue.enter(15, 1), 15U);
  EXPECT_EQ(queue.state().accepts_from, 16U);
}

TEST(IssueQueue, DrainsWithoutAGap) {
  IssueQueue queue(2);
  EXPECT_EQ(queue.enter(10, 3), 10U);
  EXPECT_EQ(queue.enter(10, 1), 13U);
  EXPECT_EQ(queue.state().accepts_from, 10U) << "one waits, and another may";
  EXPECT_EQ(queue.enter(12, 1), 14U);
  EXPECT_EQ(queue.state().free_at, 15U);
  EXPECT_EQ(queue.state().accepts_from, 13U) << "two wait until the elder starts";
  EXPECT_EQ(queue.enter(13, 2), 15U);
  EXPECT_EQ(queue.state().accepts_from, 14U);
}

TEST(IssueQueue, StartsAtOnceInAFreePipe) {
  IssueQueue queue(1);
  EXPECT_EQ(queue.enter(5, 2), 5U);
  EXPECT_EQ(queue.enter(9, 2), 9U);
  EXPECT_EQ(queue.state().accepts_from, 9U);
  EXPECT_EQ(queue.enter(9, 2), 11U);
  EXPECT_EQ(queue.state().accepts_from, 11U);
  queue.reset();
  EXPECT_EQ(queue.state().accepts_from, 0U);
  EXPECT_EQ(queue.state().free_at, 0U);
}

}  // namespace
}  // namespace lanefold
