// SPDX-License-Identifier: Apache-2.0
// A cache between initiators and a memory that know nothing but the standard: exact cycles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/cache_bench.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using CacheTest = CacheBench;

// A miss asks in 10 + 3 and is answered 20 later; hits take 3.
TEST_F(CacheTest, AnswersHitsAfterItsLatencyAndMissesWithTheLine) {
  build();
  expect({{10, 0x1000, kRead, 33},
          {40, 0x1000, kRead, 43},
          {41, 0x1000, kWrite, 44},
          {42, 0x1000, kRead, 45},
          {50, 0x1040, kWrite, 73},
          {80, 0x1040, kRead, 83}});
  EXPECT_THAT(memory_->log, ElementsAre("13: R 0x1000", "53: R 0x1040"));
  const CacheStatistics statistics = cache_->statistics();
  EXPECT_EQ(statistics.accesses, 6U);
  EXPECT_EQ(statistics.hits, 4U);
  EXPECT_EQ(statistics.misses, 2U);
  EXPECT_FALSE(cache_->busy());
}

TEST_F(CacheTest, TakesARequestThatComesWithinACycleInTheNext) {
  build();
  expect({{10, 0x1000, kRead, 33}});
  const double now = sc_core::sc_time_stamp() / cycles(1);
  Transaction& read = initiators_[0].make(kRead, 0x1000, 64);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::sc_time(2.5, sc_core::SC_NS);
  read.payload.acquire();
  EXPECT_EQ(initiators_[0].socket->nb_transport_fw(read.payload, phase, delay), tlm::TLM_ACCEPTED);
  run();
  EXPECT_EQ(static_cast<double>(read.answered), now + 3 + 3);
}

// The second and third join the first; each is answered in the cycle of the line, but not before a
// hit would be.
TEST_F(CacheTest, MergesRequestsForALineThatIsOnItsWay) {
  build();
  expect({{10, 0x1000, kRead, 33},
          {11, 0x1000, kRead, 33},
          {12, 0x1000, kWrite, 33},
          {32, 0x1000, kRead, 35}});
  EXPECT_THAT(memory_->log, ElementsAre("13: R 0x1000"));
  EXPECT_EQ(cache_->statistics().merges, 3U);
  EXPECT_EQ(cache_->statistics().misses, 1U);
}

// Lines 0, 1, 2 and 4 in two banks: one look-up per bank and cycle.
TEST_F(CacheTest, LooksUpOneRequestPerBankAndCycle) {
  config_.banks = 2;
  build();
  expect({{10, 0x000, kRead, 33},
          {10, 0x040, kRead, 33},
          {10, 0x080, kRead, 34},
          {10, 0x100, kRead, 35}});
  expect({{60, 0x000, kRead, 63},
          {60, 0x080, kRead, 64},
          {60, 0x040, kRead, 63},
          {60, 0x100, kRead, 65},
          {61, 0x040, kRead, 64}});
  EXPECT_EQ(cache_->statistics(0).conflicts, 4U);
  EXPECT_EQ(cache_->statistics(1).conflicts, 0U);
  EXPECT_EQ(cache_->statistics(0).accesses, 6U);
  EXPECT_EQ(cache_->statistics(0).wait_cycles, 2 * (0U + 1 + 2));
  EXPECT_EQ(cache_->statistics(1).wait_cycles, 0U);
}

// Two registers: the third miss waits for the line in 33, and asks 3 cycles later.
TEST_F(CacheTest, StallsABankWhenAllRegistersAreInUse) {
  config_.mshrs = 2;
  build();
  expect({{10, 0x000, kRead, 33},
          {11, 0x040, kRead, 34},
          {12, 0x080, kRead, 33 + 3 + 20},
          {13, 0x000, kRead, 37}});  // behind it
  EXPECT_EQ(cache_->statistics().stall_cycles, 33U - 12);
}

TEST_F(CacheTest, StallsABankWhenARegisterHasAllItsTargets) {
  config_.mshr_targets = 2;
  build();
  expect({{10, 0x000, kRead, 33}, {11, 0x000, kRead, 33}, {12, 0x000, kRead, 36}});
  EXPECT_EQ(cache_->statistics().hits, 1U);
  EXPECT_EQ(cache_->statistics().stall_cycles, 33U - 12);
}

// One register and one place in the queue: b's look-up stalls, c waits, and a's second request is
// accepted when c's look-up begins.
TEST_F(CacheTest, HoldsRequestsBackThatFindTheQueueFull) {
  config_.queue = 1;
  config_.mshrs = 1;
  build();
  const Transaction& first = send(0, 10, kRead, 0x000);
  const Transaction& second = send(1, 11, kRead, 0x040);
  const Transaction& third = send(2, 12, kRead, 0x080);
  const Transaction& fourth = send(0, 13, kRead, 0x0c0);
  run();
  EXPECT_THAT((std::vector<std::uint64_t>{first.accepted, second.accepted, third.accepted,
                                          fourth.accepted}),
              ElementsAre(10, 11, 12, 34));
  EXPECT_THAT((std::vector<std::uint64_t>{first.answered, second.answered, third.answered,
                                          fourth.answered}),
              ElementsAre(33, 56, 79, 102));
}

