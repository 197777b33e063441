// SPDX-License-Identifier: Apache-2.0
// A cache with initiators and a memory, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "blocks/cache/cache.h"
#include "tests/support/at_initiator.h"
#include "tests/support/pipeline.h"
#include "tests/support/test_memory.h"

namespace lanefold {

/// A cache of latency 3 with 4 sets of 4 lines between three initiators and a memory of latency 20.
class CacheBench : public SimulationTest {
 protected:
  using Style = TestMemory::Style;

  CacheBench() {
    config_.bytes = 1024;  // 16 lines of 64 bytes in 4 sets
    config_.ways = 4;
    config_.latency = 3;
    config_.mshrs = 4;
    config_.mshr_targets = 4;
  }
  void build(CacheRole role = CacheRole::Shared, Style style = Style::Loose,
             std::uint64_t accept = 0) {
    cache_ = std::make_unique<Cache>("cache", config_, "l1", 64, domain(), role);
    memory_ = std::make_unique<TestMemory>("memory", style, 20, accept);
    cache_->down.bind(memory_->socket);
    for (AtInitiator& initiator : initiators_) initiator.socket.bind(cache_->up);
    sc_core::sc_start(cycles(1));
  }
  /// Every shot of the first initiator is answered in its cycle.
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

}  // namespace lanefold
