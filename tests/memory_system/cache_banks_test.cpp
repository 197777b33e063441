// SPDX-License-Identifier: Apache-2.0
// A cache's banks: which requests they accept, when they are free, and when they are retried.
#include "blocks/cache/cache_banks.h"

#include <gtest/gtest.h>

namespace lanefold {
namespace {

TEST(CacheBanks, InterleaveLines) {
  CacheBanks banks(4, 1);
  EXPECT_EQ(&banks.of(1), &banks.of(5));
  EXPECT_NE(&banks.of(1), &banks.of(2));
}

TEST(CacheBanks, AcceptWhatTheQueueHoldsBeyondTheLookUp) {
  CacheBanks banks(1, 1);
  CacheBank& bank = banks.of(0);
  EXPECT_EQ(banks.last_accepted(bank), nullptr);
  CacheRequest first, second;
  bank.waiting = {&first};
  EXPECT_EQ(banks.last_accepted(bank), &first);
  bank.waiting.push_back(&second);
  EXPECT_EQ(banks.last_accepted(bank), &first) << "the queue is full";
  first.started = true;
  EXPECT_EQ(banks.last_accepted(bank), &second);
}

TEST(CacheBanks, AcceptOnlyWhatIsLookedUpIfTheyHaveNoQueue) {
  CacheBanks banks(1, 0);
  CacheRequest first, second;
  banks.of(0).waiting = {&first, &second};
  first.started = true;
  EXPECT_EQ(banks.last_accepted(banks.of(0)), nullptr);
}

TEST(CacheBanks, AreHeldForACycleExceptByScheduledLanes) {
  CacheBank bank;
  CacheRequest request;
  bank.hold(request, 10);
  EXPECT_FALSE(bank.idle(10));
  EXPECT_TRUE(bank.idle(11));
  LaneExtension lanes;
  request.lanes = &lanes;
  lanes.scheduled = true;
  bank.hold(request, 20);
  EXPECT_TRUE(bank.idle(20));
}

TEST(CacheBanks, AreNotIdleWhileRequestsWait) {
  CacheBank bank;
  CacheRequest request;
  bank.waiting.push_back(&request);
  EXPECT_FALSE(bank.idle(10));
}

TEST(CacheBanks, AreRetriedOnlyForRoomMadeSinceTheyStalled) {
  CacheBanks banks(2, 1);
  banks.room_made();
  banks.stall(banks.of(1));
  EXPECT_FALSE(banks.retry()) << "the look-up has seen that room";
  banks.stall(banks.of(0));
  banks.room_made();
  EXPECT_TRUE(banks.retry());
  EXPECT_EQ(banks.release_stalled(), (std::vector<CacheBank*>{&banks.of(1), &banks.of(0)}));
  EXPECT_FALSE(banks.of(0).stalled);
  EXPECT_FALSE(banks.retry());
}

}  // namespace
}  // namespace lanefold
