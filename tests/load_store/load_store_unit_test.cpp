// SPDX-License-Identifier: Apache-2.0
// The coalescer, and the load/store unit on the TLM-2.0 base protocol, against targets that know
// nothing but the standard.
#include "blocks/load_store/load_store_unit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "blocks/load_store/local_memory.h"
#include "decisions/execute/warp.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "tests/support/pipeline.h"
#include "tests/support/pipeline_memory.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr unsigned kLoad = 0, kStore = 1, kFence = 2, kAtomic = 3, kBarrier = 4, kSnoop = 5,
                   kLocalBarrier = 6;
const Code kAccesses{encode(Opcode::Lw, {7, 5}),   encode(Opcode::Sw, {0, 5, 7}),
                     encode(Opcode::Fence),        encode(Opcode::AmoaddW, {7, 5, 6}),
                     encode(Opcode::Barrier),      encode(Opcode::SnoopW, {7, 5}),
                     encode(Opcode::LocalBarrier), encode(Opcode::Exit)};

/// The unit with one thread of 16 lanes whose x5 holds addresses; each issue is in the current
/// cycle.
class LoadStore : public SimulationTest {
 protected:
  LoadStore() : bench_(config_, kAccesses) { buffer_ = bench_.memory().allocate(65536); }

  void build(Style style, std::uint64_t accept = 0, std::uint64_t latency = 20) {
    unit_ = std::make_unique<LoadStoreUnit>("unit", config_, 0, domain().clock(), statistics_,
                                            wake_, wires_, pipes_);
    target_ = std::make_unique<ForeignMemory>("target", style, accept, latency);
    unit_->memory.bind(checker_.from);
    checker_.to.bind(target_->socket);
    unit_->completed.bind(done_.in);
    unit_->local.bind(local_memory_.requests[0]);
    driver_.out.bind(unit_->addresses);
    set_addresses(64);
    sc_core::sc_start(cycles(1));
  }
  void TearDown() override { EXPECT_THAT(checker_.broken, ElementsAre()); }

  void set_addresses(std::uint32_t stride, std::uint32_t base = 0) {
    LaneRegisters& registers = bench_.warp().registers();
    for (unsigned lane = 0; lane < 16; ++lane) {
      registers.row(5)[lane] = (base != 0 ? base : buffer_.address) + lane * stride;
    }
  }
  /// Ticks every cycle up to `cycle`, as a core does.
  void run_to(std::uint64_t cycle) {
    while (current_cycle() < cycle) {
      if (wires_.due <= current_cycle()) unit_->tick(current_cycle());
      sc_core::sc_start(cycles(1));
    }
  }
  WarpInstruction& issue(unsigned what, unsigned fetch_cycles = 1) {
    WarpInstruction& instruction = bench_.instruction(what);
    instruction.issued = current_cycle();
    instruction.fetch_cycles = fetch_cycles;
    driver_.out.send(instruction);
    return instruction;
  }

  MachineConfig config_;
  ThreadBench bench_;
  Buffer buffer_;
  LaunchStatistics statistics_;
  Alarm wake_{domain(), [] {}};
  LoadStoreWires wires_;
  PipeWires pipes_;
  ProtocolChecker checker_{"checker"};
  Probe done_{"done"};
  Driver driver_{"driver"};
  LocalMemory local_memory_{"local_memory", config_.local_memory, 1};
  std::unique_ptr<LoadStoreUnit> unit_;
  std::unique_ptr<ForeignMemory> target_;
};

// Issued in 10, addresses there in 12, 16 lines sent in 12 to 27, the last answered 20 later.
TEST_F(LoadStore, SendsALineACycleToALooseTarget) {
  build(Style::Loose);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  EXPECT_EQ(pipes_.send.free_at, kNever);
  run_to(28);
  ASSERT_EQ(checker_.sent.size(), 16U);
  EXPECT_EQ(checker_.sent.front(), 12U);
  EXPECT_EQ(checker_.sent.back(), 27U);
  EXPECT_EQ(pipes_.send.free_at, 28U);
  EXPECT_THAT(done_.seen, ElementsAre(&load));
  EXPECT_EQ(load.completes, 47U);
  EXPECT_EQ(statistics_.memory_lines, 16U);
}

// The same cycles as those of the load above.
TEST_F(LoadStore, LetsASnoopHitLateIfMemoryNeverSaysThatItMisses) {
  build(Style::Loose);
  run_to(10);
  const WarpInstruction& snoop = issue(kSnoop, 2);
  run_to(28);
  EXPECT_THAT(done_.seen, ElementsAre(&snoop));
  EXPECT_EQ(snoop.completes, 47U);
  EXPECT_EQ(snoop.missed, LaneMask());
}

