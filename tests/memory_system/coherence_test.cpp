// SPDX-License-Identifier: Apache-2.0
// Coherence: exact cycles, and races between messages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lanefold/error.h"
#include "tests/support/coherence_bench.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using C = LineCondition;
using S = DirectoryLine::State;
using Coherence = CoherenceBench;

// ---- Cycles: the cache asks 2 after its look-up, memory takes 20; a probe leaves the directory
// after 3 and is answered after 2.

TEST_F(Coherence, GrantsAnUncachedLineExclusively) {
  build(2);
  const Transaction& first = read(0, 10);
  const Transaction& hit = write(0, 50, 7);
  run();
  EXPECT_EQ(first.answered, 10U + 2 + 20);
  EXPECT_EQ(hit.answered, 52U) << "without asking";
  EXPECT_EQ(condition(0), C::Modified);
  EXPECT_EQ(known(), (DirectoryLine{S::Owned, IndexSet(1)}));
}

TEST_F(Coherence, FetchesAModifiedLineFromItsOwner) {
  build(2);
  write(0, 10, 7);
  const Transaction& second = read(1, 50);
  run();
  EXPECT_EQ(second.answered, 50U + 2 + 3 + 2);
  EXPECT_EQ(second.word(0), 7U);
  EXPECT_EQ(condition(0), C::Shared);
  EXPECT_EQ(condition(1), C::Shared);
  EXPECT_EQ(known(), (DirectoryLine{S::Shared, IndexSet(3)}));
  EXPECT_THAT(memory_->log, ElementsAre("12: R 0x1000", "57: W 0x1000"));
}

TEST_F(Coherence, ReadsMemoryIfTheOwnerHasNothingNewer) {
  build(2);
  read(0, 10);
  const Transaction& second = read(1, 50);
  run();
  EXPECT_EQ(second.answered, 50U + 2 + 3 + 2 + 20);
  EXPECT_THAT(memory_->log, ElementsAre("12: R 0x1000", "57: R 0x1000"));
}

TEST_F(Coherence, InvalidatesReadersWhileMemoryIsRead) {
  build(3);
  read(0, 10);
  read(1, 50);
  const Transaction& third = write(2, 100, 9);
  const Transaction& again = read(0, 200);
  run();
  EXPECT_EQ(third.answered, 100U + 2 + 20) << "both probes are answered long before";
  EXPECT_EQ(again.word(0), 9U);
  EXPECT_EQ(condition(1), C::Invalid);
  EXPECT_EQ(directory_->statistics().invalidations, 2U);
  EXPECT_EQ(caches_[0]->statistics().invalidations, 1U);
}

TEST_F(Coherence, MovesAModifiedLineToItsNextWriterWithoutMemory) {
  build(2);
  write(0, 10, 7);
  const Transaction& second = add(1, 50);
  run();
  EXPECT_EQ(second.answered, 50U + 2 + 3 + 2);
  EXPECT_EQ(second.word(0), 7U);
  EXPECT_EQ(condition(0), C::Invalid);
  EXPECT_EQ(condition(1), C::Modified);
  EXPECT_THAT(memory_->log, ElementsAre("12: R 0x1000"));
  EXPECT_EQ(directory_->statistics().transfers, 1U);
}

TEST_F(Coherence, ServesRequestsForALineOneAfterTheOther) {
  build(3);
  const Transaction& first = add(0, 10);
  const Transaction& second = add(1, 11);
  const Transaction& third = add(2, 12);
  run();
  EXPECT_EQ(first.answered, 32U);
  EXPECT_EQ(second.answered, 32U + 3 + 2);
  EXPECT_EQ(third.answered, 37U + 3 + 2);
  EXPECT_EQ(third.word(0), initial() + 2);
  EXPECT_EQ(directory_->statistics().waits, 2U);
  EXPECT_EQ(directory_->statistics().wait_cycles, (32U - 13) + (37U - 14));
}

