// SPDX-License-Identifier: Apache-2.0
// One execution unit.
#include "machine/top/core.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "decisions/execute/datapath.h"
#include "decisions/memory_divergence/miss_policy.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "machine/top/idle_slots.h"

namespace lanefold {
namespace {

std::vector<std::unique_ptr<gen8::EuSlot>> make_eu_slots(const CoreConfig& core) {
  std::vector<std::unique_ptr<gen8::EuSlot>> slots;
  if (core.isa != InstructionSet::Gen8) return slots;
  for (unsigned slot = 0; slot < core.warps; ++slot) {
    slots.push_back(std::make_unique<gen8::EuSlot>());
    slots.back()->assign(slot, LaneMask::first(64), true);
  }
  return slots;
}

std::vector<std::unique_ptr<Warp>> make_warps(const MachineConfig& config) {
  std::vector<std::unique_ptr<Warp>> warps;
  if (config.core.isa != InstructionSet::Riscv) return warps;
  for (unsigned slot = 0; slot < work_item_slots_of(config.core); ++slot) {
    warps.push_back(std::make_unique<Warp>(config.core, config.memory));
  }
  return warps;
}

/// Whether loads leave lanes of a slice behind.
bool slips(const CoreConfig& core) { return core.on_miss == OnMiss::Slip; }

/// A core's part of the bandwidth to memory, in bytes per cycle; 0 is no limit.
double fair_bytes(const MachineConfig& config) {
  return static_cast<double>(config.dram.bandwidth_mb_s) / config.clock_mhz / config.cores;
}

}  // namespace

Core::Core(const sc_core::sc_module_name& name, const MachineConfig& config, unsigned index,
           ClockDomain& domain, BlockFactory& factory)
    : sc_module(name),
      geometry_(config.core.warp_width, config.core.alu_width),
      config_(config),
      leaves_lanes_behind_(make_miss_policy(config.core.on_miss)->leaves_lanes_behind()),
      context_{{config.core, geometry_, statistics_, index, domain.clock()},
               config,
               threads_,
               slices_,
               pool_,
               wires_,
               wake_,
               domain,
               slip_,
               memory_divergence_table_,
               lost_},
      memory_divergence_table_(
          slips(config.core) ? factory.memory_divergence_table("memory_divergence_table", context_)
                             : nullptr),
      slip_controller_(slips(config.core) ? factory.slip_controller("slip_controller", context_)
                                          : nullptr),
      warps_(make_warps(config)),
      slices_(make_slices()),
      eu_slots_(make_eu_slots(config.core)),
      threads_(list_threads()),
      slip_(config.core.slip, fair_bytes(config)),
      adaptation_(adapts(config.core)
                      ? factory.adaptation_state_unit("adaptation_state_unit", context_)
                      : nullptr),
      warp_slice_table_(divides_warps(config.core)
                            ? factory.warp_slice_table("warp_slice_table", context_)
                            : nullptr),
      decode_(factory.stage(StageKind::Decode, "decode", context_)),
      execution_mask_(factory.stage(StageKind::ExecutionMask, "execution_mask", context_)),
      scalar_control_(scalar_use(config.core).executes_once
                          ? factory.stage(StageKind::ScalarControl, "scalar_control", context_)
                          : BlockFactory::Stage()),
      predicate_mask_(config.core.isa == InstructionSet::Gen8
                          ? factory.stage(StageKind::PredicateMask, "predicate_mask", context_)
                          : BlockFactory::Stage()),
      issue_counter_("issue_counter", geometry_, statistics_, domain.clock()),
      compaction_control_(
          factory.stage(StageKind::CompactionControl, "compaction_control", context_)),
      register_banks_(factory.register_banks("register_banks", context_)),
      operand_latch_(moves_quads(config.core)
                         ? factory.stage(StageKind::OperandLatch, "operand_latch", context_)
                         : BlockFactory::Stage()),
      swizzle_crossbar_(factory.swizzle_crossbar("swizzle_crossbar", context_)),
      unswizzle_(moves_quads(config.core)
                     ? factory.stage(StageKind::Unswizzle, "unswizzle", context_)
                     : BlockFactory::Stage()),
      miss_completion_buffer_(
          make_miss_policy(config.core.on_miss)->holds_loads()
              ? factory.miss_completion_buffer("miss_completion_buffer", context_)
              : nullptr),
      clock_(domain.clock()),
      alu_(factory, context_, wires_.pipes),
      wake_(domain, [this] { evaluate(); }),
      handovers_([this](Cycle cycle) { wake_.set(cycle); }),
      watch_(factory.idle_watch(context_)),
      stage_latches_(config.core.stage_latches),
      divides_warps_(warp_slice_table_ != nullptr),
      fetch_(factory.fetch("fetch", context_)),
      scoreboard_(factory.scoreboard("scoreboard", context_)),
      arbiter_(factory.arbiter("arbiter", context_)),
      write_back_(factory.write_back("write_back", context_)),
      load_store_unit_(factory.load_store_unit("load_store_unit", context_)),
      memory_divergence_(factory.memory_divergence("memory_divergence", context_)),
      slice_control_(factory.slice_control(
          "warp_slices", context_, divides_warps_ ? &warp_slice_table_->table() : nullptr)) {
  idle_state_.scoreboard = scoreboard_.get();
  idle_state_.arbiter = arbiter_.get();
  bind_slices(factory);
  bind_front_end(factory);
  bind_datapath(factory);
  bind_memory(factory);
  bind_write_back(factory);
}

/// Those that only ever have lanes of others need no warp of their own.
std::unique_ptr<Slice> Core::make_slice(unsigned slot) {
  Warp& warp = *warps_[slot < warps_.size() ? slot : 0];
  if (!slips(config_.core)) return std::make_unique<Slice>(config_.core, warp);
  LeftBehindAccess table{std::make_unique<MdtOfSlice>(left_behind_, slot),
                         &memory_divergence_table_->of_slot(slot)};
  return std::make_unique<Slice>(config_.core, warp, std::move(table),
                                 std::make_unique<SlipOfSlice>(slipping_, slot));
}

/// A slice for each slot, which has all lanes of a warp until warps are divided.
std::vector<std::unique_ptr<Slice>> Core::make_slices() {
  std::vector<std::unique_ptr<Slice>> slices;
  if (config_.core.isa != InstructionSet::Riscv) return slices;
  for (unsigned slot = 0; slot < slots_of(config_.core); ++slot) {
    slices.push_back(make_slice(slot));
    slices.back()->assign(slot, LaneMask::first(config_.core.warp_width), true);
  }
  return slices;
}

std::vector<HardwareThread*> Core::list_threads() const {
  std::vector<HardwareThread*> threads;
  for (const auto& slice : slices_) threads.push_back(slice.get());
  for (const auto& slot : eu_slots_) threads.push_back(slot.get());
  return threads;
}

void Core::evaluate() {
  const Cycle now = clock_.now();
  if (failure_ != nullptr) return;
  if (now == evaluated_) return wake_.set(next_event(now));
  // The answer to a fetch may come when the launch has ended: a core without warps is charged when
  // it gets some.
  if (wires_.fetch.threads.any() || alu_.fpu_idle() != SlotCause::NoWarp || handovers_.busy()) {
    charge_idle(now);
  }
  evaluated_ = now;
  try {
    tick(now);
  } catch (...) {
    failure_ = std::current_exception();
    wake_.pause();
    return;
  }
  find_idle_causes();
  wake_.set(next_event(now));
}

void Core::tick(Cycle now) {
  if (handovers_.busy()) handovers_.deliver(now);
  if (wires_.slices.due <= now) slice_control_->tick(now);
  if (wires_.loads_to_decide) memory_divergence_->tick(now);
  if (wires_.write_back.due <= now) write_back_->tick(now);
  if (divides_warps_) slice_control_->unite(now);
  if (wires_.load_store.due <= now) load_store_unit_->tick(now);
  if (stage_latches_) {
    issue(now);
    check_dependences();
    fetch_->tick(now, free_for_fetch());
  } else {
    fetch_->tick(now, free_for_fetch());
    check_dependences();
    issue(now);
  }
}

void Core::issue(Cycle now) {
  if (wires_.arbiter.due <= now && wires_.arbiter.waiting().any() && may_issue()) {
    arbiter_->tick(now, wires_.pipes);
  }
}

void Core::check_dependences() {
  const SlotSet free = free_for_scoreboard();
  if (wires_.scoreboard.movable(free).any()) scoreboard_->tick(free);
}

Cycle Core::next_event(Cycle now) const {
  if (wires_.scoreboard.movable(free_for_scoreboard()).any()) return now + 1;
  const std::uint64_t front = fetch_->next_event(now, free_for_fetch());
  if (front == now + 1) return front;
  const Cycle decision = wires_.loads_to_decide ? memory_divergence_->next_event(now) : kNever;
  if (wires_.loads_to_decide && memory_divergence_->can_divide() && slice_control_->may_divide()) {
    return now + 1;
  }
  const Cycle sample =
      samples() && alu_.fpu_idle() != SlotCause::NoWarp ? now + slip_.left() : kNever;
  const Cycle pass =
      wires_.arbiter.waiting().any() ? arbiter_->next_event(now, wires_.pipes) : kNever;
  return std::max(
      now + 1, std::min({front, decision, sample, wires_.slices.due, handovers_.next_event(), pass,
                         wires_.write_back.due, wires_.load_store.due}));
}

void Core::take_command(ThreadCommand& command) {
  thread_command_.send(command);
  wake_.set(command.cycle);
}

void Core::charge_idle(Cycle now) {
  const IdleSlots idle = alu_.charge_idle(charged_, now, lost_);
  if (watch_ != nullptr && watch_->due(idle)) {
    alu_.for_each_idle(charged_, now, watch_->looks(), [&](bool first, const IdlePipe& pipe) {
      watch_->look(first, pipe, idle_state_, wires_);
    });
  }
  if (samples()) sample(now);
  charged_ = now;
}

/// What the core did since the latest evaluation, for the adaptive control of slip.
void Core::sample(Cycle now) {
  const std::uint64_t bytes = traffic->off_chip_bytes() - sampled_;
  sampled_ += bytes;
  const SlotCause idle = alu_.fpu_idle();
  if (idle == SlotCause::NoWarp) return;
  const Cycle busy_until = std::max(issue_counter_.issued_until(), alu_.free_at());
  const Cycle executing = std::clamp(busy_until, charged_, now) - charged_;
  const bool waited = idle == SlotCause::MemoryWait || idle == SlotCause::MemoryDivergence;
  SlipSample sample{now - charged_, executing};
  sample.waiting = waited ? sample.cycles - executing : 0;
  sample.bytes = bytes;
  slip_.count(sample, statistics_.slip);
}

/// For the slots from this evaluation to the next.
void Core::find_idle_causes() {
  const SlotSet resident = wires_.fetch.resident().without(wires_.slices.dormant);
  if (!wires_.arbiter.waits_for_alu()) return alu_.set_idle(idle_without_alu_work(resident));
  alu_.set_idle_of_each([&](Unit pipe) {
    return idle_cause({wires_.arbiter.waits_for(pipe), true}, {resident, {}, {}, {}, {}});
  });
}

/// If no instruction is ready for an ALU, the cause is that of the threads, for all pipes.
SlotCause Core::idle_without_alu_work(SlotSet resident) {
  switch (wires_.slices.state) {
    case SliceWires::State::Draining:
      return SlotCause::Draining;
    case SliceWires::State::Reconfiguring:
      return SlotCause::Reconfiguration;
    case SliceWires::State::Running:
      break;
  }
  ThreadWaits& threads = idle_state_.waits;
  threads = {resident,
             wires_.scoreboard.wait_for_alu(),
             wires_.scoreboard.wait_for_memory() | wires_.arbiter.of(Unit::Send),
             wires_.fetch.at_barrier.without(wires_.slices.dormant),
             {}};
  idle_state_.held = wires_.load_store.held;
  idle_state_.at_load = wires_.fetch.at_load;
  if (wires_.load_store.orders.any()) {
    threads.memory |= load_store_unit_->wait_for_stores(evaluated_);
  }
  if (wires_.fetch.at_load.any()) {
    threads.memory |= wires_.fetch.at_load;
    threads.divergence = wires_.fetch.at_load & wires_.load_store.partly_answered;
  }
  return idle_cause({}, threads);
}

void Core::begin(Cycle cycle, std::uint64_t work_items) {
  fetch_->reset();
  for (HardwareThread* thread : threads_) thread->empty_pipeline();
  scoreboard_->reset();
  arbiter_->reset();
  alu_.reset();
  write_back_->reset();
  load_store_unit_->reset();
  memory_divergence_->reset();
  slice_control_->begin(cycle, work_items);
  handovers_.reset();
  pool_.reset();
  failure_ = nullptr;
  statistics_ = LaunchStatistics{};
  lost_ = {};
  evaluated_ = charged_ = cycle;
  issue_counter_.reset(cycle);
  if (leaves_lanes_behind_) statistics_.slip.highest_limit = slip_.limit();
  sampled_ = 0;
  catch_ups_ = catch_ups();
}

const LaunchStatistics& Core::finish(Cycle cycle) {
  charge_idle(std::max(cycle, charged_));
  if (watch_ != nullptr) watch_->finish();
  statistics_.ledger.add(std::exchange(lost_, {}));
  statistics_.issued_per_pass = arbiter_->issued_per_pass();
  statistics_.slip.catch_ups = catch_ups() - catch_ups_;
  statistics_.adaptation = slice_control_->statistics(cycle);
  statistics_.adaptation_path = slice_control_->path();
  for (AdaptationStep& step : statistics_.adaptation_path) step.core = context_.index;
  return statistics_;
}

/// Catch-ups of all threads.
std::uint64_t Core::catch_ups() const {
  std::uint64_t sum = 0;
  for (const HardwareThread* thread : threads_) sum += thread->catch_ups();
  return sum;
}

void Core::describe(std::ostream& out) const {
  fetch_->describe(out);
  slice_control_->describe(out);
  scoreboard_->describe(out);
  arbiter_->describe(out);
  alu_.describe(out, evaluated_);
  load_store_unit_->describe(out);
  if (miss_completion_buffer_ != nullptr) miss_completion_buffer_->describe(out);
  memory_divergence_->describe(out);
  write_back_->describe(out);
}

}  // namespace lanefold
