// SPDX-License-Identifier: Apache-2.0
// Coherent caches, their directory and a memory, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "blocks/cache/cache.h"
#include "blocks/directory/coherence_check.h"
#include "blocks/directory/directory.h"
#include "observers/protocol_checker/base_protocol_checker.h"
#include "tests/support/at_initiator.h"
#include "tests/support/delay_link.h"
#include "tests/support/pipeline.h"
#include "tests/support/test_memory.h"

namespace lanefold {

/// Coherent caches of latency 2, links that take their time, a directory of latency 3, a memory of
/// latency 20, and an initiator without a cache at the directory. A protocol checker is on every
/// link.
class CoherenceBench : public SimulationTest {
 protected:
  static constexpr std::uint64_t kLine = 0x1000;

  CoherenceBench() {
    config_.bytes = 512;  // 8 lines
    config_.ways = 2;
    config_.latency = 2;
    config_.mshrs = 4;
    directory_config_.latency = 3;
  }

  void build(unsigned caches, TestMemory::Style style = TestMemory::Style::Loose) {
    directory_ = std::make_unique<Directory>("directory", directory_config_, 64, domain());
    memory_ = std::make_unique<TestMemory>("memory", style, 20);
    connect(directory_->down, memory_->socket);
    connect(other_.socket, directory_->up);
    for (unsigned i = 0; i < caches; ++i) {
      const std::string id = std::to_string(i);
      initiators_.push_back(std::make_unique<AtInitiator>(("initiator" + id).c_str()));
      caches_.push_back(std::make_unique<Cache>(("l1_" + id).c_str(), config_, "l1", 64, domain(),
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
  /// The first violation of the protocol on any link, or of coherence; empty if none.
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
    transaction.make_atomic(Opcode::AmoaddW, address, 1);
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
  LineCondition condition(unsigned cache, std::uint64_t address = kLine) const {
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

}  // namespace lanefold
