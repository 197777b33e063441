// SPDX-License-Identifier: Apache-2.0
// Coherence: the tables of the protocol, races between messages, exact cycles, random operations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "lanefold/error.h"
#include "memory_system/base_protocol_checker.h"
#include "memory_system/cache/cache.h"
#include "memory_system/coherence/coherence_check.h"
#include "memory_system/coherence/directory.h"
#include "memory_system/coherence/mesi.h"
#include "tests/support/at_initiator.h"
#include "tests/support/delay_link.h"
#include "tests/support/pipeline.h"
#include "tests/support/random_memory_tester.h"
#include "tests/support/test_memory.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using C = LineCondition;
using P = ProbeKind;
using R = DirectoryRequest;
using S = DirectoryLine::State;
using When = ProbeReaction::When;

// ---- What a cache makes of a probe.

struct Reaction {
  C before;
  P probe;
  C after;
  bool modified, kept;
};

TEST(Mesi, AnswersProbesFromEveryCondition) {
  const std::vector<Reaction> table{
      {C::Invalid, P::Invalidate, C::Invalid, false, false},  // dropped silently
      {C::Shared, P::Invalidate, C::Invalid, false, false},
      {C::Exclusive, P::FetchShared, C::Shared, false, true},
      {C::Exclusive, P::FetchInvalidate, C::Invalid, false, false},
      {C::Modified, P::FetchShared, C::Shared, true, true},
      {C::Modified, P::FetchInvalidate, C::Invalid, true, false},
      {C::FetchingShared, P::Invalidate, C::FetchingSharedOnce, false, false},
      {C::FetchingSharedOnce, P::Invalidate, C::FetchingSharedOnce, false, false},
      {C::FetchingModified, P::Invalidate, C::FetchingModified, false, false},
      {C::Upgrading, P::Invalidate, C::FetchingModified, false, false},
      {C::LeavingExclusive, P::FetchShared, C::Left, false, false},
      {C::LeavingExclusive, P::FetchInvalidate, C::Left, false, false},
      {C::LeavingModified, P::FetchShared, C::Left, true, false},
      {C::LeavingModified, P::FetchInvalidate, C::Left, true, false},
  };
  std::map<std::pair<C, P>, const Reaction*> now;
  for (const Reaction& row : table) now[{row.before, row.probe}] = &row;
  const C waits[] = {C::FetchingShared, C::FetchingSharedOnce, C::FetchingModified, C::Upgrading};
  for (unsigned condition = 0; condition < kLineConditions; ++condition) {
    for (const P probe : {P::Invalidate, P::FetchShared, P::FetchInvalidate}) {
      const C before = static_cast<C>(condition);
      SCOPED_TRACE(line_condition_name(before) + std::to_string(static_cast<int>(probe)));
      const ProbeReaction reaction = react(before, probe);
      const auto row = now.find({before, probe});
      if (row != now.end()) {
        EXPECT_EQ(reaction.when, When::Now);
        EXPECT_EQ(reaction.next, row->second->after);
        EXPECT_EQ(reaction.modified, row->second->modified);
        EXPECT_EQ(reaction.kept, row->second->kept);
      } else {
        const bool fetches = probe != P::Invalidate;
        const bool under_way =
            std::find(std::begin(waits), std::end(waits), before) != std::end(waits);
        EXPECT_EQ(reaction.when, fetches && under_way ? When::AfterFill : When::Never);
      }
    }
  }
}

// ---- What the directory makes of a request.

struct Planned {
  DirectoryLine line;
  R request;
  unsigned cache;
  std::uint64_t probed;
  P probe;
  bool stale;
};

