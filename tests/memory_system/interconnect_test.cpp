// SPDX-License-Identifier: Apache-2.0
// Crossbar and data cluster: routing, bandwidth, contention and back-pressure in exact cycles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "blocks/dram/memory_controller.h"
#include "blocks/interconnect/crossbar.h"
#include "observers/protocol_checker/base_protocol_checker.h"
#include "tests/support/at_initiator.h"
#include "tests/support/foreign_memories.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Initiators, checkers, the crossbar, checkers, targets.
class CrossbarBench : public SimulationTest {
 protected:
  CrossbarBench() {
    interconnect_.queue = 16;
    dram_.latency = 10;
    dram_.bandwidth_mb_s = 0;
  }

  void build(unsigned initiators, unsigned targets, unsigned line_bytes = 64) {
    crossbar_ = std::make_unique<Crossbar>("crossbar", interconnect_, line_bytes, 1000, domain());
    for (unsigned i = 0; i < initiators; ++i) {
      initiators_.push_back(std::make_unique<AtInitiator>(name("initiator", i).c_str()));
      BaseProtocolChecker& checker = add_checker();
      initiators_.back()->socket.bind(checker.from);
      checker.to.bind(crossbar_->above);
    }
    for (unsigned i = 0; i < targets; ++i) {
      BaseProtocolChecker& checker = add_checker();
      crossbar_->below.bind(checker.from);
      bind_target(checker, i);
    }
    sc_core::sc_start(cycles(1));
  }

  virtual void bind_target(BaseProtocolChecker& checker, unsigned index) {
    controllers_.push_back(std::make_unique<MemoryController>(name("dram", index).c_str(), dram_,
                                                              1000, domain().clock(), content_));
    if (further_ != nullptr) {
      checker.to.bind(further_->above);
      further_->below.bind(controllers_.back()->socket);
    } else {
      checker.to.bind(controllers_.back()->socket);
    }
  }

  BaseProtocolChecker& add_checker() {
    const std::string checker_name = name("checker", static_cast<unsigned>(checkers_.size()));
    checkers_.push_back(std::make_unique<BaseProtocolChecker>(checker_name.c_str()));
    return *checkers_.back();
  }
  static std::string name(const char* what, unsigned index) { return what + std::to_string(index); }

  void TearDown() override {
    for (const auto& checker : checkers_) {
      EXPECT_EQ(checker->violation(), "");
      EXPECT_TRUE(checker->idle());
    }
    EXPECT_TRUE(crossbar_->idle());
  }

  /// Sends all and compares the cycles of the answers, by initiator.
  void expect_answers(const std::vector<std::vector<Shot>>& shots, unsigned length = 64) {
    std::vector<std::vector<Transaction*>> sent(shots.size());
    for (unsigned i = 0; i < shots.size(); ++i) {
      for (const Shot& shot : shots[i]) {
        sent[i].push_back(&initiators_[i]->make(shot.command, shot.address, length));
        initiators_[i]->send(*sent[i].back(), shot.cycle);
      }
    }
    run();
    for (unsigned i = 0; i < shots.size(); ++i) {
      for (unsigned k = 0; k < shots[i].size(); ++k) {
        EXPECT_EQ(sent[i][k]->answered, shots[i][k].answered) << "initiator " << i << " row " << k;
        EXPECT_EQ(sent[i][k]->payload.get_response_status(), tlm::TLM_OK_RESPONSE);
      }
    }
  }
  static void run() {
    while (sc_core::sc_pending_activity()) {
      sc_core::sc_start(sc_core::sc_time_to_pending_activity() + cycles(1));
    }
  }

  InterconnectConfig interconnect_;
  DramConfig dram_;
  MemoryContent content_;
  std::unique_ptr<Crossbar> crossbar_;
  Crossbar* further_ = nullptr;  ///< between it and the memory
  std::vector<std::unique_ptr<AtInitiator>> initiators_;
  std::vector<std::unique_ptr<MemoryController>> controllers_;
  std::vector<std::unique_ptr<BaseProtocolChecker>> checkers_;
};

// A cycle there, 10 in memory, a cycle back.
TEST_F(CrossbarBench, PassesEachWayInACycle) {
  build(1, 1);
  expect_answers({{{10, 0, kRead, 22}, {10, 64, kWrite, 22}, {11, 0, kRead, 23}}});
}

