// SPDX-License-Identifier: Apache-2.0
// Memory systems under random operations, with a checker on every link.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "blocks/cache/cache.h"
#include "blocks/directory/coherence_check.h"
#include "blocks/directory/directory.h"
#include "blocks/dram/memory_controller.h"
#include "blocks/interconnect/crossbar.h"
#include "observers/protocol_checker/base_protocol_checker.h"
#include "tests/support/foreign_memories.h"
#include "tests/support/pipeline.h"
#include "tests/support/random_memory_tester.h"

namespace lanefold {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t kRandomOperations = 3'000;
constexpr std::uint64_t kManyOperations = 10'000;
#else
constexpr std::uint64_t kRandomOperations = 20'000;
constexpr std::uint64_t kManyOperations = 1'000'000;
#endif

std::string numbered(const char* what, std::size_t index) { return what + std::to_string(index); }

/// Initiators, and the parts that a test puts together behind them.
class RandomMemory : public SimulationTest, public ::testing::WithParamInterface<std::uint32_t> {
 protected:
  RandomMemory() {
    test_.seed = GetParam();
    test_.operations = kRandomOperations;
  }

  void make_initiators(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      initiators_.push_back(std::make_unique<AtInitiator>(numbered("initiator", i).c_str()));
      // Some take their time to end a response.
      initiators_.back()->response_cycles = i % 3 == 2 ? 1 + i : 0;
      initiators_.back()->annotates_end = (i + GetParam()) % 2 == 0;
    }
  }
  template <class Initiator, class Target>
  void link(Initiator& initiator, Target& target) {
    checkers_.push_back(
        std::make_unique<BaseProtocolChecker>(numbered("checker", checkers_.size()).c_str()));
    initiator.bind(checkers_.back()->from);
    checkers_.back()->to.bind(target);
  }
  MemoryController& make_controller() {
    controllers_.push_back(std::make_unique<MemoryController>(
        numbered("dram", controllers_.size()).c_str(), dram_, 1000, domain().clock(), content_));
    return *controllers_.back();
  }
  Crossbar& make_crossbar(unsigned line_bytes = 64) {
    crossbar_ = std::make_unique<Crossbar>("crossbar", interconnect_, line_bytes, 1000, domain());
    return *crossbar_;
  }

  /// Small enough that lines come and go all the time.
  CacheConfig small_cache() const {
    CacheConfig config;
    config.bytes = 512;
    config.ways = 2;
    config.latency = 2;
    config.mshrs = 2;
    config.mshr_targets = 2;
    config.queue = 1;
    return config;
  }
  Cache& make_cache(const CacheConfig& config, CacheRole role) {
    const auto id = static_cast<unsigned>(caches_.size());
    caches_.push_back(std::make_unique<Cache>(numbered("cache", id).c_str(), config, "l1", 64,
                                              domain(), role, id));
    return *caches_.back();
  }
  /// Initiators with a coherent cache each, crossbar, directory, shared cache, memory.
  void build_coherent(unsigned cores, const CacheConfig& l1, const CacheConfig& l2) {
    make_initiators(cores);
    directory_ = std::make_unique<Directory>("directory", directory_config_, 64, domain());
    Crossbar& crossbar = make_crossbar();
    for (auto& initiator : initiators_) {
      Cache& cache = make_cache(l1, CacheRole::Coherent);
      link(initiator->socket, cache.up);
      link(cache.down, crossbar.above);
      link(directory_->probes, cache.probes);
    }
    link(crossbar.below, directory_->up);
    Cache& shared = make_cache(l2, CacheRole::Shared);
    link(directory_->down, shared.up);
    link(shared.down, make_controller().socket);
  }
  /// Two memories that others wrote, slow in different ways.
  void link_foreign_memories(Crossbar& crossbar) {
    foreign_.push_back(std::make_unique<foreign::AtMemory>("slow", 1 << 16, cycles(3), cycles(20)));
    foreign_.push_back(
        std::make_unique<foreign::AtMemory>("slower", 1 << 16, cycles(9), cycles(1)));
    for (auto& memory : foreign_) link(crossbar.below, memory->socket);
  }

