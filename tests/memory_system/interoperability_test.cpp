// SPDX-License-Identifier: Apache-2.0
// Foreign memories and initiators, written against the TLM-2.0 standard only, in the place
// of ours. docs/how-to/interoperability.md shows the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "blocks/cache/cache.h"
#include "blocks/dram/memory_controller.h"
#include "blocks/interconnect/crossbar.h"
#include "observers/protocol_checker/base_protocol_checker.h"
#include "tests/support/at_initiator.h"
#include "tests/support/foreign_memories.h"
#include "tests/support/pipeline.h"
#include "tests/support/random_memory_tester.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kEnd = std::uint64_t{1} << 40;

CacheConfig cache_config() {
  CacheConfig config;
  config.bytes = 4096;
  config.ways = 2;
  config.latency = 3;
  return config;
}

// ---- Behind a cache, in exact cycles.

class ForeignBehindCache : public SimulationTest {
 protected:
  ForeignBehindCache() {
    initiator_.socket.bind(above_.from);
    above_.to.bind(cache_.up);
    cache_.down.bind(below_.from);
  }
  void TearDown() override {
    for (const BaseProtocolChecker* checker : {&above_, &below_}) {
      EXPECT_EQ(checker->violation(), "");
      EXPECT_TRUE(checker->idle());
    }
  }
  AtInitiator initiator_{"initiator"};
  BaseProtocolChecker above_{"above"};
  Cache cache_{"cache", cache_config(), "l1", 64, domain(), CacheRole::Shared};
  BaseProtocolChecker below_{"below"};
};

// A miss asks below after 3 cycles of look-up.
TEST_F(ForeignBehindCache, MayBeAtWithFourPhases) {
  foreign::AtMemory memory("memory", kEnd, cycles(2), cycles(20));
  below_.to.bind(memory.socket);
  const std::vector<Shot> shots{{10, 0x1000, kRead, 10 + 3 + 2 + 20},
                                {50, 0x1000, kRead, 50 + 3},
                                {60, 0x2000, kWrite, 60 + 3 + 2 + 20},
                                {90, 0x2000, kRead, 90 + 3}};
  EXPECT_EQ(answers_of(initiator_, shots), expected_answers(shots));
  EXPECT_EQ(memory.accesses, 2U);
}

TEST_F(ForeignBehindCache, MayBeLtWithBlockingTransportOnly) {
  foreign::LtMemory memory("memory", kEnd, cycles(20));
  below_.to.bind(memory.socket);
  const std::vector<Shot> shots{{10, 0x1000, kRead, 10 + 3 + 20},
                                {50, 0x1000, kRead, 50 + 3},
                                {60, 0x2000, kWrite, 60 + 3 + 20},
                                {90, 0x2000, kRead, 90 + 3}};
  EXPECT_EQ(answers_of(initiator_, shots), expected_answers(shots));
  EXPECT_EQ(memory.accesses, 2U);
}

// ---- In front of our memory system.

/// A loosely timed initiator: a thread that writes, reads back and takes the time.
class LtInitiator : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<LtInitiator> socket{"socket"};
  std::vector<std::uint64_t> ended;
  std::vector<std::uint32_t> read;

  SC_HAS_PROCESS(LtInitiator);
  explicit LtInitiator(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

 private:
  void run() {
    wait(cycles(10));
    access(tlm::TLM_WRITE_COMMAND, 0x1000, 7);
    access(tlm::TLM_READ_COMMAND, 0x1000, 0);
    access(tlm::TLM_READ_COMMAND, 0x1004, 0);
  }
  void access(tlm::tlm_command command, std::uint64_t address, std::uint32_t word) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(sizeof word);
    payload.set_streaming_width(sizeof word);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    wait(delay);
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
    ended.push_back(current_cycle());
    read.push_back(word);
  }
};

class ForeignInitiator : public SimulationTest {};

// Cache 3, crossbar 1 each way, memory 20; then hits of 3.
TEST_F(ForeignInitiator, MayBeLt) {
  InterconnectConfig interconnect;
  DramConfig dram;
  dram.latency = 20;
  MemoryContent content;
  LtInitiator initiator("initiator");
  BaseProtocolChecker above("above"), between("between"), below("below");
  Cache cache("cache", cache_config(), "l1", 64, domain(), CacheRole::Shared);
  Crossbar crossbar("crossbar", interconnect, 64, 1000, domain());
  MemoryController controller("controller", dram, 1000, domain().clock(), content);
  initiator.socket.bind(above.from);
  above.to.bind(cache.up);
  cache.down.bind(between.from);
  between.to.bind(crossbar.above);
  crossbar.below.bind(below.from);
  below.to.bind(controller.socket);
  sc_core::sc_start(cycles(1000));
  EXPECT_THAT(initiator.read, ElementsAre(7, 7, 0));
  EXPECT_THAT(initiator.ended, ElementsAre(10 + 3 + 22, 35 + 3, 38 + 3));
  for (const BaseProtocolChecker* checker : {&above, &between, &below}) {
    EXPECT_EQ(checker->violation(), "");
  }
}

// ---- Between the two.

class ForeignTarget : public SimulationTest {};

// Three initiators, a crossbar, two memories that know nothing but blocking calls.
TEST_F(ForeignTarget, HoldsDataOfAnyInitiator) {
  InterconnectConfig interconnect;
  AtInitiator initiators[]{AtInitiator("a"), AtInitiator("b"), AtInitiator("c")};
  Crossbar crossbar("crossbar", interconnect, 64, 1000, domain());
  foreign::LtMemory even("even", kEnd, cycles(15)), odd("odd", kEnd, cycles(5));
  BaseProtocolChecker before_even("before_even"), before_odd("before_odd");
  for (AtInitiator& initiator : initiators) initiator.socket.bind(crossbar.above);
  crossbar.below.bind(before_even.from);
  crossbar.below.bind(before_odd.from);
  before_even.to.bind(even.socket);
  before_odd.to.bind(odd.socket);
  sc_core::sc_start(cycles(1));
  RandomTest test;
  test.operations = 2000;
  test.atomics = false;  // the memories do not know them
  RandomMemoryTester tester(test, {&initiators[0], &initiators[1], &initiators[2]});
  tester.invariant = [&] { return before_even.violation() + before_odd.violation(); };
  EXPECT_EQ(tester.run(), "");
  EXPECT_EQ(even.accesses + odd.accesses, 2000U);
}

}  // namespace
}  // namespace lanefold
