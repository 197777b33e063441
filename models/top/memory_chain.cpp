// SPDX-License-Identifier: Apache-2.0
// The levels of memory, from DRAM up.
#include "top/memory_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "lanefold/error.h"
#include "load_store/coalescer.h"
#include "memory_system/cache/flush_together.h"

namespace lanefold {

MemoryChain::MemoryChain(const sc_core::sc_module_name& name, const MachineConfig& config,
                         const sc_core::sc_time& period, BlockFactory& factory)
    : sc_module(name),
      config_(config),
      period_(period),
      content_(private_placement(config, std::uint64_t{config.cores} * config.core.warps).base),
      private_l2_(config.cores),
      l1_(config.cores),
      instruction_caches_(config.cores) {
  build_shared(factory);
  check_memory();
  for (unsigned core = 0; core < config.cores; ++core) build_private(core, factory);
}

MemoryChain::Target* MemoryChain::build_memory(BlockFactory& factory) {
  foreign_memory_ = factory.memory("foreign_memory");
  if (foreign_memory_.socket != nullptr) return foreign_memory_.socket;
  dram_ = std::make_unique<MemoryController>("dram", config_.dram, config_.clock_mhz, period_,
                                             content_);
  return &dram_->socket;
}

/// The sockets that are usual for models of memories can be bound once.
void MemoryChain::check_memory() const {
  const bool together = config_.l2.enabled && !config_.l2.shared;  // a core's two first levels
  const unsigned caches = config_.instruction_cache.perfect || together ? 1 : 2;
  const unsigned initiators = config_.cores * caches;
  if (shared_ != foreign_memory_.socket || initiators == 1) return;
  throw Error(ErrorKind::Configuration,
              fmt::format("a memory that is not the machine's own takes one initiator, not {}: "
                          "enable interconnect, l3 or llc",
                          initiators));
}

void MemoryChain::build_shared(BlockFactory& factory) {
  Target* below = build_memory(factory);
  below = put_before(llc_, "llc", config_.llc, "llc", CacheRole::Shared, below, factory);
  below = put_before(l3_, "l3", config_.l3, "l3", CacheRole::Shared, below, factory);
  if (config_.l2.shared) {
    below = put_before(shared_l2_, "l2", config_.l2, "l2", CacheRole::Shared, below, factory);
  }
  if (coherent()) {
    directory_ = std::make_unique<Directory>("directory", config_.directory,
                                             config_.memory.line_bytes, period_);
    directory_->down.bind(factory.link(*below));
    below = &directory_->up;
  }
  if (config_.interconnect.enabled) {
    interconnect_ =
        std::make_unique<Crossbar>("interconnect", config_.interconnect, config_.memory.line_bytes,
                                   config_.clock_mhz, period_);
    interconnect_->below.bind(factory.link(*below));
    below = &interconnect_->above;
  }
  shared_ = below;
}

void MemoryChain::build_private(unsigned core, BlockFactory& factory) {
  const std::string index = std::to_string(core);
  Target* below = shared_;
  if (!config_.l2.shared) {
    below = put_before(private_l2_[core], "l2_" + index, config_.l2, "l2", CacheRole::Private,
                       below, factory);
  }
  const CacheRole role = coherent() ? CacheRole::Coherent : CacheRole::Private;
  data_.push_back(
      put_before(l1_[core], "l1_" + index, config_.l1, "l1", role, below, factory, core));
  if (coherent()) directory_->probes.bind(factory.link(l1_[core]->probes));
  if (config_.instruction_cache.perfect) return;  // no fetch ever leaves the core
  instructions_.push_back(put_before(instruction_caches_[core], "instruction_cache_" + index,
                                     config_.instruction_cache, "instruction_cache",
                                     CacheRole::Private, below, factory));
}

/// What is above binds to the cache if the machine has it, otherwise to what is below.
MemoryChain::Target* MemoryChain::put_before(std::unique_ptr<Cache>& cache, const std::string& name,
                                             const CacheConfig& config, const char* section,
                                             CacheRole role, Target* below, BlockFactory& factory,
                                             unsigned id) {
  if (!config.enabled) return below;
  cache = std::make_unique<Cache>(name.c_str(), config, section, config_.memory.line_bytes, period_,
                                  role, id);
  cache->down.bind(factory.link(*below));
  return &cache->up;
}

template <class Visit>
void MemoryChain::for_each_cache(Visit&& visit) const {
  for (const auto* caches : {&instruction_caches_, &l1_, &private_l2_}) {
    for (const auto& cache : *caches) {
      if (cache != nullptr) visit(*cache);
    }
  }
  for (const auto* cache : {&shared_l2_, &l3_, &llc_}) {
    if (*cache != nullptr) visit(**cache);
  }
}

void MemoryChain::begin() {
  if (dram_ != nullptr) dram_->reset();
  if (interconnect_ != nullptr) interconnect_->reset();
  if (directory_ != nullptr) directory_->reset_statistics();
  for_each_cache([](Cache& cache) { cache.reset_statistics(); });
}

void MemoryChain::synchronise(const std::vector<unsigned>& cores,
                              const std::function<void()>& done) {
  if (coherent()) return done();
  std::vector<PrivatePath> paths;
  for (const unsigned core : cores) {
    PrivatePath& path = paths.emplace_back();
    for (Cache* cache : {l1_[core].get(), private_l2_[core].get()}) {
      if (cache != nullptr) path.push_back(cache);
    }
  }
  flush_together(paths, done);
}

bool MemoryChain::busy() const {
  bool busy = (interconnect_ != nullptr && !interconnect_->idle()) ||
              (directory_ != nullptr && directory_->busy());
  for_each_cache([&](const Cache& cache) { busy = busy || cache.busy(); });
  return busy;
}

std::uint64_t MemoryChain::last_answer() const {
  std::uint64_t last = dram_ != nullptr ? dram_->last_answer() : 0;
  if (interconnect_ != nullptr) last = std::max(last, interconnect_->last_answer());
  if (directory_ != nullptr) last = std::max(last, directory_->last_answer());
  for_each_cache([&](const Cache& cache) { last = std::max(last, cache.last_answer()); });
  return last;
}

std::uint64_t MemoryChain::moves() const {
  std::uint64_t sum = 0;
  if (dram_ != nullptr) sum += dram_->statistics().reads + dram_->statistics().writes;
  if (interconnect_ != nullptr) {
    sum += interconnect_->statistics().requests + interconnect_->statistics().responses;
  }
  for_each_cache([&](const Cache& cache) { sum += cache.answers_from_below(); });
  return sum;
}

void MemoryChain::describe(std::ostream& out) const {
  for_each_cache([&](const Cache& cache) { cache.describe(out); });
  if (interconnect_ != nullptr) interconnect_->describe(out);
  if (directory_ != nullptr) directory_->describe(out);
  if (dram_ != nullptr) dram_->describe(out);
}

namespace {

/// Turns the counters of a block into a list.
class Collect {
 public:
  explicit Collect(MemoryBlockStatistics& block) : block_(block) {}
  void counter(const char* name, std::uint64_t value, const char* unit, const char* /*help*/) {
    block_.counters.push_back({name, unit, value});
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

std::vector<MemoryBlockStatistics> MemoryChain::statistics() const {
  std::vector<MemoryBlockStatistics> blocks;
  const auto add_cache = [&](const char* name, const std::unique_ptr<Cache>& cache,
                             const CacheConfig& config) {
    if (cache != nullptr) add_block(blocks, cache_statistics(name, *cache, config.banks));
  };
  const auto add_caches = [&](const char* name, const std::vector<std::unique_ptr<Cache>>& caches,
                              const CacheConfig& config) {
    for (const auto& cache : caches) add_cache(name, cache, config);
    if (caches.front() != nullptr) blocks.back().instances = config_.cores;
  };
  add_caches("instruction_cache", instruction_caches_, config_.instruction_cache);
  add_caches("l1", l1_, config_.l1);
  add_caches("l2", private_l2_, config_.l2);
  if (interconnect_ != nullptr) {
    add_block(blocks, collected("interconnect", interconnect_->statistics()));
  }
  if (directory_ != nullptr) add_block(blocks, collected("directory", directory_->statistics()));
  add_cache("l2", shared_l2_, config_.l2);
  add_cache("l3", l3_, config_.l3);
  add_cache("llc", llc_, config_.llc);
  if (dram_ != nullptr) add_block(blocks, collected("dram", dram_->statistics()));
  return blocks;
}

}  // namespace lanefold