  void expect_no_failure() {
    sc_core::sc_start(cycles(1));
    std::vector<AtInitiator*> initiators;
    for (const auto& initiator : initiators_) initiators.push_back(initiator.get());
    RandomMemoryTester tester(test_, initiators);
    tester.invariant = [this] { return first_violation(); };
    if (directory_ != nullptr) {
      for (unsigned id = 0; id < initiators_.size(); ++id) coherent_.push_back(caches_[id].get());
    }
    EXPECT_EQ(tester.run(), "");
    EXPECT_EQ(tester.answered(), test_.operations);
    for (const auto& checker : checkers_) EXPECT_TRUE(checker->idle());
  }
  std::string first_violation() const {
    for (const auto& checker : checkers_) {
      if (!checker->violation().empty()) return checker->violation();
    }
    return directory_ == nullptr ? std::string() : coherence_violation(*directory_, coherent_, 64);
  }

  RandomTest test_;
  DramConfig dram_;
  InterconnectConfig interconnect_;
  MemoryContent content_;
  std::vector<std::unique_ptr<AtInitiator>> initiators_;
  std::vector<std::unique_ptr<BaseProtocolChecker>> checkers_;
  std::vector<std::unique_ptr<MemoryController>> controllers_;
  std::vector<std::unique_ptr<foreign::AtMemory>> foreign_;
  DirectoryConfig directory_config_;
  std::vector<std::unique_ptr<Cache>> caches_;
  std::unique_ptr<Directory> directory_;
  std::vector<const Cache*> coherent_;
  std::unique_ptr<Crossbar> crossbar_;
};

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMemory, ::testing::Values(1, 2, 3));

TEST_P(RandomMemory, HoldsInAControllerOfDdr3) {
  dram_.timing = DramModel::Ddr3;
  make_initiators(4);
  MemoryController& controller = make_controller();
  for (auto& initiator : initiators_) link(initiator->socket, controller.socket);
  expect_no_failure();
}

TEST_P(RandomMemory, HoldsBehindADataCluster) {
  interconnect_.lines_per_cycle = 1;
  interconnect_.queue = 2;
  make_initiators(6);
  Crossbar& crossbar = make_crossbar();
  for (auto& initiator : initiators_) link(initiator->socket, crossbar.above);
  link(crossbar.below, make_controller().socket);
  expect_no_failure();
}

TEST_P(RandomMemory, HoldsBehindASlowCrossbarWithoutRoom) {
  interconnect_.clock_mhz = 300;
  interconnect_.bandwidth_mb_s = 3000;
  interconnect_.queue = 1;
  make_initiators(5);
  Crossbar& crossbar = make_crossbar();
  for (auto& initiator : initiators_) link(initiator->socket, crossbar.above);
  for (unsigned i = 0; i < 3; ++i) link(crossbar.below, make_controller().socket);
  expect_no_failure();
}

TEST_P(RandomMemory, HoldsInForeignMemoriesBehindACrossbar) {
  test_.atomics = false;  // they do not know them
  interconnect_.queue = 2;
  make_initiators(4);
  Crossbar& crossbar = make_crossbar();
  for (auto& initiator : initiators_) link(initiator->socket, crossbar.above);
  link_foreign_memories(crossbar);
  expect_no_failure();
}

// ---- Caches.

TEST_P(RandomMemory, HoldsInASharedCache) {
  test_.lines = 24;
  CacheConfig config = small_cache();
  config.banks = 2;
  config.write = GetParam() == 2 ? CacheWrite::Through : CacheWrite::Back;
  config.replacement = GetParam() == 3 ? ReplacementPolicy::Random : ReplacementPolicy::Lru;
  make_initiators(4);
  Cache& cache = make_cache(config, CacheRole::Shared);
  for (auto& initiator : initiators_) link(initiator->socket, cache.up);
  link(cache.down, make_controller().socket);
  expect_no_failure();
}

