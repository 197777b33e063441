// SPDX-License-Identifier: Apache-2.0
// All blocks of a machine.
#include "machine/top/chip.h"

#include <algorithm>
#include <numeric>
#include <ostream>
#include <string>

#include "decisions/scalar/scalar_use.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr double kPicosecondsPerMicrosecond = 1e6;

/// To within a hundredth: 1150 MHz are 870 ps.
sc_core::sc_time clock_period(std::uint32_t mhz) {
  const double exact = kPicosecondsPerMicrosecond / mhz;
  const sc_core::sc_time period(exact, sc_core::SC_PS);
  const double got = period.to_seconds() / 1e-12;
  if (got < 0.99 * exact || got > 1.01 * exact) {
    throw Error(ErrorKind::Configuration,
                "clock_mhz = " + std::to_string(mhz) + " does not fit the simulation's time " +
                    "resolution of " + sc_core::sc_get_time_resolution().to_string());
  }
  return period;
}

}  // namespace

Chip::Chip(const MachineConfig& config, BlockFactory& factory, const OutsideMemory& outside)
    : config_(config),
      own_blocks_(factory.keeps_to_core_clock()),
      clock_("clock", clock_period(config.clock_mhz)),
      memory_("memory", config, clock_, factory, outside) {
  clock_.on_pause([this] { stop(); });
  std::vector<const std::vector<HardwareThread*>*> threads;
  for (unsigned index = 0; index < config.cores; ++index) {
    cores_.push_back(std::make_unique<Core>(("core" + std::to_string(index)).c_str(), config, index,
                                            clock_, factory));
    cores_.back()->traffic(memory_.traffic(index));
    threads.push_back(&cores_.back()->threads());
  }
  build_local_memories();
  dispatcher_ =
      std::make_unique<ThreadDispatcher>("thread_dispatcher", config, clock_.clock(), threads);
  for (unsigned index = 0; index < config.cores; ++index) {
    Core& core = *cores_[index];
    core.work(dispatcher_->work(index));
    core.bind(dispatcher_->command[index], dispatcher_->retired[index], local_memory_of(index),
              factory);
    if (!config.instruction_cache.perfect) {
      core.instructions.bind(factory.link(core, memory_.instructions(index)));
    }
    core.memory.bind(factory.link(core, memory_.data(index)));
  }
  dispatcher_->memory_barrier(memory_);
  dispatcher_->on_finished([this] {
    if (!single()) stop();
  });
}

void Chip::build_local_memories() {
  const bool shared = config_.local_memory.shared;
  const unsigned users = shared ? config_.cores : 1;
  for (unsigned first = 0; first < config_.cores; first += users) {
    const std::string index = shared ? "" : "_" + std::to_string(first);
    local_memories_.push_back(std::make_unique<LocalMemory>(("local_memory" + index).c_str(),
                                                            config_.local_memory, users));
  }
}

CallSocket<WarpProtocol>& Chip::local_memory_of(unsigned core) {
  const bool shared = config_.local_memory.shared;
  return local_memories_[shared ? 0 : core]->requests[shared ? core : 0];
}

/// SystemC looks for a port, export or module that goes among all that there are, from the latest
/// on: in the order in which a vector destroys, that takes the square of their number.
Chip::~Chip() {
  dispatcher_.reset();
  while (!local_memories_.empty()) local_memories_.pop_back();
  while (!cores_.empty()) cores_.pop_back();
}

void Chip::begin(LaunchedGroups& launch) {
  begin_cycle_ = clock_.clock().now();
  const std::uint64_t items = launch.count() * launch.work_items_of_group();
  const std::uint64_t share = (items + cores_.size() - 1) / cores_.size();
  for (const auto& core : cores_) core->begin(begin_cycle_, share);
  for (const auto& memory : local_memories_) memory->reset();
  memory_.begin();
  dispatcher_->start(launch);
  if (sampler_ == nullptr) return;
  clock_.watch(begin_cycle_ + sampler_->begin(), [this](Cycle now) { return take_sample(now); });
}

/// Nothing has happened in `cycle` or later, or the books are closed.
const MachineSnapshot& Chip::snapshot(Cycle cycle) {
  snapshot_.cycle = cycle - begin_cycle_;
  snapshot_.warp_instructions = warp_instructions();
  snapshot_.lane_instructions = 0;
  snapshot_.ledgers.clear();
  for (const auto& core : cores_) {
    snapshot_.lane_instructions += core->lane_instructions();
    snapshot_.ledgers.push_back(core->ledger_until(cycle));
  }
  memory_.list_sums(snapshot_.memory);
  return snapshot_;
}

/// None after the last warp: what rings then may do so after the launch's last cycle.
Cycle Chip::take_sample(Cycle now) {
  if (finished()) return kNever;
  return begin_cycle_ + sampler_->take(snapshot(now));
}

bool Chip::single() const {
  const auto& at_top = sc_core::sc_get_top_level_objects(clock_.simcontext());
  return at_top.size() == 1 && at_top.front() == clock_.get_parent_object();
}