TEST_F(CacheTest, EndsTheRequestPhaseAtLookUpIfThereIsNoQueue) {
  config_.queue = 0;
  build();
  const Transaction& first = send(0, 10, kRead, 0x000);
  const Transaction& second = send(0, 10, kRead, 0x040);
  const Transaction& third = send(0, 10, kRead, 0x080);
  run();
  EXPECT_THAT((std::vector<std::uint64_t>{first.accepted, second.accepted, third.accepted}),
              ElementsAre(10, 11, 12));
  EXPECT_THAT((std::vector<std::uint64_t>{second.sent, third.sent}), ElementsAre(10, 11));
  EXPECT_EQ(third.answered, 35U);
}

// A cache of one line: the modified one leaves when the other is there.
TEST_F(CacheTest, WritesAModifiedVictimBackWhenTheNewLineIsThere) {
  config_.bytes = 64;
  config_.ways = 1;
  build();
  expect({{10, 0x000, kWrite, 33},
          {40, 0x040, kRead, 63},
          {70, 0x000, kRead, 93},
          {100, 0x080, kRead, 123}});
  EXPECT_THAT(memory_->log,
              ElementsAre("13: R 0x0", "43: R 0x40", "63: W 0x0", "73: R 0x0", "103: R 0x80"));
  EXPECT_EQ(cache_->statistics().evictions, 3U);
  EXPECT_EQ(cache_->statistics().write_backs, 1U);
}

// The memory accepts after 5 cycles: the register is free in 63 + 5.
TEST_F(CacheTest, KeepsTheRegisterUntilTheVictimIsAccepted) {
  config_.bytes = 64;
  config_.ways = 1;
  config_.mshrs = 1;
  build(CacheRole::Shared, Style::FourPhases, 5);
  expect({{10, 0x000, kWrite, 33}, {40, 0x040, kRead, 63}, {64, 0x080, kRead, 68 + 3 + 20}});
}

// Requests downstream follow one another as they are accepted: in 13, 18 and 23.
TEST_F(CacheTest, WaitsForTheNextLevelToAccept) {
  build(CacheRole::Shared, Style::FourPhases, 5);
  expect({{10, 0x000, kRead, 33}, {11, 0x040, kRead, 38}, {12, 0x080, kRead, 43}});
  EXPECT_THAT(memory_->log, ElementsAre("13: R 0x0", "18: R 0x40", "23: R 0x80"));
}

// Accepted in 18, whatever else the target says before.
TEST_F(CacheTest, IgnoresPhasesThatItDoesNotKnow) {
  build(CacheRole::Shared, Style::ExtendedPhase, 5);
  expect({{10, 0x000, kRead, 33}, {11, 0x040, kRead, 38}});
  EXPECT_THAT(memory_->log, ElementsAre("13: R 0x0", "18: R 0x40"));
}

TEST_F(CacheTest, GivesAnInitiatorOneResponseAtATime) {
  build();
  initiators_[0].response_cycles = 5;
  expect({{10, 0x000, kRead, 33}, {11, 0x000, kRead, 38}, {12, 0x000, kRead, 43}});
}

TEST_F(CacheTest, WaitsForTheAnnotatedEndOfAResponse) {
  build();
  initiators_[0].response_cycles = 5;
  initiators_[0].annotates_end = true;
  expect({{10, 0x000, kRead, 33}, {11, 0x000, kRead, 38}, {12, 0x000, kRead, 43}});
}

// Each write takes 3 cycles and the 20 of the memory, here or not.
TEST_F(CacheTest, PassesWritesThroughAndAnswersThemWithTheNextLevel) {
  config_.write = CacheWrite::Through;
  build();
  expect({{10, 0x000, kWrite, 33},
          {40, 0x000, kRead, 63},
          {70, 0x000, kWrite, 93},
          {71, 0x000, kRead, 74},
          {100, 0x080, kRead, 123},
          {101, 0x080, kWrite, 123 + 23}});
  EXPECT_EQ(cache_->statistics().write_backs, 0U);
  EXPECT_EQ(cache_->statistics().forwards, 3U);
}

TEST_F(CacheTest, CountsTheBytesThatPassTheLinkBelow) {
  config_.write = CacheWrite::Through;
  build();
  expect({{10, 0x000, kRead, 33}, {40, 0x080, kWrite, 63}});
  EXPECT_EQ(cache_->bytes_below(), 2U * 64);
  send_word(0, 100, 0x100, 1);  // misses, and is passed on as it is
  run();
  EXPECT_EQ(cache_->bytes_below(), 2U * 64 + 4);
}

TEST_F(CacheTest, HitsAlwaysWhenPerfect) {
  config_.perfect = true;
  build();
  expect({{10, 0x000, kRead, 13}, {10, 0x100, kWrite, 14}, {11, 0x9000, kRead, 15}});
  EXPECT_THAT(memory_->log, IsEmpty());
}

}  // namespace
}  // namespace lanefold
