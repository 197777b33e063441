// SPDX-License-Identifier: Apache-2.0
// Private caches that no protocol keeps equal: cores share lines but not words, and see each
// other's words after a barrier.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "blocks/cache/cache.h"
#include "blocks/cache/flush_together.h"
#include "blocks/dram/memory_controller.h"
#include "blocks/interconnect/crossbar.h"
#include "tests/support/at_initiator.h"
#include "tests/support/pipeline.h"

namespace lanefold {
namespace {

constexpr unsigned kCores = 4;
constexpr unsigned kLines = 24;
constexpr unsigned kLineBytes = 64;
constexpr unsigned kWords = kLines * kLineBytes / 4;
constexpr unsigned kPhases = 30;
constexpr unsigned kFlushOperations = 120;  // of each core between two barriers

CacheConfig small_cache(std::uint32_t bytes, CacheWrite write) {
  CacheConfig config;
  config.bytes = bytes;
  config.ways = 2;
  config.latency = 2;
  config.mshrs = 2;
  config.mshr_targets = 2;
  config.queue = 1;
  config.write = write;
  return config;
}

/// Cores with one or two private caches each behind a crossbar and one memory.
class Cores {
 public:
  Cores(const std::vector<CacheConfig>& levels, const InterconnectConfig& interconnect,
        ClockDomain& domain)
      : domain_(domain),
        dram_("dram", DramConfig{}, 1000, domain.clock(), content_),
        crossbar_("crossbar", interconnect, kLineBytes, 1000, domain) {
    crossbar_.below.bind(dram_.socket);
    for (unsigned core = 0; core < kCores; ++core) add_core(levels);
    sc_core::sc_start(cycles(1));
  }
  AtInitiator& operator[](unsigned core) { return *initiators_[core]; }
  const std::vector<PrivatePath>& paths() const { return paths_; }
  std::uint32_t stored(std::uint64_t address) const {
    unsigned char bytes[4];
    content_.read(address, bytes, 4);
    std::uint32_t word = 0;
    for (unsigned i = 4; i-- > 0;) word = word << 8 | bytes[i];
    return word;
  }

 private:
  void add_core(const std::vector<CacheConfig>& levels) {
    const std::string index = std::to_string(initiators_.size());
    initiators_.push_back(std::make_unique<AtInitiator>(("core" + index).c_str()));
    PrivatePath& path = paths_.emplace_back();
    for (const CacheConfig& level : levels) {
      const std::string name = "l" + std::to_string(path.size() + 1) + "_" + index;
      caches_.push_back(std::make_unique<Cache>(name.c_str(), level, "l1", kLineBytes, domain_,
                                                CacheRole::Private));
      if (path.empty()) {
        initiators_.back()->socket.bind(caches_.back()->up);
      } else {
        path.back()->down.bind(caches_.back()->up);
      }
      path.push_back(caches_.back().get());
    }
    path.back()->down.bind(crossbar_.above);
  }

  ClockDomain& domain_;
  MemoryContent content_;
  MemoryController dram_;
  Crossbar crossbar_;
  std::vector<std::unique_ptr<AtInitiator>> initiators_;
  std::vector<std::unique_ptr<Cache>> caches_;
  std::vector<PrivatePath> paths_;
};

/// Between two barriers every word belongs to one core, which reads and writes it, or to none,
/// and all read it.
class Phases {
 public:
  Phases(Cores& cores, unsigned seed) : cores_(cores), random_(seed), golden_(kWords) {
    for (unsigned core = 0; core < kCores; ++core) {
      cores_[core].answered = [this, core](Transaction& transaction) {
        if (others_[core] == &transaction) return look(core);
        check(core, transaction);
        if (begun_[core] < kFlushOperations) {
          begin(core);
        } else if (++ended_ == kCores) {
          flush();
        }
      };
      look(core);
    }
    start();
  }

  unsigned phase = 0;
  unsigned wrong = 0;
  std::string first_wrong;
  const std::vector<std::uint32_t>& golden() const { return golden_; }