TEST(Mesi, PlansProbesForEveryRequest) {
  const DirectoryLine nobody;
  const DirectoryLine readers{S::Shared, 0b1011};
  const DirectoryLine owner{S::Owned, 0b0100};
  const std::vector<Planned> table{
      {nobody, R::GetShared, 0, 0, P::Invalidate, false},
      {nobody, R::GetModified, 0, 0, P::Invalidate, false},
      {nobody, R::PutModified, 0, 0, P::Invalidate, true},
      {nobody, R::Read, 0, 0, P::Invalidate, false},
      {nobody, R::Write, 0, 0, P::Invalidate, false},
      {readers, R::GetShared, 2, 0, P::Invalidate, false},
      {readers, R::GetShared, 1, 0, P::Invalidate, false},
      {readers, R::GetModified, 2, 0b1011, P::Invalidate, false},
      {readers, R::GetModified, 1, 0b1001, P::Invalidate, false},
      {readers, R::PutExclusive, 1, 0, P::Invalidate, true},
      {readers, R::Read, 0, 0, P::Invalidate, false},
      {readers, R::Write, 0, 0b1011, P::Invalidate, false},
      {owner, R::GetShared, 0, 0b0100, P::FetchShared, false},
      {owner, R::GetModified, 0, 0b0100, P::FetchInvalidate, false},
      {owner, R::PutModified, 2, 0, P::Invalidate, false},
      {owner, R::PutExclusive, 2, 0, P::Invalidate, false},
      {owner, R::PutModified, 1, 0, P::Invalidate, true},
      {owner, R::Read, 2, 0b0100, P::FetchShared, false},
      {owner, R::Write, 2, 0b0100, P::FetchInvalidate, false},
  };
  for (const Planned& row : table) {
    SCOPED_TRACE(&row - table.data());
    const DirectoryPlan planned = plan(row.line, row.request, row.cache);
    EXPECT_EQ(planned.probed, row.probed);
    EXPECT_EQ(planned.stale, row.stale);
    EXPECT_EQ(planned.probe, row.probe);
  }
  EXPECT_THROW(plan(owner, R::GetShared, 2), Error);
  EXPECT_THROW(plan(owner, R::GetModified, 2), Error);
}

TEST(Mesi, KnowsWhoHasALineAfterProbesAndGrants) {
  const DirectoryLine readers{S::Shared, 0b0011};
  const DirectoryLine owner{S::Owned, 0b0100};
  EXPECT_EQ(after_probe(readers, P::Invalidate, 0, false), (DirectoryLine{S::Shared, 0b0010}));
  EXPECT_EQ(after_probe({S::Shared, 1}, P::Invalidate, 0, false), DirectoryLine{});
  EXPECT_EQ(after_probe(owner, P::FetchShared, 2, true), (DirectoryLine{S::Shared, 0b0100}));
  EXPECT_EQ(after_probe(owner, P::FetchShared, 2, false), DirectoryLine{});
  EXPECT_EQ(after_probe(owner, P::FetchInvalidate, 2, false), DirectoryLine{});
  EXPECT_EQ(grant({}, R::GetShared, 0), LineState::Exclusive);
  EXPECT_EQ(grant({S::Shared, 1}, R::GetShared, 0), LineState::Exclusive) << "it dropped its copy";
  EXPECT_EQ(grant(readers, R::GetShared, 0), LineState::Shared);
  EXPECT_EQ(grant({}, R::GetModified, 0), LineState::Modified);
  EXPECT_EQ(after_grant(readers, LineState::Shared, 3), (DirectoryLine{S::Shared, 0b1011}));
  EXPECT_EQ(after_grant({}, LineState::Exclusive, 3), (DirectoryLine{S::Owned, 0b1000}));
  EXPECT_EQ(after_grant({S::Shared, 8}, LineState::Modified, 3), (DirectoryLine{S::Owned, 0b1000}));
}

// ---- Two caches, links that take their time, a directory, a memory.

constexpr std::uint64_t kLatency = 2;    // of the caches
constexpr std::uint64_t kDirectory = 3;  // of the directory
constexpr std::uint64_t kBelow = 20;     // of the memory
constexpr std::uint64_t kLine = 0x1000;