// Each knows its own port of the same payload: two cycles there, 10 in memory, two back.
TEST_F(CrossbarBench, PassesThroughAnotherInterconnect) {
  Crossbar further("further", interconnect_, 64, 1000, domain());
  further_ = &further;
  build(2, 1);
  expect_answers({{{10, 0, kRead, 24}}, {{30, 64, kRead, 44}, {31, 0, kWrite, 45}}});
  EXPECT_TRUE(further.idle());
}

// One line a cycle for all together, requests and answers (ISCA'13's DC1).
TEST_F(CrossbarBench, PassesOneLineACycle) {
  interconnect_.lines_per_cycle = 1;
  build(2, 1);
  expect_answers({{{10, 0, kRead, 22}, {10, 64, kRead, 24}, {10, 128, kRead, 26}},
                  {{10, 0, kRead, 23}, {10, 64, kRead, 25}, {10, 128, kRead, 27}}});
  EXPECT_EQ(crossbar_->statistics().requests, 6U);
  EXPECT_EQ(crossbar_->statistics().responses, 6U);
  EXPECT_EQ(crossbar_->statistics().request_wait_cycles, 0U + 1 + 2 + 3 + 4 + 5);
  EXPECT_EQ(crossbar_->statistics().response_wait_cycles, 0U);
}

// Two lines a cycle (DC2).
TEST_F(CrossbarBench, PassesTwoLinesACycle) {
  interconnect_.lines_per_cycle = 2;
  build(2, 1);
  expect_answers({{{10, 0, kRead, 22}, {10, 64, kRead, 23}, {10, 128, kRead, 24}},
                  {{10, 0, kRead, 22}, {10, 64, kRead, 23}, {10, 128, kRead, 24}}});
}

// 57 GB/s at 300 MHz are 190 bytes per switch cycle. The read's request of 8 bytes takes the edge
// at 10 and is there at 14; memory answers at 44, an edge; 136 bytes are there at the next, 46.67.
TEST_F(CrossbarBench, RunsOnItsOwnClock) {
  interconnect_.clock_mhz = 300;
  interconnect_.bandwidth_mb_s = 57000;
  dram_.latency = 30;
  build(1, 1, 128);
  expect_answers({{{8, 0, kRead, 47}}}, 128);
}

// The port of the only target sends 136 bytes per answer.
TEST_F(CrossbarBench, ApproachesItsBandwidth) {
  interconnect_.clock_mhz = 300;
  interconnect_.bandwidth_mb_s = 57000;
  build(4, 1, 128);
  constexpr unsigned kReads = 500;
  std::vector<Transaction*> all;
  for (unsigned i = 0; i < 4 * kReads; ++i) {
    all.push_back(&initiators_[i % 4]->make(kRead, i * 128, 128));
    initiators_[i % 4]->send(*all.back(), 1);
  }
  run();
  std::uint64_t last = 0;
  for (const Transaction* transaction : all) last = std::max(last, transaction->answered);
  const double bytes_per_cycle = 4.0 * kReads * 136 / static_cast<double>(last);
  EXPECT_GT(bytes_per_cycle, 57 * 0.99);
  EXPECT_LE(bytes_per_cycle, 57);
}

TEST_F(CrossbarBench, InterleavesTargetsByLine) {
  build(1, 4);
  expect_answers({{{10, 0, kRead, 22}, {10, 64, kRead, 22}, {10, 320, kRead, 22}}});
  EXPECT_EQ(controllers_[0]->statistics().reads, 1U);
  EXPECT_EQ(controllers_[1]->statistics().reads, 2U);
  EXPECT_EQ(controllers_[2]->statistics().reads, 0U);
}