 private:
  static std::uint64_t address(unsigned word) { return std::uint64_t{word} * 4; }
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  void start() {
    owner_.resize(kWords);
    for (unsigned& owner : owner_) owner = below(kCores + 1);
    ended_ = 0;
    for (unsigned core = 0; core < kCores; ++core) {
      begun_[core] = 0;
      begin(core);
    }
  }
  void begin(unsigned core) {
    ++begun_[core];
    unsigned word = below(kWords);
    while (owner_[word] != core && owner_[word] != kCores) word = below(kWords);
    const bool writes = owner_[word] == core && below(2) == 0;
    Transaction& transaction = cores_[core].make(writes ? kWrite : kRead, address(word), 4);
    if (writes) {
      golden_[word] = static_cast<std::uint32_t>(random_());
      transaction.set_word(0, golden_[word]);
    } else {
      expected_[&transaction] = golden_[word];
    }
    cores_[core].send(transaction, current_cycle() + 1 + below(4));
  }
  /// Another program of the same core, which does not wait at the barriers: reads any line,
  /// whatever it holds by now.
  void look(unsigned core) {
    if (phase == kPhases) return;
    others_[core] = &cores_[core].make(kRead, address(below(kWords)), 4);
    cores_[core].send(*others_[core], current_cycle() + 1);
  }
  void check(unsigned core, const Transaction& transaction) {
    const auto expected = expected_.find(&transaction);
    if (expected == expected_.end() || transaction.word(0) == expected->second) return;
    if (++wrong > 1) return;
    first_wrong = "core " + std::to_string(core) + " reads " + std::to_string(transaction.word(0)) +
                  " at " + std::to_string(transaction.payload.get_address()) + " instead of " +
                  std::to_string(expected->second) + " in phase " + std::to_string(phase);
  }
  void flush() {
    flush_together(cores_.paths(), [this] {
      if (++phase < kPhases) start();
    });
  }

  Cores& cores_;
  std::mt19937 random_;
  std::vector<std::uint32_t> golden_;  ///< by word
  std::vector<unsigned> owner_;        ///< by word; kCores is no core
  std::map<const Transaction*, std::uint32_t> expected_;
  Transaction* others_[kCores] = {};
  unsigned begun_[kCores] = {};
  unsigned ended_ = 0;
};

class PrivateCaches : public SimulationTest, public ::testing::WithParamInterface<unsigned> {
 protected:
  void expect_memory(const std::vector<CacheConfig>& levels) {
    InterconnectConfig interconnect;
    interconnect.queue = 1 + GetParam() % 3;
    interconnect.bandwidth_mb_s = 8000;  // a line takes nine cycles
    Cores cores(levels, interconnect, domain());
    Phases phases(cores, GetParam());
    while (sc_core::sc_pending_activity()) {
      sc_core::sc_start(sc_core::sc_time_to_pending_activity() + cycles(1));
    }
    EXPECT_EQ(phases.phase, kPhases);
    EXPECT_EQ(phases.wrong, 0U) << "seed " << GetParam() << ": " << phases.first_wrong;
    for (unsigned word = 0; word < kWords; ++word) {
      ASSERT_EQ(cores.stored(std::uint64_t{word} * 4), phases.golden()[word])
          << "seed " << GetParam() << ", word " << word;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Seeds, PrivateCaches, ::testing::Range(1U, 6U));

TEST_P(PrivateCaches, KeepWordsOfSharedLinesThatAreWrittenBack) {
  expect_memory({small_cache(1024, CacheWrite::Back)});
}

TEST_P(PrivateCaches, KeepWordsOfSharedLinesThatAreWrittenThrough) {
  expect_memory({small_cache(512, CacheWrite::Through)});
}

TEST_P(PrivateCaches, KeepWordsThatAreWrittenBackThroughASecondLevel) {
  expect_memory({small_cache(256, CacheWrite::Back), small_cache(1024, CacheWrite::Back)});
}

}  // namespace
}  // namespace lanefold