// Time that SystemC is to exit at on starvation does not pass while the next event lies behind it.
void Chip::advance(std::uint64_t cycles) {
  const auto duration = sc_core::sc_time::from_value(cycles * period().value());
  const bool sleeps =
      sc_core::sc_pending_activity() && sc_core::sc_time_to_pending_activity() > duration;
  if (own_blocks_ && single()) clock_.run_ahead(clock_.clock().now() + cycles);
  advancing_ = true;
  try {
    sc_core::sc_start(duration, sleeps ? sc_core::SC_RUN_TO_TIME : sc_core::SC_EXIT_ON_STARVATION);
    clock_.catch_up();
  } catch (...) {
    advancing_ = false;
    throw;
  }
  advancing_ = false;
}

/// Who waits in a process is told; who runs the simulation has it paused.
void Chip::stop() {
  stopped_.notify(sc_core::SC_ZERO_TIME);
  if (advancing_) sc_core::sc_pause();
}

void Chip::abandon() {
  clock_.stop_watching();
  dispatcher_->abandon();
  for (const auto& core : cores_) {
    try {
      core->begin(clock_.clock().now());
    } catch (...) {  // what failed the launch may fail again: that came first
    }
  }
}

void Chip::synchronise() {
  std::vector<unsigned> cores(config_.cores);
  std::iota(cores.begin(), cores.end(), 0U);
  memory_.synchronise(cores, [] {});
}

void Chip::save(MachineState& state) const {
  memory_.save(state);
  if (!config_.core.slip.adaptive()) return;
  for (const auto& core : cores_) state.slip.push_back(core->slip());
}

void Chip::restore(const MachineState& state) {
  memory_.restore(state);
  const std::size_t known = std::min(state.slip.size(), cores_.size());
  for (std::size_t core = 0; core < known; ++core) cores_[core]->restore(state.slip[core]);
}

void Chip::finish(LaunchStatistics& statistics) {
  std::uint64_t end = begin_cycle_;
  for (const auto& core : cores_) end = std::max(end, core->last_completion());
  close_books(end, statistics);
}

void Chip::finish_early(LaunchStatistics& statistics) {
  std::uint64_t end = clock_.clock().now();
  for (const auto& core : cores_) end = std::max(end, core->pipes_free_at());
  close_books(end, statistics);
}

void Chip::close_books(std::uint64_t end, LaunchStatistics& statistics) {
  for (const auto& core : cores_) statistics.add(core->finish(end));
  statistics.timed = true;
  statistics.cycles = end - begin_cycle_;
  statistics.memory_cycles = std::max(end, memory_.last_answer()) - begin_cycle_;
  for (const auto& memory : local_memories_) {
    statistics.local_conflict_cycles += memory->conflict_cycles();
    statistics.local_words += memory->words();
  }
  statistics.warps = dispatcher_->warps_dispatched();
  statistics.memory = memory_.statistics();
  const auto& passes = statistics.issued_per_pass;
  const std::uint64_t period = config_.core.issue.period;
  const std::uint64_t all = (statistics.cycles + period - 1) / period * config_.cores;
  statistics.issued_per_pass[0] = all - passes[1] - passes[2] - passes[3];

  const std::uint64_t slots = statistics.cycles * config_.cores * alu_lanes(config_.core);
  if (statistics.ledger.total() != slots) {
    throw Error(ErrorKind::Internal, "the lost-lane ledger accounts for " +
                                         std::to_string(statistics.ledger.total()) + " of " +
                                         std::to_string(slots) + " lane-slots");
  }
  clock_.stop_watching();
  if (sampler_ != nullptr) sampler_->end(snapshot(end));
}

void Chip::rethrow_failure() {
  if (const std::exception_ptr failure = clock_.take_failure()) std::rethrow_exception(failure);
  for (const auto& core : cores_) {
    if (core->failure() != nullptr) std::rethrow_exception(core->failure());
  }
}

bool Chip::busy() const {
  return memory_.busy() ||
         std::any_of(cores_.begin(), cores_.end(), [](const auto& core) { return core->busy(); });
}

std::uint64_t Chip::warp_instructions() const {
  std::uint64_t sum = 0;
  for (const auto& core : cores_) sum += core->warp_instructions();
  return sum;
}

std::uint64_t Chip::moves() const {
  std::uint64_t sum = memory_.moves();
  for (const auto& core : cores_) sum += core->moves();
  return sum;
}

std::uint64_t Chip::answered_until() const {
  std::uint64_t latest = memory_.last_answer();
  for (const auto& core : cores_) latest = std::max(latest, core->last_answer());
  return std::max(latest, begin_cycle_) - begin_cycle_;
}

void Chip::describe(std::ostream& out) const {
  dispatcher_->describe(out);
  for (const auto& core : cores_) core->describe(out);
  for (const auto& memory : local_memories_) memory->describe(out);
  memory_.describe(out);
}

}  // namespace lanefold