// No protocol keeps the private caches equal, so every line is for one initiator.
TEST_P(RandomMemory, HoldsInPrivateCachesOfPrivateLines) {
  test_.lines = 32;
  test_.sharing = false;
  CacheConfig config = small_cache();
  config.write = GetParam() == 2 ? CacheWrite::Through : CacheWrite::Back;
  make_initiators(4);
  Crossbar& crossbar = make_crossbar();
  for (auto& initiator : initiators_) {
    Cache& l1 = make_cache(config, CacheRole::Private);
    link(initiator->socket, l1.up);
    link(l1.down, crossbar.above);
  }
  CacheConfig second = small_cache();
  second.bytes = 1024;
  Cache& l2 = make_cache(second, CacheRole::Shared);
  link(crossbar.below, l2.up);
  link(l2.down, make_controller().socket);
  expect_no_failure();
}

// IPDPS'12 in small: all initiators share all lines, which leave the caches all the time.
TEST_P(RandomMemory, HoldsInCoherentCachesBehindACrossbar) {
  test_.lines = 12;
  interconnect_.clock_mhz = 300;
  interconnect_.bandwidth_mb_s = 57000;
  interconnect_.queue = 2;
  CacheConfig second = small_cache();
  second.bytes = 1024;
  second.banks = 2;
  build_coherent(4, small_cache(), second);
  expect_no_failure();
}

TEST_P(RandomMemory, HoldsInManyCoherentCachesWithoutRoom) {
  test_.lines = 6;
  interconnect_.lines_per_cycle = 1;
  interconnect_.queue = 1;
  directory_config_.transactions = 2;
  CacheConfig first = small_cache();
  first.bytes = 128;
  first.ways = 1;
  first.mshrs = 1;
  build_coherent(12, first, small_cache());
  expect_no_failure();
}

class ManyOperations : public RandomMemory {};
INSTANTIATE_TEST_SUITE_P(Deep, ManyOperations, ::testing::Range(11U, 21U));

// Every seed has another machine: caches, queues and bandwidth are drawn from it as well.
TEST_P(ManyOperations, HoldInCoherentCaches) {
  std::mt19937 random(GetParam());
  test_.operations = kManyOperations;
  test_.lines = 4 + random() % 12;
  test_.depth = 1 + random() % 6;
  test_.most_gap = random() % 20;
  interconnect_.queue = 1 + random() % 4;
  interconnect_.clock_mhz = random() % 2 == 0 ? 300 : 1000;
  interconnect_.bandwidth_mb_s = 20000 + random() % 2 * 37000;
  directory_config_.transactions = 1 + random() % 8;
  CacheConfig first = small_cache();
  first.bytes = 256U << random() % 2;
  first.mshrs = 1 + random() % 4;
  first.mshr_targets = 1 + random() % 4;
  first.queue = random() % 3;
  first.replacement = random() % 2 == 0 ? ReplacementPolicy::Lru : ReplacementPolicy::Random;
  CacheConfig second = small_cache();
  second.bytes = 512U << random() % 3;
  build_coherent(2 + random() % 6, first, second);
  expect_no_failure();
}

TEST_P(RandomMemory, HoldsInACacheBeforeForeignMemories) {
  test_.lines = 24;
  make_initiators(3);
  Crossbar& crossbar = make_crossbar();
  Cache& cache = make_cache(small_cache(), CacheRole::Shared);
  for (auto& initiator : initiators_) link(initiator->socket, cache.up);
  link(cache.down, crossbar.above);
  link_foreign_memories(crossbar);
  expect_no_failure();
}

}  // namespace
}  // namespace lanefold
