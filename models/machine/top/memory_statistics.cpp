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

/// A cache counts everything by bank.
MemoryBlockStatistics cache_statistics(const char* name, const Cache& cache, std::uint32_t banks) {
  MemoryBlockStatistics block = collected(name, cache.statistics());
  for (const auto& counter : block.counters) block.banks.push_back({counter.name, {}});
  for (std::uint32_t bank = 0; bank < banks; ++bank) {
    const MemoryBlockStatistics one = collected(name, cache.statistics(bank));
    for (std::size_t i = 0; i < one.counters.size(); ++i) {
      block.banks[i].values.push_back(one.counters[i].value);
    }
  }
  return block;
}

}  // namespace

std::vector<MemoryBlockStatistics> collect_statistics(const MemoryLevels& levels,
                                                      const MachineConfig& config) {
  std::vector<MemoryBlockStatistics> blocks;
  const auto add_cache = [&](const char* name, const std::unique_ptr<Cache>& cache,
                             const CacheConfig& of) {
    if (cache != nullptr) add_block(blocks, cache_statistics(name, *cache, of.banks));
  };
  const auto add_caches = [&](const char* name, const std::vector<std::unique_ptr<Cache>>& caches,
                              const CacheConfig& of) {
    for (const auto& cache : caches) add_cache(name, cache, of);
    if (caches.front() != nullptr) blocks.back().instances = config.cores;
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

}  // namespace lanefold