// A full directory keeps the second initiator's request: it begins when the first is answered.
TEST_F(Coherence, HoldsRequestsBackWhenTheDirectoryIsFull) {
  directory_config_.transactions = 1;
  build(2);
  const Transaction& first = read(0, 10, 0x1000);
  const Transaction& second = read(1, 11, 0x2000);
  run();
  EXPECT_EQ(first.answered, 32U);
  EXPECT_EQ(second.answered, 32U + 20);
}

// ---- Others than coherent caches, debuggers, errors.

TEST_F(Coherence, ServesOtherCachesWithTheNewestData) {
  build(2);
  write(0, 10, 7);
  Transaction& see = other_.make(kRead, kLine, 4);
  other_.send(see, 50);
  Transaction& change = other_.make(kWrite, kLine + 4, 4);
  change.set_word(0, 8);
  other_.send(change, 120);
  Transaction& load = read(1, 200, kLine + 4);
  run();
  EXPECT_EQ(see.answered, 50U + 3 + 2 + 20) << "from memory, after the owner's data";
  EXPECT_EQ(see.word(0), 7U);
  EXPECT_EQ(condition(0), C::Invalid) << "it had kept a copy until the write";
  EXPECT_EQ(load.word(0), 8U);
  EXPECT_EQ(directory_->statistics().uncached, 2U);
}

TEST_F(Coherence, LetsDebuggersSeeAndChangeModifiedLines) {
  build(2);
  write(0, 10, 7);
  run();
  Transaction see(kRead, kLine, 4);
  EXPECT_EQ(initiators_[1]->socket->transport_dbg(see.payload), 4U);
  EXPECT_EQ(see.word(0), 7U);
  Transaction change(kWrite, kLine, 4);
  change.set_word(0, 8);
  EXPECT_EQ(initiators_[1]->socket->transport_dbg(change.payload), 4U);
  const Transaction& later = read(0, 100);
  run();
  EXPECT_EQ(later.word(0), 8U);
}

// Three lines in one call, of which a cache has modified the one in the middle.
TEST_F(Coherence, LetsDebuggersSeeAndChangeSeveralLines) {
  build(2);
  write(0, 10, 7);
  run();
  Transaction see(kRead, kLine - 64, 192);
  EXPECT_EQ(other_.socket->transport_dbg(see.payload), 192U);
  EXPECT_EQ(see.data[0], TestMemory::byte_at(kLine - 64));
  EXPECT_EQ(see.word(64), 7U);
  EXPECT_EQ(see.data[191], TestMemory::byte_at(kLine + 127));
  Transaction change(kWrite, kLine - 64, 192);
  std::fill(change.data.begin(), change.data.end(), 5);
  EXPECT_EQ(other_.socket->transport_dbg(change.payload), 192U);
  EXPECT_EQ(memory_->byte(kLine - 64), 5);
  EXPECT_EQ(memory_->byte(kLine + 127), 5);
  const Transaction& later = read(0, 100);
  run();
  EXPECT_EQ(later.word(0), 0x0505'0505U);
}

TEST_F(Coherence, PassesErrorsOfMemoryOn) {
  build(2);
  memory_->refuses_from = 0;
  const Transaction& refused = read(0, 10);
  run();
  EXPECT_EQ(refused.payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(condition(0), C::Invalid);
  EXPECT_EQ(known(), DirectoryLine{});
}

TEST_F(Coherence, GivesEverythingUpWhenItIsFlushed) {
  build(2);
  write(0, 10, 7);
  read(0, 50, kLine + 64);
  run();
  caches_[0]->flush();
  run();
  EXPECT_EQ(known(), DirectoryLine{});
  EXPECT_EQ(known(kLine + 64), DirectoryLine{});
  EXPECT_EQ(memory_->byte(kLine), 7U);
}

TEST_F(Coherence, RefusesToWriteThrough) {
  config_.write = CacheWrite::Through;
  try {
    build(1);
    FAIL() << "stores would not be seen";
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "l1.write is 'through' but a cache that is kept coherent writes back; valid: back");
  }
  directory_.reset();
}

}  // namespace
}  // namespace lanefold