class Coherence : public SimulationTest {
 protected:
  Coherence() {
    config_.bytes = 512;  // 8 lines
    config_.ways = 2;
    config_.latency = kLatency;
    config_.mshrs = 4;
    directory_config_.latency = kDirectory;
  }

  void build(unsigned caches, TestMemory::Style style = TestMemory::Style::Loose) {
    directory_ = std::make_unique<Directory>("directory", directory_config_, 64, cycles(1));
    memory_ = std::make_unique<TestMemory>("memory", style, kBelow);
    connect(directory_->down, memory_->socket);
    connect(other_.socket, directory_->up);
    for (unsigned i = 0; i < caches; ++i) {
      const std::string id = std::to_string(i);
      initiators_.push_back(std::make_unique<AtInitiator>(("initiator" + id).c_str()));
      caches_.push_back(std::make_unique<Cache>(("l1_" + id).c_str(), config_, "l1", 64, cycles(1),
                                                CacheRole::Coherent, i));
      links_.push_back(std::make_unique<DelayLink>(("link" + id).c_str()));
      probe_links_.push_back(std::make_unique<DelayLink>(("probe" + id).c_str()));
      connect(initiators_[i]->socket, caches_[i]->up);
      connect(caches_[i]->down, links_[i]->from);
      connect(links_[i]->to, directory_->up);
      connect(directory_->probes, probe_links_[i]->from);
      connect(probe_links_[i]->to, caches_[i]->probes);
    }
    sc_core::sc_start(cycles(1));
  }
  template <class From, class To>
  void connect(From& from, To& to) {
    checkers_.push_back(std::make_unique<BaseProtocolChecker>(
        ("checker" + std::to_string(checkers_.size())).c_str()));
    from.bind(checkers_.back()->from);
    checkers_.back()->to.bind(to);
  }
  void TearDown() override {
    EXPECT_EQ(violation(), "");
    for (const auto& cache : caches_) EXPECT_FALSE(cache->busy());
    EXPECT_FALSE(directory_ != nullptr && directory_->busy());
  }
  /// Of any link, or of coherence.
  std::string violation() const {
    for (const auto& checker : checkers_) {
      if (!checker->violation().empty()) return checker->violation();
    }
    std::vector<const Cache*> caches;
    for (const auto& cache : caches_) caches.push_back(cache.get());
    return directory_ == nullptr ? "" : coherence_violation(*directory_, caches, 64);
  }

  Transaction& read(unsigned cache, std::uint64_t cycle, std::uint64_t address = kLine) {
    Transaction& transaction = initiators_[cache]->make(kRead, address, 4);
    initiators_[cache]->send(transaction, cycle);
    return transaction;
  }
  Transaction& write(unsigned cache, std::uint64_t cycle, std::uint32_t value,
                     std::uint64_t address = kLine) {
    Transaction& transaction = initiators_[cache]->make(kWrite, address, 4);
    transaction.set_word(0, value);
    initiators_[cache]->send(transaction, cycle);
    return transaction;
  }
  Transaction& add(unsigned cache, std::uint64_t cycle, std::uint64_t address = kLine) {
    Transaction& transaction = initiators_[cache]->make(kRead, address, 4);
    transaction.make_atomic(AtomicOperation::Add, address, 1);
    initiators_[cache]->send(transaction, cycle);
    return transaction;
  }
  void run() {
    while (sc_core::sc_pending_activity()) {
      sc_core::sc_start(cycles(1));
      ASSERT_EQ(violation(), "") << "in cycle " << current_cycle();
    }
  }
  void run_to(std::uint64_t cycle) { sc_core::sc_start(cycles(cycle) - sc_core::sc_time_stamp()); }
  C condition(unsigned cache, std::uint64_t address = kLine) const {
    return caches_[cache]->condition(address / 64);
  }
  DirectoryLine known(std::uint64_t address = kLine) const {
    return directory_->line(address / 64);
  }
  static std::uint32_t initial(std::uint64_t address = kLine) {
    std::uint32_t word = 0;
    for (unsigned i = 4; i-- > 0;) word = word << 8 | TestMemory::byte_at(address + i);
    return word;
  }