// The queue before the unit has two places. Addresses of those that wait are fetched meanwhile, one
// after another.
TEST_F(LoadStore, QueuesInstructionsAndSendsThemWithoutAGap) {
  build(Style::Loose);
  run_to(10);
  issue(kLoad, 2);
  run_to(11);
  const WarpInstruction& second = issue(kLoad, 2);
  EXPECT_LE(pipes_.send.accepts_from, 11U);
  const WarpInstruction& third = issue(kFence);
  EXPECT_EQ(second.fetched, 14U) << "behind the first one's";
  EXPECT_EQ(third.fetched, 15U);
  EXPECT_EQ(pipes_.send.accepts_from, kNever) << "until memory has taken the first";
  EXPECT_EQ(unit_->wait_for_stores(11), SlotSet::of(0)) << "the fence waits for its turn";
  std::ostringstream out;
  unit_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("thread 0 waits to send lw"));
  run_to(28);
  EXPECT_EQ(pipes_.send.accepts_from, 28U);
  EXPECT_EQ(wires_.due, 28U);
  run_to(29);
  EXPECT_LE(pipes_.send.accepts_from, 28U);
  run_to(50);
  EXPECT_EQ(checker_.sent.size(), 32U);
  EXPECT_EQ(checker_.sent[16], 28U);
  EXPECT_EQ(checker_.sent.back(), 43U);
  EXPECT_EQ(second.completes, 43U + 20);
  EXPECT_EQ(third.completes, 45U) << "a cycle after its turn: no store is unanswered";
  EXPECT_FALSE(unit_->busy());
}

// Two places: the first load's is free when memory has answered its last line, a store's as well.
TEST_F(LoadStore, CountsOutstandingRequests) {
  config_.core.outstanding_memory = 2;
  build(Style::Loose);
  set_addresses(4);
  run_to(10);
  issue(kLoad);  // sent in 11, answered in 31
  EXPECT_EQ(pipes_.may_not_send, SlotSet());
  run_to(15);
  issue(kStore);  // sent in 16, answered in 36
  EXPECT_EQ(pipes_.may_not_send, SlotSet::of(0));
  run_to(32);
  EXPECT_EQ(pipes_.may_not_send, SlotSet());
  issue(kLoad);
  EXPECT_EQ(pipes_.may_not_send, SlotSet::of(0));
  run_to(37);
  EXPECT_EQ(pipes_.may_not_send, SlotSet());
}

struct Strided {
  std::uint32_t words;
  std::vector<std::uint64_t> sent;  ///< cycles, from that in which the addresses are there
  std::uint64_t conflict_cycles;
};

// Sixteen banks of words before a cache of lines of 128 bytes: a line is sent with the last of its
// lanes, and the next instruction enters behind the last lane of all.
class LoadStoreBanks : public LoadStore, public ::testing::WithParamInterface<Strided> {};

TEST_P(LoadStoreBanks, SendEachLineWithTheLastOfItsLanes) {
  config_.l1.enabled = true;
  config_.l1.banks = 16;
  config_.memory.line_bytes = 128;
  build(Style::Loose);
  set_addresses(4 * GetParam().words);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  run_to(40);
  std::vector<std::uint64_t> sent;
  for (const std::uint64_t cycle : checker_.sent) sent.push_back(cycle - 12);
  EXPECT_EQ(sent, GetParam().sent);
  EXPECT_EQ(pipes_.send.free_at, 13U + GetParam().conflict_cycles);
  EXPECT_EQ(load.completes, 12U + GetParam().conflict_cycles + 20);
  EXPECT_EQ(statistics_.bank_conflict_cycles, GetParam().conflict_cycles);
}

INSTANTIATE_TEST_SUITE_P(
    Strides, LoadStoreBanks,
    ::testing::Values(Strided{1, {0}, 0}, Strided{2, {1}, 1},
                      Strided{16, {1, 3, 5, 7, 9, 11, 13, 15}, 15},
                      Strided{32, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 15},
                      Strided{513, std::vector<std::uint64_t>(16, 0), 0}),
    [](const auto& info) { return "words_" + std::to_string(info.param.words); });

// BEGIN_RESP also ends the request, at its annotated time: a line every 20 cycles from 12 on.
TEST_F(LoadStore, TakesAnAnswerThatComesWithTheRequest) {
  build(Style::EarlyAnswer);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  run_to(320);
  EXPECT_EQ(checker_.sent.back(), 12U + 15 * 20);
  EXPECT_THAT(done_.seen, ElementsAre(&load));
  EXPECT_EQ(load.completes, 12U + 16 * 20);
  EXPECT_EQ(checker_.completed, 16U);
}

