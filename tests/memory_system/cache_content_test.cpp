// SPDX-License-Identifier: Apache-2.0
// What a cache holds, what it refuses, and whom it serves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "blocks/memory_link/line_request.h"
#include "lanefold/error.h"
#include "tests/support/cache_bench.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using CacheContent = CacheBench;

// ---- Contents.

TEST_F(CacheContent, HoldsWrittenDataAndWritesItBack) {
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

TEST_F(CacheContent, WritesOnlyEnabledBytes) {
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

TEST_F(CacheContent, RepeatsByteEnablesOverTheData) {
  build();
  send(0, 10, kRead, 0x1000);
  Transaction& write = initiators_[0].make(kWrite, 0x1000, 64);
  std::array<unsigned char, 4> enables{TLM_BYTE_DISABLED, TLM_BYTE_ENABLED, TLM_BYTE_DISABLED,
                                       TLM_BYTE_DISABLED};
  write.payload.set_byte_enable_ptr(enables.data());
  write.payload.set_byte_enable_length(4);
  for (unsigned word = 0; word < 16; ++word) write.set_word(4 * word, 0xaaaaaaaa);
  initiators_[0].send(write, 50);  // a hit
  const Transaction& read = send(0, 90, kRead, 0x1000);
  run();
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_EQ(read.data[i], i % 4 == 1 ? 0xaa : TestMemory::byte_at(0x1000 + i)) << i;
  }
}

TEST_F(CacheContent, KeepsTheLineThatWasHit) {
  config_.bytes = 128;
  config_.ways = 2;
  build();
  std::uint64_t cycle = 10;
  for (const std::uint64_t address : {0x000, 0x040, 0x000, 0x080})
    send(0, cycle += 50, kRead, address);
  run();
  EXPECT_TRUE(cache_->array().find(0).has_value());
  EXPECT_FALSE(cache_->array().find(1).has_value());
}

TEST_F(CacheContent, DoesNotKeepALineThatWasOnItsWayWhenItWasFlushed) {
  build();
  send_word(0, 10, 0x1000, 5);
  sc_core::sc_start(cycles(20) - sc_core::sc_time_stamp());
  cache_->flush();
  const Transaction& late = send(1, 25, kRead, 0x1000);  // does not join
  run();
  EXPECT_EQ(memory_word(0x1000), 5U);
  EXPECT_EQ(late.word(0), 5U);
  EXPECT_EQ(late.answered, 33U + 3 + 20);
  EXPECT_THAT(memory_->log, ElementsAre("13: R 0x1000", "33: W 0x1000", "36: R 0x1000"));
}

TEST_F(CacheContent, LetsDebuggersSeeWritesOnTheirWay) {
  config_.write = CacheWrite::Through;
  build(CacheRole::Shared, Style::FourPhases, 10);
  Transaction& other = initiators_[0].make(kWrite, 0x2000, 64);
  initiators_[0].send(other, 10);
  Transaction& write = initiators_[0].make(kWrite, 0x1000, 64);
  write.enable(8, 4);
  write.set_word(8, 2);
  initiators_[0].send(write, 11);  // the memory takes it in 23
  sc_core::sc_start(cycles(15) - sc_core::sc_time_stamp());
  EXPECT_NE(memory_word(0x1008), 2U);
  EXPECT_EQ(debug_word(0x1008), 2U);
  EXPECT_EQ(debug_word(0x1004), memory_word(0x1004));
  run();
  EXPECT_EQ(memory_word(0x1008), 2U);
}

TEST_F(CacheContent, WorksWithoutAUsableLine) {
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

TEST_F(CacheContent, LetsDebuggersReadAndWriteItsLines) {
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

TEST_F(CacheContent, CarriesAtomicsOutWhereLinesAreShared) {
  build();
  std::vector<Transaction*> adds;
  for (unsigned i = 0; i < 4; ++i) {
    adds.push_back(&initiators_[i % 3].make(kRead, 0x1000, 64));
    adds.back()->make_atomic(Opcode::AmoaddW, 0x1008, 10);
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
TEST_F(CacheContent, PassesAtomicsOnForSharedLines) {
  build(CacheRole::Private);
  send_word(0, 10, 0x1008, 7);
  Transaction& add = initiators_[0].make(kRead, 0x1000, 64);
  add.make_atomic(Opcode::AmoaddW, 0x1008, 10);
  initiators_[0].send(add, 50);
  run();
  EXPECT_EQ(add.word(8), 7U);
  EXPECT_EQ(add.answered, 50U + 3 + 20);
  EXPECT_THAT(memory_->log, ElementsAre("13: R 0x1000", "50: W 0x1000", "53: R 0x1000"));
  EXPECT_FALSE(cache_->array().find(0x1000 / 64).has_value());
}

TEST_F(CacheContent, TellsTheLoadStoreUnitWhetherItHit) {
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

// The second one waits for the only register, and the line comes before it is looked up again.
TEST_F(CacheContent, TellsTheLoadStoreUnitOfAMissThatWaitedForARegister) {
  config_.mshrs = 1;
  config_.mshr_targets = 1;
  build();
  LaneExtension lanes;
  lanes.hit = true;
  const Transaction& first = send(0, 10, kRead, 0x1000);
  Transaction& second = initiators_[1].make(kRead, 0x1000, 64);
  second.payload.set_extension(&lanes);
  initiators_[1].send(second, 11);
  run();
  EXPECT_EQ(first.answered, 10U + 3 + 20);
  EXPECT_EQ(second.answered, first.answered + 3);
  EXPECT_FALSE(lanes.hit);
  second.payload.clear_extension(&lanes);
}

// One register with room for two: the second read joins the first, the third finds no place in the
// register, the fourth no register.
TEST_F(CacheContent, DropsSnoopsThatFindNoRoomAndCountsThem) {
  config_.mshrs = 1;
  config_.mshr_targets = 2;
  build();
  const std::vector<Shot> shots{{10, 0x1000, kRead, 33}, {11, 0x1000, kRead, 33},
                                {12, 0x1000, kRead, 15}, {13, 0x2000, kRead, 16},
                                {50, 0x1000, kRead, 53}, {60, 0x2000, kRead, 83}};
  LaneExtension snoop;
  snoop.droppable = true;
  std::vector<Transaction*> reads;
  for (const Shot& shot : shots) {
    reads.push_back(&initiators_[0].make(kRead, shot.address, 64));
    reads.back()->payload.set_extension(&snoop);
    initiators_[0].send(*reads.back(), shot.cycle);
  }
  run();
  for (std::size_t i = 0; i < shots.size(); ++i) {
    EXPECT_EQ(reads[i]->answered, shots[i].answered) << i;
    reads[i]->payload.clear_extension(&snoop);
  }
  EXPECT_THAT(memory_->log, ElementsAre("13: R 0x1000", "63: R 0x2000"));
  const CacheStatistics statistics = cache_->statistics();
  EXPECT_EQ(statistics.accesses, 6U);
  EXPECT_EQ(statistics.hits, 1U);
  EXPECT_EQ(statistics.misses, 2U);
  EXPECT_EQ(statistics.merges, 1U);
  EXPECT_EQ(statistics.dropped_snoops, 2U);
}

// ---- Errors.

TEST_F(CacheContent, RefusesTheEndOfAResponseThatHasNotBegun) {
  build();
  Transaction& read = send(0, 10, kRead, 0x1000);
  run();
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  for (unsigned i : {0U, 2U}) {  // the third has not sent anything
    EXPECT_THROW(initiators_[i].socket->nb_transport_fw(read.payload, phase, delay),
                 sc_core::sc_report);
  }
}

TEST_F(CacheContent, PassesErrorsOfTheNextLevelOn) {
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

TEST_F(CacheContent, RefusesRequestsBeyondALine) {
  build();
  const Transaction& across = send(0, 10, kRead, 0x1020, 64);
  Transaction& streaming = initiators_[0].make(kRead, 0x1000, 64);
  streaming.payload.set_streaming_width(4);
  initiators_[0].send(streaming, 10);
  run();
  EXPECT_EQ(across.payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(streaming.payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_F(CacheContent, RefusesAConfigurationThatCannotBe) {
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
    wait();  // AddressSanitizer loses the caller's stack when a thread ends
  }
};

TEST_F(CacheContent, ServesBlockingInitiatorsInTheSameCycles) {
  Looser looser("looser");
  config_.bytes = 1024;
  cache_ = std::make_unique<Cache>("cache", config_, "l1", 64, domain(), CacheRole::Shared);
  memory_ = std::make_unique<TestMemory>("memory", Style::FourPhases, 20);
  cache_->down.bind(memory_->socket);
  looser.socket.bind(cache_->up);
  for (AtInitiator& initiator : initiators_) initiator.socket.bind(cache_->up);
  sc_core::sc_start(cycles(1));
  run();
  ASSERT_THAT(looser.times, ElementsAre(33, 36, 39));
  EXPECT_EQ(looser.words[2], 99U);
}

}  // namespace
}  // namespace lanefold
