// SPDX-License-Identifier: Apache-2.0
// A cache between initiators and a memory that know nothing but the standard: exact cycles of every
// case, and what it holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <map>
#include <memory>

#include "lanefold/error.h"
#include "memory_system/cache/cache.h"
#include "memory_system/cache/seeded_random.h"
#include "memory_system/line_request.h"
#include "tests/support/at_initiator.h"
#include "tests/support/pipeline.h"
#include "tests/support/test_memory.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kLatency = 3;  // of the cache
constexpr std::uint64_t kBelow = 20;   // of the memory
using Style = TestMemory::Style;

class CacheTest : public SimulationTest {
 protected:
  CacheTest() {
    config_.bytes = 1024;  // 16 lines of 64 bytes in 4 sets
    config_.ways = 4;
    config_.latency = kLatency;
    config_.mshrs = 4;
    config_.mshr_targets = 4;
  }
  void build(CacheRole role = CacheRole::Shared, Style style = Style::Loose,
             std::uint64_t accept = 0) {
    cache_ = std::make_unique<Cache>("cache", config_, "l1", 64, cycles(1), role);
    memory_ = std::make_unique<TestMemory>("memory", style, kBelow, accept);
    cache_->down.bind(memory_->socket);
    for (AtInitiator& initiator : initiators_) initiator.socket.bind(cache_->up);
    sc_core::sc_start(cycles(1));
  }
  /// Every shot is answered in its cycle.
  void expect(const std::vector<Shot>& shots) {
    EXPECT_EQ(answers_of(initiators_[0], shots), expected_answers(shots));
  }
  void run() {
    while (sc_core::sc_pending_activity()) {
      sc_core::sc_start(sc_core::sc_time_to_pending_activity() + cycles(1));
    }
  }
  Transaction& send(unsigned initiator, std::uint64_t cycle, tlm::tlm_command command,
                    std::uint64_t address, unsigned length = 64) {
    Transaction& transaction = initiators_[initiator].make(command, address, length);
    initiators_[initiator].send(transaction, cycle);
    return transaction;
  }
  Transaction& send_word(unsigned initiator, std::uint64_t cycle, std::uint64_t address,
                         std::uint32_t value) {
    Transaction& transaction = initiators_[initiator].make(kWrite, address, 4);
    transaction.set_word(0, value);
    initiators_[initiator].send(transaction, cycle);
    return transaction;
  }
  std::uint32_t debug_word(std::uint64_t address) {
    Transaction read(kRead, address, 4);
    EXPECT_EQ(initiators_[0].socket->transport_dbg(read.payload), 4U);
    return read.word(0);
  }
  std::uint32_t memory_word(std::uint64_t address) {
    std::uint32_t word = 0;
    for (unsigned i = 4; i-- > 0;) word = word << 8 | memory_->byte(address + i);
    return word;
  }

  CacheConfig config_;
  AtInitiator initiators_[3]{AtInitiator("a"), AtInitiator("b"), AtInitiator("c")};
  std::unique_ptr<Cache> cache_;
  std::unique_ptr<TestMemory> memory_;
};

// ---- Cycles.

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

TEST_F(CacheTest, GivesAnInitiatorOneResponseAtATime) {
  build();
  initiators_[0].response_cycles = 5;
  expect({{10, 0x000, kRead, 33}, {11, 0x000, kRead, 38}, {12, 0x000, kRead, 43}});
}