// Answers arrive during cycle 47 and are seen in the next.
TEST_F(LoadStore, TakesAnAnswerThatFollowsAnEarlyEndOfRequest) {
  build(Style::EarlyEnd);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  run_to(60);
  EXPECT_EQ(checker_.sent.back(), 27U);
  EXPECT_EQ(load.completes, 48U);
  EXPECT_TRUE(checker_.idle());
}

// A request is accepted 3 cycles later, which is seen in the cycle after: one line every 4 cycles,
// the last in 12 + 15 * 4.
TEST_F(LoadStore, WaitsUntilATargetAcceptsARequest) {
  build(Style::FourPhases, 3, 20);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  run_to(120);
  for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(checker_.sent[i], 12 + 4 * i);
  EXPECT_EQ(load.completes, 72U + 20 + 1);
  EXPECT_EQ(pipes_.send.free_at, 76U);
  EXPECT_TRUE(checker_.idle());
}

TEST_F(LoadStore, CompletesAStoreWhenItIsSent) {
  build(Style::FourPhases, 1, 50);
  set_addresses(4, buffer_.address + 32);  // two lines
  run_to(10);
  const WarpInstruction& store = issue(kStore);
  run_to(30);
  EXPECT_THAT(checker_.sent, ElementsAre(11, 13));
  EXPECT_EQ(store.completes, 15U);
  EXPECT_THAT(target_->enabled, ElementsAre(32, 32));
  EXPECT_THAT(target_->addresses, ElementsAre(buffer_.address, buffer_.address + 64));
}

TEST_F(LoadStore, KeepsEveryFenceUntilTheStoresAreAnswered) {
  build(Style::FourPhases, 0, 50);
  set_addresses(4);
  run_to(10);
  issue(kStore);
  run_to(14);
  const WarpInstruction& first = issue(kFence);
  run_to(15);
  const WarpInstruction& second = issue(kBarrier);
  run_to(60);
  EXPECT_EQ(done_.seen.size(), 1U) << "only the store";
  run_to(70);
  ASSERT_EQ(done_.seen.size(), 3U);
  EXPECT_EQ(first.completes, 11U + 50 + 1);
  EXPECT_EQ(second.completes, 11U + 50 + 1);
  const WarpInstruction& third = issue(kFence);
  EXPECT_EQ(third.completes, 71U) << "nothing to wait for";
}

TEST_F(LoadStore, SendsAtomicsLaneByLane) {
  build(Style::Loose);
  set_addresses(0);
  LaneRegisters& registers = bench_.warp().registers();
  for (unsigned lane = 0; lane < 16; ++lane) registers.row(6)[lane] = lane + 1;
  run_to(10);
  const WarpInstruction& atomic = issue(kAtomic);
  run_to(40);
  EXPECT_EQ(checker_.sent.size(), 16U);
  EXPECT_EQ(atomic.completes, 26U + 20);
  std::uint32_t sum = 0;
  bench_.memory().read(buffer_, 0, &sum, 4);
  EXPECT_EQ(sum, 136U);
}

TEST_F(LoadStore, TakesTheTimeOfLocalMemory) {
  build(Style::Loose);
  set_addresses(4, kLocalBase);
  run_to(10);
  EXPECT_EQ(issue(kLoad, 2).completes, 12U + 5);
  EXPECT_EQ(pipes_.send.free_at, 12U);
  run_to(20);
  EXPECT_EQ(issue(kStore).completes, 21U);
  run_to(30);
  EXPECT_EQ(issue(kAtomic).completes, 31U + 5);
  set_addresses(16, kLocalBase);  // four words in each of four banks
  run_to(40);
  EXPECT_EQ(issue(kLoad).completes, 41U + 3 + 5);
  EXPECT_EQ(pipes_.send.free_at, 44U);
  EXPECT_EQ(statistics_.local_requests, 19U);
  EXPECT_EQ(statistics_.local_wait_cycles, 3U);
  EXPECT_TRUE(checker_.sent.empty());
}

TEST_F(LoadStore, ReportsAnErrorOfTheTarget) {
  build(Style::Loose);
  target_->status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  run_to(10);
  issue(kLoad);
  try {
    run_to(20);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Internal);
    EXPECT_THAT(error.what(), HasSubstr("TLM_ADDRESS_ERROR_RESPONSE"));
  }
}

