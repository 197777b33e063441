// SPDX-License-Identifier: Apache-2.0
// Caches of many shapes under random requests.
#include <gtest/gtest.h>

#include <map>

#include "decisions/cache/seeded_random.h"
#include "tests/support/cache_bench.h"

namespace lanefold {
namespace {

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
      transaction.make_atomic(Opcode::AmoaddW, line + 32, 1);
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
  CacheWrite write;
  CacheRole role;
  TestMemory::Style style;
};

class CacheMix : public CacheBench, public ::testing::WithParamInterface<Machine> {};

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
  Cache shared("shared", config_, "l2", 64, domain(), CacheRole::Shared);
  cache_ = std::make_unique<Cache>("cache", config_, "l1", 64, domain(), machine.role);
  memory_ = std::make_unique<TestMemory>("memory", machine.style, 20, 3);
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
    ::testing::Values(Machine{"plain", 4, 1, 4, 4, 4, 0, CacheWrite::Back, CacheRole::Shared,
                              TestMemory::Style::Loose},
                      Machine{"banked", 2, 8, 8, 2, 1, 0, CacheWrite::Back, CacheRole::Shared,
                              TestMemory::Style::FourPhases},
                      Machine{"tight", 1, 1, 1, 1, 0, 0, CacheWrite::Back, CacheRole::Shared,
                              TestMemory::Style::FourPhases},
                      Machine{"polluted", 4, 4, 4, 4, 2, 90, CacheWrite::Back, CacheRole::Private,
                              TestMemory::Style::FourPhases},
                      Machine{"private_back", 4, 4, 4, 4, 2, 0, CacheWrite::Back,
                              CacheRole::Private, TestMemory::Style::FourPhases},
                      Machine{"private_through", 4, 2, 8, 4, 2, 0, CacheWrite::Through,
                              CacheRole::Private, TestMemory::Style::FourPhases}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lanefold
