// SPDX-License-Identifier: Apache-2.0
// Coherence: requests and probes that cross.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "blocks/memory_link/line_request.h"
#include "tests/support/coherence_bench.h"

namespace lanefold {
namespace {

using C = LineCondition;
using Coherence = CoherenceBench;

// The answer to a load takes 100 cycles on its way; the invalidation overtakes it.
TEST_F(Coherence, UsesALineOnceThatIsInvalidatedOnItsWay) {
  build(3);
  read(2, 5);  // so that the line is granted to be shared
  links_[0]->response_cycles = 100;
  const Transaction& early = read(0, 40);
  const Transaction& writer = write(1, 70, 9);
  run_to(110);
  EXPECT_EQ(condition(0), C::FetchingSharedOnce);
  const Transaction& late = read(0, 115);  // must not join: the write has been answered
  run();
  EXPECT_LT(writer.answered, 115U);
  EXPECT_EQ(early.word(0), initial());
  EXPECT_EQ(late.word(0), 9U);
}

// The same for a line that is granted to be written: the next writer's probe waits for it.
TEST_F(Coherence, LetsAWriterWriteBeforeItLosesTheLine) {
  build(2);
  links_[0]->response_cycles = 100;
  const Transaction& first = add(0, 10);
  const Transaction& second = add(1, 50);
  run_to(100);
  EXPECT_EQ(condition(0), C::FetchingModified);
  run();
  EXPECT_EQ(first.answered, 132U);
  EXPECT_EQ(second.answered, 132U + 2) << "as a probe of a line that is here";
  EXPECT_EQ(first.word(0), initial());
  EXPECT_EQ(second.word(0), initial() + 1);
}

// Both have a copy to read and want to write: the loser's copy goes while its request waits.
TEST_F(Coherence, LosesACopyWhileItIsUpgraded) {
  build(2);
  read(0, 5);
  read(1, 40);
  links_[0]->request_cycles = 20;
  const Transaction& loser = add(0, 100);
  const Transaction& winner = add(1, 101);
  run_to(108);
  EXPECT_EQ(condition(0), C::FetchingModified) << "upgrading before";
  run();
  EXPECT_EQ(winner.word(0), initial());
  EXPECT_EQ(loser.word(0), initial() + 1);
  EXPECT_EQ(caches_[0]->statistics().upgrades, 1U);
}

// One set holds two lines; the third replaces the modified one, whose Put takes long.
TEST_F(Coherence, AnswersAProbeForALineThatLeaves) {
  build(2);
  write(0, 10, 7);
  read(0, 50, kLine + 0x100);
  links_[0]->request_cycles = 60;
  read(0, 100, kLine + 0x200);  // fills in 100 + 2 + 60 + 20
  const Transaction& other = add(1, 190);
  run_to(189);
  EXPECT_EQ(condition(0), C::LeavingModified);
  run_to(199);
  EXPECT_EQ(condition(0), C::Left);
  run();
  EXPECT_EQ(other.word(0), 7U);
  EXPECT_EQ(other.answered, 190U + 2 + 3 + 2);
  EXPECT_EQ(directory_->statistics().stale_puts, 1U);
  EXPECT_EQ(condition(1), C::Modified);
}

TEST_F(Coherence, AnswersAProbeForAnUnchangedLineThatLeaves) {
  build(2);
  read(0, 10);
  read(0, 50, kLine + 0x100);
  links_[0]->request_cycles = 60;
  read(0, 100, kLine + 0x200);
  const Transaction& other = read(1, 190);
  run_to(189);
  EXPECT_EQ(condition(0), C::LeavingExclusive);
  run();
  EXPECT_EQ(other.word(0), initial());
  EXPECT_EQ(condition(1), C::Exclusive) << "nobody else is left";
  EXPECT_EQ(directory_->statistics().stale_puts, 1U);
}

// A cache that wants its line back waits until the directory knows that it has left.
TEST_F(Coherence, AsksForALineAgainOnlyWhenItHasLeft) {
  build(1);
  write(0, 10, 7);
  read(0, 50, kLine + 0x100);
  links_[0]->request_cycles = 60;
  read(0, 100,
       kLine + 0x200);  // the line leaves in 182, the directory hears in 242, answers in 245
  const Transaction& again = read(0, 200);
  run();
  EXPECT_EQ(again.word(0), 7U);
  EXPECT_EQ(again.answered, 245U + 2 + 60 + 20);
}

// A snoop does not wait until the line has left.
TEST_F(Coherence, DropsASnoopForALineThatLeaves) {
  build(1);
  write(0, 10, 7);
  read(0, 50, kLine + 0x100);
  links_[0]->request_cycles = 60;
  read(0, 100, kLine + 0x200);  // the line leaves in 182, as above
  LaneExtension lanes;
  lanes.droppable = true;
  Transaction& snoop = initiators_[0]->make(kRead, kLine, 4);
  snoop.payload.set_extension(&lanes);
  initiators_[0]->send(snoop, 200);
  run();
  snoop.payload.clear_extension(&lanes);
  EXPECT_EQ(snoop.answered, 200U + 2);
  EXPECT_EQ(condition(0), C::Invalid);
  const CacheStatistics statistics = caches_[0]->statistics();
  EXPECT_EQ(statistics.accesses, 4U);
  EXPECT_EQ(statistics.misses, 3U);
  EXPECT_EQ(statistics.dropped_snoops, 1U);
}

// A cache that dropped its copy silently is asked in vain.
TEST_F(Coherence, InvalidatesACopyThatIsNoLongerThere) {
  build(2);
  read(0, 10);
  read(1, 50);
  read(0, 100, kLine + 0x100);
  read(0, 150, kLine + 0x200);
  EXPECT_NO_THROW(run());
  EXPECT_EQ(condition(0), C::Invalid);
  write(1, sc_core::sc_time_stamp().value() / cycles(1).value() + 10, 3);
  run();
  EXPECT_EQ(directory_->statistics().invalidations, 1U);
  EXPECT_EQ(caches_[0]->statistics().invalidations, 0U);
}

// Loads and a store wait for the same line, which is granted to be read: the store asks again.
TEST_F(Coherence, UpgradesForAStoreThatMergedWithALoad) {
  build(2);
  read(1, 5);
  const Transaction& load = read(0, 40);
  const Transaction& store = write(0, 41, 8);
  const Transaction& behind = read(0, 42);
  run();
  EXPECT_EQ(load.answered, 40U + 2 + 3 + 2 + 20);
  EXPECT_EQ(load.word(0), initial());
  EXPECT_EQ(store.answered, 67U + 20);
  EXPECT_EQ(behind.word(0), 8U);
  EXPECT_EQ(condition(1), C::Invalid);
}

}  // namespace
}  // namespace lanefold