// Each write takes 3 cycles and the 20 of the memory, here or not.
TEST_F(CacheTest, PassesWritesThroughAndAnswersThemWithTheNextLevel) {
  config_.write = "through";
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

TEST_F(CacheTest, HitsAlwaysWhenPerfect) {
  config_.perfect = true;
  build();
  expect({{10, 0x000, kRead, 13}, {10, 0x100, kWrite, 14}, {11, 0x9000, kRead, 15}});
  EXPECT_THAT(memory_->log, IsEmpty());
}

// ---- Contents.

TEST_F(CacheTest, HoldsWhatIsWrittenAndWritesItBack) {
  build();
  EXPECT_EQ(send(0, 10, kRead, 0x1000).payload.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
  send_word(0, 11, 0x1004, 77);
  const Transaction& read = send(0, 50, kRead, 0x1000);
  run();
  EXPECT_EQ(read.data[0], TestMemory::byte_at(0x1000));
  EXPECT_EQ(read.word(4), 77U);
  EXPECT_NE(memory_word(0x1004), 77U);
  EXPECT_EQ(debug_word(0x1004), 77U);
  cache_->flush();
  EXPECT_EQ(debug_word(0x1004), 77U) << "on its way";
  run();
  EXPECT_EQ(memory_word(0x1004), 77U);
  EXPECT_FALSE(cache_->array().find(0x1000 / 64).has_value());
}

TEST_F(CacheTest, WritesOnlyEnabledBytes) {
  build();
  Transaction& write = initiators_[0].make(kWrite, 0x1000, 64);
  write.enable(8, 4);
  write.set_word(4, 1);
  write.set_word(8, 2);
  initiators_[0].send(write, 10);
  const Transaction& read = send(0, 50, kRead, 0x1000);
  run();
  EXPECT_EQ(read.word(8), 2U);
  EXPECT_EQ(read.data[4], TestMemory::byte_at(0x1004));
}

TEST_F(CacheTest, WorksWithoutAUsableLine) {
  config_.polluted_percent = 100;
  build();
  send_word(0, 10, 0x1000, 5);
  const Transaction& merged = send(1, 12, kRead, 0x1000);
  const Transaction& later = send(1, 50, kRead, 0x1000);
  run();
  EXPECT_EQ(merged.word(0), 5U);
  EXPECT_EQ(later.word(0), 5U);
  EXPECT_EQ(memory_word(0x1000), 5U);
  EXPECT_EQ(cache_->statistics().hits, 0U);
}

TEST_F(CacheTest, LetsDebuggersSeeAndChangeWhatItHolds) {
  build();
  send(0, 10, kRead, 0x1000);
  run();
  Transaction write(kWrite, 0x1000 - 4, 8);
  write.set_word(0, 8);
  write.set_word(4, 9);
  EXPECT_EQ(initiators_[0].socket->transport_dbg(write.payload), 8U);
  EXPECT_EQ(memory_word(0xffc), 8U);
  EXPECT_EQ(memory_word(0x1000), 9U);
  const Transaction& read = send(0, 100, kRead, 0x1000);
  run();
  EXPECT_EQ(read.word(0), 9U);
}

TEST_F(CacheTest, CarriesAtomicsOutWhereLinesAreShared) {
  build();
  std::vector<Transaction*> adds;
  for (unsigned i = 0; i < 4; ++i) {
    adds.push_back(&initiators_[i % 3].make(kRead, 0x1000, 64));
    adds.back()->make_atomic(AtomicOperation::Add, 0x1008, 10);
    initiators_[i % 3].send(*adds.back(), 10 + i + 30 * (i / 3));
  }
  run();
  const std::uint32_t first = adds[0]->word(8);
  EXPECT_EQ(adds[1]->word(8), first + 10);
  EXPECT_EQ(adds[2]->word(8), first + 20);
  EXPECT_EQ(adds[3]->word(8), first + 30);
  EXPECT_EQ(debug_word(0x1008), first + 40);
  EXPECT_EQ(cache_->array().state(*cache_->array().find(0x1000 / 64)), LineState::Modified);
}

// The line that was modified here goes down before the atomic.
TEST_F(CacheTest, PassesAtomicsOnWhereOthersMayHaveTheLine) {
  build(CacheRole::Private);
  send_word(0, 10, 0x1008, 7);
  Transaction& add = initiators_[0].make(kRead, 0x1000, 64);
  add.make_atomic(AtomicOperation::Add, 0x1008, 10);
  initiators_[0].send(add, 50);
  run();
  EXPECT_EQ(add.word(8), 7U);
  EXPECT_EQ(add.answered, 50U + 3 + 20);
  EXPECT_THAT(memory_->log, ElementsAre("13: R 0x1000", "50: W 0x1000", "53: R 0x1000"));
  EXPECT_FALSE(cache_->array().find(0x1000 / 64).has_value());
}

TEST_F(CacheTest, TellsTheLoadStoreUnitWhetherItHit) {
  build();
  LaneExtension lanes[3];
  Transaction* reads[3];
  for (unsigned i = 0; i < 3; ++i) {
    lanes[i].hit = i == 0;
    reads[i] = &initiators_[0].make(kRead, 0x1000, 64);
    reads[i]->payload.set_extension(&lanes[i]);
    initiators_[0].send(*reads[i], i == 2 ? 50 : 10 + i);
  }
  run();
  EXPECT_FALSE(lanes[0].hit);
  EXPECT_FALSE(lanes[1].hit);
  EXPECT_TRUE(lanes[2].hit);
  for (unsigned i = 0; i < 3; ++i) reads[i]->payload.clear_extension(&lanes[i]);
}

// ---- Errors.

TEST_F(CacheTest, PassesErrorsOfTheNextLevelOn) {
  build();
  memory_->refuses_from = 0x2000;
  const Transaction& read = send(0, 10, kRead, 0x2000);
  const Transaction& merged = send(1, 11, kWrite, 0x2000);
  run();
  EXPECT_EQ(read.payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(merged.payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_FALSE(cache_->array().find(0x2000 / 64).has_value());
  EXPECT_FALSE(cache_->busy());
}

TEST_F(CacheTest, RefusesRequestsBeyondALine) {
  build();
  const Transaction& across = send(0, 10, kRead, 0x1020, 64);
  Transaction& streaming = initiators_[0].make(kRead, 0x1000, 64);
  streaming.payload.set_streaming_width(4);
  initiators_[0].send(streaming, 10);
  run();
  EXPECT_EQ(across.payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(streaming.payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_F(CacheTest, RefusesAConfigurationThatCannotBe) {
  config_.mshrs = 0;
  try {
    build();
    FAIL() << "no registers";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "l1.mshrs is 0 but must be at least 1");
  }
}

// ---- Blocking transport.

struct Looser : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Looser> socket{"socket"};
  std::vector<double> times;
  std::vector<std::uint32_t> words;

  SC_HAS_PROCESS(Looser);
  explicit Looser(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(work); }
  void work() {
    sc_core::sc_time local = cycles(10);  // ahead of simulated time
    for (const bool writes : {false, true, false}) {
      Transaction transaction(writes ? kWrite : kRead, 0x1000, 4);
      transaction.set_word(0, 99);
      socket->b_transport(transaction.payload, local);
      EXPECT_TRUE(transaction.payload.is_response_ok());
      times.push_back((sc_core::sc_time_stamp() + local) / cycles(1));
      words.push_back(transaction.word(0));
    }
  }
};

TEST_F(CacheTest, ServesBlockingInitiatorsInTheSameCycles) {
  Looser looser("looser");
  config_.bytes = 1024;
  cache_ = std::make_unique<Cache>("cache", config_, "l1", 64, cycles(1), CacheRole::Shared);
  memory_ = std::make_unique<TestMemory>("memory", Style::FourPhases, kBelow);
  cache_->down.bind(memory_->socket);
  looser.socket.bind(cache_->up);
  for (AtInitiator& initiator : initiators_) initiator.socket.bind(cache_->up);
  sc_core::sc_start(cycles(1));
  run();
  ASSERT_THAT(looser.times, ElementsAre(33, 36, 39));
  EXPECT_EQ(looser.words[2], 99U);
}

// ---- Many requests at once.

/// Random requests of three initiators, and what memory must hold.
class Mix {
 public:
  static constexpr std::uint64_t kLines = 40;
  static constexpr unsigned kPerInitiator = 4000;

  explicit Mix(AtInitiator (&initiators)[3]) : initiators_(initiators) {
    for (std::uint64_t line = 0; line < kLines * 64; line += 64) {
      for (std::uint64_t word = line; word < line + 64; word += 4) {
        for (unsigned i = 4; i-- > 0;) {
          golden[word] = golden[word] << 8 | TestMemory::byte_at(word + i);
        }
      }
    }
  }

  void start() {
    for (unsigned i = 0; i < 3; ++i) {
      initiators_[i].answered = [this, i](Transaction& transaction) {
        check(i, transaction);
        if (sent_[i] < kPerInitiator) send(i);
      };
      for (unsigned count = 0; count < 4; ++count) send(i);
    }
  }

  std::map<std::uint64_t, std::uint32_t> golden;  ///< words
  unsigned wrong = 0;
  unsigned answers = 0;

 private:
  void send(unsigned i) {
    const std::uint64_t line = random_.below(kLines) * 64;
    const auto what = random_.below(4);
    const bool writes = what < 2;
    Transaction& transaction = initiators_[i].make(writes ? kWrite : kRead, line, 64);
    if (writes) {
      golden[line + i * 4] = static_cast<std::uint32_t>(random_.next());
      transaction.enable(i * 4, 4);
      transaction.set_word(i * 4, golden[line + i * 4]);
    } else if (what == 2) {
      transaction.make_atomic(AtomicOperation::Add, line + 32, 1);
      ++golden[line + 32];
    }
    expected_[&transaction] = golden[line + i * 4];
    ++sent_[i];
    initiators_[i].send(transaction, current_cycle() + 1 + random_.below(3));
  }

  void check(unsigned i, const Transaction& transaction) {
    ++answers;
    if (!transaction.payload.is_response_ok()) ++wrong;
    if (transaction.payload.is_read() && transaction.word(i * 4) != expected_[&transaction]) {
      ++wrong;
    }
  }

  AtInitiator (&initiators_)[3];
  SeededRandom random_{1};
  std::map<const Transaction*, std::uint32_t> expected_;
  unsigned sent_[3] = {};
};

struct Machine {
  const char* name;
  std::uint32_t ways, banks, mshrs, targets, queue, polluted;
  const char* write;
  CacheRole role;
  Style style;
};

class CacheMix : public CacheTest, public ::testing::WithParamInterface<Machine> {};

// Every initiator owns a word of each line, of which it knows what each read must see; all add to
// one more word. Two levels, four requests of each initiator at once.
TEST_P(CacheMix, BehavesAsMemory) {
  const Machine& machine = GetParam();
  config_.ways = machine.ways;
  config_.banks = machine.banks;
  config_.mshrs = machine.mshrs;
  config_.mshr_targets = machine.targets;
  config_.queue = machine.queue;
  config_.polluted_percent = machine.polluted;
  config_.write = machine.write;
  Cache shared("shared", config_, "l2", 64, cycles(1), CacheRole::Shared);
  cache_ = std::make_unique<Cache>("cache", config_, "l1", 64, cycles(1), machine.role);
  memory_ = std::make_unique<TestMemory>("memory", machine.style, kBelow, 3);
  cache_->down.bind(shared.up);
  shared.down.bind(memory_->socket);
  for (AtInitiator& initiator : initiators_) initiator.socket.bind(cache_->up);
  initiators_[2].response_cycles = 2;
  sc_core::sc_start(cycles(1));
  Mix mix(initiators_);
  mix.start();
  run();
  EXPECT_EQ(mix.answers, 3 * Mix::kPerInitiator);
  EXPECT_EQ(mix.wrong, 0U);
  for (const auto& [address, value] : mix.golden) EXPECT_EQ(debug_word(address), value) << address;
  EXPECT_FALSE(cache_->busy());
  EXPECT_FALSE(shared.busy());
  const CacheStatistics statistics = cache_->statistics();
  EXPECT_EQ(statistics.accesses, 3 * Mix::kPerInitiator);
  EXPECT_EQ(statistics.hits + statistics.misses + statistics.merges, statistics.accesses);
}

INSTANTIATE_TEST_SUITE_P(
    Machines, CacheMix,
    ::testing::Values(
        Machine{"plain", 4, 1, 4, 4, 4, 0, "back", CacheRole::Shared, Style::Loose},
        Machine{"banked", 2, 8, 8, 2, 1, 0, "back", CacheRole::Shared, Style::FourPhases},
        Machine{"tight", 1, 1, 1, 1, 0, 0, "back", CacheRole::Shared, Style::FourPhases},
        Machine{"polluted", 4, 4, 4, 4, 2, 60, "back", CacheRole::Private, Style::FourPhases},
        Machine{"private_back", 4, 4, 4, 4, 2, 0, "back", CacheRole::Private, Style::FourPhases},
        Machine{"private_through", 4, 2, 8, 4, 2, 0, "through", CacheRole::Private,
                Style::FourPhases}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lanefold
