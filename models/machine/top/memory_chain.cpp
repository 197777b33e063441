// SPDX-License-Identifier: Apache-2.0
// The levels of memory, from DRAM up.
#include "machine/top/memory_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "blocks/cache/flush_together.h"
#include "decisions/coherence/directory_state.h"
#include "decisions/load_store/coalescer.h"
#include "lanefold/error.h"

namespace lanefold {

namespace {

/// What the module of that name knew; nullptr if nothing.
const CacheState* state_of(const MachineState& state, const Cache& cache) {
  const auto found = std::find_if(state.caches.begin(), state.caches.end(),
                                  [&](const auto& one) { return one.name == cache.basename(); });
  return found == state.caches.end() ? nullptr : &*found;
}

/// An access to the first of these caches, and what follows from it in the others.
void touch_levels(Cache* const* cache, Cache* const* end, std::uint64_t address, bool writes) {
  if (cache == end) return;
  const TouchedLine line = (*cache)->touch(address, writes);
  if (line.asks_below) touch_levels(cache + 1, end, address, line.writes_below);
  if (line.leaving) touch_levels(cache + 1, end, *line.leaving, true);
}

}  // namespace

unsigned links_to_memory(const MachineConfig& config) {
  const bool shared = config.interconnect.enabled || config.llc.enabled || config.l3.enabled ||
                      config.l2.shared || config.coherence == Coherence::Mesi;
  if (shared) return 1;
  const bool together = config.l2.enabled;  // a core's two first levels
  return config.cores * (config.instruction_cache.perfect || together ? 1 : 2);
}

MemoryChain::MemoryChain(const sc_core::sc_module_name& name, const MachineConfig& config,
                         ClockDomain& domain, BlockFactory& factory, const OutsideMemory& outside)
    : sc_module(name),
      config_(config),
      domain_(domain),
      content_(private_placement(config, std::uint64_t{config.cores} * config.core.warps).base),
      outside_(outside),
      levels_(config.cores) {
  build_shared(factory);
  check_memory();
  for (unsigned core = 0; core < config.cores; ++core) {
    build_private(core, factory);
    traffic_.push_back(std::make_unique<CoreTraffic>(*this, core));
  }
}

MemoryChain::Target* MemoryChain::build_memory(BlockFactory& factory) {
  if (outside_.empty()) {
    foreign_memory_ = factory.memory("foreign_memory");
    if (foreign_memory_.socket != nullptr) outside_ = {foreign_memory_.socket};
  }
  if (!outside_.empty()) return outside_.front();
  levels_.dram = std::make_unique<MemoryController>("dram", config_.dram, config_.clock_mhz,
                                                    domain_.clock(), content_);
  return &levels_.dram->socket;
}

/// The sockets that are usual for models of memories can be bound once.
void MemoryChain::check_memory() const {
  const unsigned links = links_to_memory(config_);
  if (levels_.dram != nullptr || links <= outside_.size()) return;
  throw Error(ErrorKind::Configuration,
              fmt::format("a memory that is not the machine's own takes one initiator, not {}: "
                          "enable interconnect, l3 or llc",
                          links));
}

/// For a level that all cores reach, or for one more link to a memory outside.
MemoryChain::Target* MemoryChain::next_link() {
  const bool at_memory = !outside_.empty() && shared_ == outside_.front();
  return at_memory ? outside_[links_++] : shared_;
}

void MemoryChain::build_shared(BlockFactory& factory) {
  Target* below = build_memory(factory);
  below = put_before(levels_.llc, "llc", config_.llc, "llc", CacheRole::Shared, below, factory);
  below = put_before(levels_.l3, "l3", config_.l3, "l3", CacheRole::Shared, below, factory);
  if (config_.l2.shared) {
    below =
        put_before(levels_.shared_l2, "l2", config_.l2, "l2", CacheRole::Shared, below, factory);
  }
  if (coherent()) {
    levels_.directory = std::make_unique<Directory>("directory", config_.directory,
                                                    config_.memory.line_bytes, domain_);
    levels_.directory->down.bind(factory.link(*levels_.directory, *below));
    below = &levels_.directory->up;
  }
  if (config_.interconnect.enabled) {
    levels_.interconnect =
        std::make_unique<Crossbar>("interconnect", config_.interconnect, config_.memory.line_bytes,
                                   config_.clock_mhz, domain_);
    levels_.interconnect->below.bind(factory.link(*levels_.interconnect, *below));
    below = &levels_.interconnect->above;
  }
  shared_ = below;
}

void MemoryChain::build_private(unsigned core, BlockFactory& factory) {
  const std::string index = std::to_string(core);
  const bool together = config_.l2.enabled && !config_.l2.shared;
  Target* below = together ? put_before(levels_.private_l2[core], "l2_" + index, config_.l2, "l2",
                                        CacheRole::Private, next_link(), factory)
                           : next_link();
  const CacheRole role = coherent() ? CacheRole::Coherent : CacheRole::Private;
  data_.push_back(
      put_before(levels_.l1[core], "l1_" + index, config_.l1, "l1", role, below, factory, core));
  if (coherent()) {
    Directory& directory = *levels_.directory;
    directory.probes.bind(factory.link(directory, levels_.l1[core]->probes));
  }
  if (config_.instruction_cache.perfect) return;  // no fetch ever leaves the core
  if (!together) below = next_link();
  instructions_.push_back(put_before(levels_.instruction_caches[core], "instruction_cache_" + index,
                                     config_.instruction_cache, "instruction_cache",
                                     CacheRole::Private, below, factory));
}

/// What is above binds to the cache if the machine has it, otherwise to what is below.
MemoryChain::Target* MemoryChain::put_before(std::unique_ptr<Cache>& cache, const std::string& name,
                                             const CacheConfig& config, const char* section,
                                             CacheRole role, Target* below, BlockFactory& factory,
                                             unsigned id) {
  if (!config.enabled) return below;
  cache = std::make_unique<Cache>(name.c_str(), config, section, config_.memory.line_bytes, domain_,
                                  role, id);
  cache->down.bind(factory.link(*cache, *below));
  return &cache->up;
}

void MemoryChain::begin() {
  if (levels_.dram != nullptr) levels_.dram->reset();
  if (levels_.interconnect != nullptr) levels_.interconnect->reset();
  if (levels_.directory != nullptr) levels_.directory->reset_statistics();
  levels_.for_each_cache([](Cache& cache) { cache.reset_statistics(); });
}

void MemoryChain::synchronise(const std::vector<unsigned>& cores,
                              const std::function<void()>& done) {
  if (coherent()) return done();
  std::vector<PrivatePath> paths;
  for (const unsigned core : cores) {
    PrivatePath& path = paths.emplace_back();
    for (Cache* cache : {levels_.l1[core].get(), levels_.private_l2[core].get()}) {
      if (cache != nullptr) path.push_back(cache);
    }
  }
  flush_together(std::move(paths), done);
}

/// From the cores on down: a line that a coherent cache has modified is written to all levels
/// below.
void MemoryChain::write_back(std::uint64_t address, std::uint64_t bytes) {
  levels_.for_each_cache([&](Cache& cache) { cache.write_back(address, bytes); });
}

bool MemoryChain::busy() const {
  bool busy = (levels_.interconnect != nullptr && !levels_.interconnect->idle()) ||
              (levels_.directory != nullptr && levels_.directory->busy());
  levels_.for_each_cache([&](const Cache& cache) { busy = busy || cache.busy(); });
  return busy;
}

void MemoryChain::warm(const std::vector<LineTouch>& touches) {
  std::vector<Cache*> below;
  for (const auto* cache : {&levels_.shared_l2, &levels_.l3, &levels_.llc}) {
    if (*cache != nullptr) below.push_back(cache->get());
  }
  for (const LineTouch& touch : touches) {
    touch_levels(below.data(), below.data() + below.size(), touch.address, touch.writes);
  }
}

void MemoryChain::save(MachineState& state) const {
  levels_.for_each_cache([&](const Cache& cache) {
    CacheState lines = cache.state();
    if (!lines.lines.empty() || lines.generator) state.caches.push_back(std::move(lines));
  });
  if (coherent()) state.directory = levels_.directory->state();
}

void MemoryChain::restore(const MachineState& state) {
  const bool keeps = keeps_data_lines(state);
  if (keeps) levels_.directory->restore(*state.directory);
  levels_.for_each_cache([&](Cache& cache) {
    const CacheState* const known = state_of(state, cache);
    if (known == nullptr) return;
    const bool is_data = std::any_of(levels_.l1.begin(), levels_.l1.end(),
                                     [&](const auto& l1) { return l1.get() == &cache; });
    CacheState lines = *known;
    if (is_data && !keeps) lines.lines.clear();
    cache.restore(lines);
  });
}

/// A directory and its caches know of each other. Without one, data caches are empty between
/// launches.
bool MemoryChain::keeps_data_lines(const MachineState& state) const {
  if (!coherent() || !state.directory) return false;
  const bool has_all = std::all_of(
      state.directory->begin(), state.directory->end(), [this](const DirectoryLineState& line) {
        return config_.cores >= Directory::kMostCaches || line.caches >> config_.cores == 0;
      });
  if (!has_all) return false;
  std::vector<const CacheState*> lines;
  for (const auto& cache : levels_.l1) {
    lines.push_back(state_of(state, *cache));
    if (lines.back() != nullptr && !cache->array().has_room_for(*lines.back())) return false;
  }
  if (!knows_its_caches(*state.directory, lines)) {
    throw Error(ErrorKind::File, "its directory and its caches know different lines");
  }
  return true;
}

std::uint64_t MemoryChain::off_chip_bytes(unsigned core) const {
  const bool shared =
      levels_.shared_l2 != nullptr || levels_.l3 != nullptr || levels_.llc != nullptr || coherent();
  const auto& last = levels_.private_l2[core] != nullptr ? levels_.private_l2 : levels_.l1;
  if (!shared && last[core] != nullptr) return last[core]->bytes_below();
  if (levels_.dram == nullptr) return 0;
  const DramStatistics& whole = levels_.dram->statistics();
  return (whole.read_bytes + whole.written_bytes) / config_.cores;
}

std::uint64_t MemoryChain::last_answer() const {
  std::uint64_t last = levels_.dram != nullptr ? levels_.dram->last_answer() : 0;
  if (levels_.interconnect != nullptr) last = std::max(last, levels_.interconnect->last_answer());
  if (levels_.directory != nullptr) last = std::max(last, levels_.directory->last_answer());
  levels_.for_each_cache([&](const Cache& cache) { last = std::max(last, cache.last_answer()); });
  return last;
}

std::uint64_t MemoryChain::moves() const {
  std::uint64_t sum = 0;
  if (levels_.dram != nullptr)
    sum += levels_.dram->statistics().reads + levels_.dram->statistics().writes;
  if (levels_.interconnect != nullptr) {
    sum +=
        levels_.interconnect->statistics().requests + levels_.interconnect->statistics().responses;
  }
  levels_.for_each_cache([&](const Cache& cache) { sum += cache.answers_from_below(); });
  return sum;
}

void MemoryChain::describe(std::ostream& out) const {
  levels_.for_each_cache([&](const Cache& cache) { cache.describe(out); });
  if (levels_.interconnect != nullptr) levels_.interconnect->describe(out);
  if (levels_.directory != nullptr) levels_.directory->describe(out);
  if (levels_.dram != nullptr) levels_.dram->describe(out);
}

}  // namespace lanefold
