// SPDX-License-Identifier: Apache-2.0
// What the levels of memory have counted.
#include "machine/top/memory_levels.h"

namespace lanefold {
namespace {

/// Turns the counters of a block into a list.
class Collect {
 public:
  explicit Collect(MemoryBlockStatistics& block) : block_(block) {}
  void counter(const char* name, std::uint64_t value, const char* unit, const char* /*help*/,
               CounterKind kind = CounterKind::Sum) {
    block_.counters.push_back({name, unit, value, kind});
  }

 private:
  MemoryBlockStatistics& block_;
};

template <class Statistics>
MemoryBlockStatistics collected(const char* name, const Statistics& statistics) {
  MemoryBlockStatistics block;
  block.name = name;
  block.instances = 1;
  Collect collect(block);
  Statistics::describe(statistics, collect);
  return block;
}

/// The `count` caches of a level together. A cache counts everything by bank.
MemoryBlockStatistics cache_statistics(const char* name, const std::unique_ptr<Cache>* caches,
                                       std::size_t count, std::uint32_t banks) {
  std::vector<CacheStatistics> by_bank(banks);
  CacheStatistics all;
  for (std::size_t i = 0; i < count; ++i) {
    if (!caches[i]->has_counts()) continue;
    for (std::uint32_t bank = 0; bank < banks; ++bank) {
      by_bank[bank].add(caches[i]->statistics(bank));
    }
  }
  for (const CacheStatistics& bank : by_bank) all.add(bank);
  MemoryBlockStatistics block = collected(name, all);
  block.instances = static_cast<std::uint32_t>(count);
  for (const auto& counter : block.counters) {
    block.banks.push_back({counter.name, std::vector<std::uint64_t>(banks)});
  }
  for (std::uint32_t bank = 0; bank < banks; ++bank) {
    const MemoryBlockStatistics one = collected(name, by_bank[bank]);
    for (std::size_t i = 0; i < one.counters.size(); ++i) {
      block.banks[i].values[bank] = one.counters[i].value;
    }
  }
  return block;
}

/// Adds each counter that is a sum to the next number of a list.
struct SumAdder {
  std::uint64_t* at;

  void counter(const char*, std::uint64_t value, const char*, const char*,
               CounterKind kind = CounterKind::Sum) {
    if (kind != CounterKind::Maximum) *at++ += value;
  }
};

/// The sums of one level after the other; instances and banks of a level are added up.
class SumList {
 public:
  explicit SumList(std::vector<std::uint64_t>& sums) : sums_(sums) { sums_.clear(); }

  /// What is added from now on is of another level.
  void next_level() { level_ = end_; }
  template <class Statistics>
  void add(const Statistics& statistics) {
    constexpr std::size_t kMost = sizeof(Statistics) / sizeof(std::uint64_t);  // has only counters
    if (sums_.size() < level_ + kMost) sums_.resize(level_ + kMost);
    SumAdder adder{sums_.data() + level_};
    Statistics::describe(statistics, adder);
    end_ = static_cast<std::size_t>(adder.at - sums_.data());
  }
  void add(const Cache* cache, std::uint32_t banks) {
    if (cache == nullptr) return;
    for (std::uint32_t bank = 0; bank < banks; ++bank) add(cache->statistics(bank));
  }
  /// Nothing is added any more.
  void finish() { sums_.resize(end_); }

 private:
  std::vector<std::uint64_t>& sums_;
  std::size_t level_ = 0;  ///< where the level begins
  std::size_t end_ = 0;    ///< where it ends
};

}  // namespace

std::vector<MemoryBlockStatistics> collect_statistics(const MemoryLevels& levels,
                                                      const MachineConfig& config) {
  std::vector<MemoryBlockStatistics> blocks;
  const auto add_cache = [&](const char* name, const std::unique_ptr<Cache>& first,
                             const CacheConfig& of, std::size_t count = 1) {
    if (first != nullptr) add_block(blocks, cache_statistics(name, &first, count, of.banks));
  };
  const auto add_caches = [&](const char* name, const std::vector<std::unique_ptr<Cache>>& caches,
                              const CacheConfig& of) {
    add_cache(name, caches.front(), of, caches.size());
  };
  add_caches("instruction_cache", levels.instruction_caches, config.instruction_cache);
  add_caches("l1", levels.l1, config.l1);
  add_caches("l2", levels.private_l2, config.l2);
  if (levels.interconnect != nullptr) {
    add_block(blocks, collected("interconnect", levels.interconnect->statistics()));
  }
  if (levels.directory != nullptr) {
    add_block(blocks, collected("directory", levels.directory->statistics()));
  }
  add_cache("l2", levels.shared_l2, config.l2);
  add_cache("l3", levels.l3, config.l3);
  add_cache("llc", levels.llc, config.llc);
  if (levels.dram != nullptr) add_block(blocks, collected("dram", levels.dram->statistics()));
  return blocks;
}

void list_sums(const MemoryLevels& levels, const MachineConfig& config,
               std::vector<std::uint64_t>& sums) {
  SumList list(sums);
  const auto add_caches = [&](const std::vector<std::unique_ptr<Cache>>& caches,
                              const CacheConfig& of) {
    list.next_level();
    for (const auto& cache : caches) list.add(cache.get(), of.banks);
  };
  const auto add_level = [&](const auto& level) {
    list.next_level();
    if (level != nullptr) list.add(level->statistics());
  };
  const auto add_cache = [&](const std::unique_ptr<Cache>& cache, const CacheConfig& of) {
    list.next_level();
    list.add(cache.get(), of.banks);
  };
  add_caches(levels.instruction_caches, config.instruction_cache);
  add_caches(levels.l1, config.l1);
  add_caches(levels.private_l2, config.l2);
  add_level(levels.interconnect);
  add_level(levels.directory);
  add_cache(levels.shared_l2, config.l2);
  add_cache(levels.l3, config.l3);
  add_cache(levels.llc, config.llc);
  add_level(levels.dram);
  list.finish();
}

}  // namespace lanefold