TEST_F(CrossbarBench, RefusesARequestForTwoTargets) {
  build(1, 2);
  Transaction& read = initiators_[0]->make(kRead, 32, 64);
  initiators_[0]->send(read, 10);
  run();
  EXPECT_EQ(read.payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
  Transaction blocking(kRead, 32, 64);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  initiators_[0]->socket->b_transport(blocking.payload, delay);
  EXPECT_EQ(blocking.payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_F(CrossbarBench, LetsDebuggersPassToAllTargets) {
  build(1, 4);
  Transaction write(kWrite, 32, 256);
  for (unsigned i = 0; i < 256; ++i) write.data[i] = static_cast<unsigned char>(i);
  EXPECT_EQ(initiators_[0]->socket->transport_dbg(write.payload), 256U);
  Transaction read(kRead, 32, 256);
  EXPECT_EQ(initiators_[0]->socket->transport_dbg(read.payload), 256U);
  EXPECT_EQ(read.data, write.data);
  EXPECT_EQ(crossbar_->statistics().requests, 0U);
}

TEST_F(CrossbarBench, AnnotatesBlockingCallsWithTheTimeOfALoneRequest) {
  interconnect_.bandwidth_mb_s = 8000;  // 8 bytes a cycle: 1 for a header, 9 with a line
  build(1, 1);
  sc_core::sc_start(cycles(9));
  Transaction read(kRead, 0, 64);
  sc_core::sc_time delay = cycles(5);
  initiators_[0]->socket->b_transport(read.payload, delay);
  EXPECT_EQ(sc_core::sc_time_stamp() + delay, cycles(10 + 5 + 1 + 10 + 9));
}

TEST_F(CrossbarBench, StartsAgainWhereItIsReset) {
  interconnect_.clock_mhz = 300;
  build(1, 1);
  expect_answers({{{8, 0, kRead, 27}}});  // edges at 10, 14 (then memory), 24, 27
  sc_core::sc_start(cycles(1005) - sc_core::sc_time_stamp());
  crossbar_->reset();
  EXPECT_EQ(crossbar_->statistics().requests, 0U);
  expect_answers({{{1013, 0, kRead, 1032}}});
}

// ---- Back-pressure.

/// A target that ends requests `accept` cycles after they begin.
class SlowTarget : public CrossbarBench {
 protected:
  void bind_target(BaseProtocolChecker& checker, unsigned index) override {
    memories_.push_back(std::make_unique<foreign::AtMemory>(name("memory", index).c_str(), 1 << 16,
                                                            cycles(accept_), cycles(10)));
    checker.to.bind(memories_.back()->socket);
  }
  std::uint64_t accept_ = 8;
  std::vector<std::unique_ptr<foreign::AtMemory>> memories_;
};

// Sent in 10, begun below in 11, 19, 27, …: accepted 8 cycles later, answered 10 after that.
TEST_F(SlowTarget, KeepsRequestsInOrder) {
  build(1, 1);
  expect_answers({{{10, 0, kRead, 30}, {10, 0, kRead, 38}, {10, 0, kRead, 46}}});
}

// One place at the input and one at the output: the third request is accepted when the first has
// left the output, in 19.
TEST_F(SlowTarget, HoldsBackEndOfRequestWhenItsQueuesAreFull) {
  interconnect_.queue = 1;
  build(1, 1);
  std::vector<Transaction*> sent;
  for (unsigned i = 0; i < 4; ++i) {
    sent.push_back(&initiators_[0]->make(kRead, i * 64));
    initiators_[0]->send(*sent.back(), 10);
  }
  run();
  std::vector<std::uint64_t> accepted, answered;
  for (const Transaction* transaction : sent) {
    accepted.push_back(transaction->accepted);
    answered.push_back(transaction->answered);
  }
  // The output is free in 19, in which the second passes; it is below, and its place free, in 20.
  EXPECT_THAT(accepted, ElementsAre(10, 11, 20, 29));
  EXPECT_THAT(answered, ElementsAre(30, 39, 48, 57));
  EXPECT_EQ(crossbar_->statistics().held_requests, 3U);
}

TEST_F(SlowTarget, DescribesMessagesUnderWay) {
  accept_ = 1000;
  interconnect_.queue = 1;
  build(1, 1);
  for (unsigned i = 0; i < 3; ++i) initiators_[0]->send(initiators_[0]->make(kRead, 0), 10);
  sc_core::sc_start(cycles(50));
  std::ostringstream out;
  crossbar_->describe(out);
  EXPECT_THAT(out.str(), HasSubstr("3 requests on their way"));
  EXPECT_THAT(out.str(), HasSubstr("1 requests wait at port 0, and one is held back"));
  EXPECT_THAT(out.str(), HasSubstr("the target behind port 0 does not accept a request"));
  run();
}

// An initiator that takes 6 cycles to end a response frees the only place at the output with it;
// the next response passes in that cycle and is there in the one after.
TEST_F(SlowTarget, HoldsBackEndOfResponseWhenItsQueuesAreFull) {
  accept_ = 1;
  interconnect_.queue = 1;
  build(1, 1);
  initiators_[0]->response_cycles = 6;
  expect_answers({{{10, 0, kRead, 23},
                   {10, 0, kRead, 30},
                   {10, 0, kRead, 37},
                   {10, 0, kRead, 44},
                   {10, 0, kRead, 51}}});
  EXPECT_GT(crossbar_->statistics().held_responses, 0U);
}

}  // namespace
}  // namespace lanefold