// A launch is abandoned while a request waits to be accepted: the next one must not send before,
// and late answers and errors mean nothing to it.
TEST_F(LoadStore, HonoursTheProtocolAcrossAbandonedLaunches) {
  build(Style::FourPhases, 15, 30);
  target_->status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  run_to(10);
  issue(kLoad);
  run_to(14);
  unit_->reset();
  target_->status = tlm::TLM_OK_RESPONSE;
  set_addresses(4);
  const WarpInstruction& load = issue(kLoad);
  run_to(100);
  EXPECT_THAT(checker_.sent, ElementsAre(11, 27));
  EXPECT_THAT(done_.seen, ElementsAre(&load));
  EXPECT_EQ(load.completes, 27U + 30 + 1);
  EXPECT_TRUE(checker_.idle());
}

TEST_F(LoadStore, DescribesItsOutstandingRequests) {
  build(Style::FourPhases, 1000, 2000);
  run_to(10);
  issue(kStore);
  run_to(20);
  std::ostringstream out;
  unit_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("thread 0 has sent 1 of 16 lines of sw"));
  EXPECT_THAT(out.str(), HasSubstr("memory does not accept the latest"));
  EXPECT_THAT(out.str(), HasSubstr("thread 0 has 1 unanswered stores"));
}

class LoadStoreThrough : public LoadStore {
 protected:
  LoadStoreThrough() { bench_.warp().spaces().values = MemoryValues::Through; }
  std::uint32_t x7(unsigned lane) { return bench_.warp().registers().row(7)[lane]; }
  /// What the target answers at an address.
  static std::uint32_t word_at(std::uint32_t address) { return address; }
};

// A line is sent every third cycle from 12 on, and answered 20 cycles later.
TEST_F(LoadStoreThrough, LanesGetTheirValuesAsTheirLinesCome) {
  build(Style::FourPhases, 2, 20);
  run_to(10);
  const WarpInstruction& load = issue(kLoad, 2);
  run_to(32);
  EXPECT_EQ(x7(0), 0U);
  run_to(37);
  for (unsigned lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(x7(lane), lane < 2 ? word_at(buffer_.address + 64 * lane) : 0) << lane;
  }
  run_to(100);
  for (unsigned lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(x7(lane), word_at(buffer_.address + 64 * lane));
  }
  EXPECT_THAT(done_.seen, ElementsAre(&load));
}

TEST_F(LoadStoreThrough, StoresSendTheirOperandsAndLeaveTheImage) {
  build(Style::Loose);
  set_addresses(4);
  for (unsigned lane = 0; lane < 16; ++lane) {
    bench_.warp().registers().row(7)[lane] = 1000 + lane;
  }
  run_to(10);
  issue(kStore);
  run_to(20);
  ASSERT_EQ(target_->written.size(), 64U);
  for (unsigned lane = 0; lane < 16; ++lane) {
    std::uint32_t word = 0;
    std::memcpy(&word, &target_->written[4 * lane], 4);
    EXPECT_EQ(word, 1000U + lane);
    EXPECT_EQ(*bench_.memory().host(buffer_.address + 4 * lane), std::byte{0});
  }
}

TEST_F(LoadStoreThrough, AtomicsReturnTheWordOfTheAnswer) {
  build(Style::Loose);
  run_to(10);
  issue(kAtomic);
  run_to(60);
  for (unsigned lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(x7(lane), word_at(buffer_.address + 64 * lane));
  }
}

// A line is sent every other cycle. Where values are beside memory, nothing waits for the load.
TEST_F(LoadStoreThrough, FencesAndBarriersWaitForLoadsUnlessTheyOrderLocalMemoryOnly) {
  build(Style::FourPhases, 1, 20);
  run_to(10);
  const WarpInstruction& load = issue(kLoad);
  const WarpInstruction& local = issue(kLocalBarrier);
  const WarpInstruction& fence = issue(kFence);
  run_to(50);
  EXPECT_THAT(done_.seen, ElementsAre(&local));
  EXPECT_TRUE(unit_->wait_for_stores(50).test(0));
  run_to(100);
  EXPECT_THAT(done_.seen, ::testing::UnorderedElementsAre(&local, &load, &fence));
  EXPECT_EQ(fence.completes, load.completes);
}

TEST_F(LoadStore, FencesDoNotWaitForLoadsThatHaveTakenEffect) {
  build(Style::FourPhases, 1, 20);
  run_to(10);
  const WarpInstruction& load = issue(kLoad);
  const WarpInstruction& fence = issue(kFence);
  run_to(100);
  EXPECT_LT(fence.completes, load.completes);
}

}  // namespace
}  // namespace lanefold