  CacheConfig config_;
  DirectoryConfig directory_config_;
  std::vector<std::unique_ptr<BaseProtocolChecker>> checkers_;
  std::vector<std::unique_ptr<AtInitiator>> initiators_;
  AtInitiator other_{"other"};
  std::vector<std::unique_ptr<Cache>> caches_;
  std::vector<std::unique_ptr<DelayLink>> links_;
  std::vector<std::unique_ptr<DelayLink>> probe_links_;
  std::unique_ptr<Directory> directory_;
  std::unique_ptr<TestMemory> memory_;
};

// ---- Cycles: the cache asks 2 after its look-up, memory takes 20; a probe leaves the directory
// after 3 and is answered after 2.

TEST_F(Coherence, GrantsALineThatNobodyHasExclusively) {
  build(2);
  const Transaction& first = read(0, 10);
  const Transaction& hit = write(0, 50, 7);
  run();
  EXPECT_EQ(first.answered, 10U + 2 + 20);
  EXPECT_EQ(hit.answered, 52U) << "without asking";
  EXPECT_EQ(condition(0), C::Modified);
  EXPECT_EQ(known(), (DirectoryLine{S::Owned, 1}));
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
  EXPECT_EQ(known(), (DirectoryLine{S::Shared, 3}));
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

// ---- Races.

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

// ---- Others than coherent caches, debuggers, errors.

TEST_F(Coherence, ServesOthersWithTheNewestData) {
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
  config_.write = "through";
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

// ---- Random operations: every value, every rule of the protocol and every invariant after each
// answer, while messages overtake each other.

struct Jitter {
  std::uint32_t seed;
  std::uint64_t requests, probes;
};

class CoherenceMix : public Coherence, public ::testing::WithParamInterface<Jitter> {};

TEST_P(CoherenceMix, BehavesAsMemory) {
  const Jitter& jitter = GetParam();
  config_.bytes = 256;
  config_.mshrs = 2;
  config_.mshr_targets = 3;
  config_.queue = 1;
  config_.polluted_percent = jitter.seed % 2 == 0 ? 50 : 0;
  directory_config_.transactions = 4 + jitter.seed % 8;
  build(4, TestMemory::Style::FourPhases);
  memory_->empty = true;
  std::vector<AtInitiator*> initiators;
  for (unsigned i = 0; i < 4; ++i) {
    initiators.push_back(initiators_[i].get());
    initiators_[i]->response_cycles = i == 3 ? 2 : 0;
    links_[i]->jitter = jitter.requests;
    probe_links_[i]->jitter = jitter.probes;
    links_[i]->random = SeededRandom(jitter.seed * 100 + i);
    probe_links_[i]->random = SeededRandom(jitter.seed * 100 + 50 + i);
  }
  RandomTest test;
  test.seed = jitter.seed;
  test.operations = 20000;
  RandomMemoryTester tester(test, initiators);
  tester.invariant = [this] { return violation(); };
  EXPECT_EQ(tester.run(), "");
  EXPECT_EQ(tester.answered(), test.operations);
  EXPECT_GT(directory_->statistics().stale_puts, 0U);
  EXPECT_GT(directory_->statistics().transfers, 0U);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CoherenceMix,
                         ::testing::Values(Jitter{1, 0, 0}, Jitter{2, 30, 0}, Jitter{3, 0, 30},
                                           Jitter{4, 30, 30}, Jitter{5, 100, 10},
                                           Jitter{6, 10, 100}),
                         [](const auto& info) { return std::to_string(info.param.seed); });

}  // namespace
}  // namespace lanefold
