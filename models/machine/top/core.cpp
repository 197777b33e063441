// SPDX-License-Identifier: Apache-2.0
// One execution unit.
#include "machine/top/core.h"

#include <algorithm>
#include <ostream>
#include <string>

#include "decisions/execute/datapath.h"
#include "decisions/execute/slice.h"
#include "machine/top/idle_slots.h"

namespace lanefold {
namespace {

std::vector<std::unique_ptr<Warp>> make_warps(const MachineConfig& config) {
  std::vector<std::unique_ptr<Warp>> warps;
  for (unsigned slot = 0; slot < work_item_slots_of(config.core); ++slot) {
    warps.push_back(std::make_unique<Warp>(config.core, config.memory));
  }
  return warps;
}

/// A slice for each slot, which has all lanes of a warp until warps are divided. Those that only
/// ever have lanes of others need no warp of their own.
std::vector<std::unique_ptr<Slice>> make_slices(const std::string& core, const CoreContext& context,
                                                const std::vector<std::unique_ptr<Warp>>& warps,
                                                BlockFactory& factory) {
  std::vector<std::unique_ptr<Slice>> slices;
  const unsigned slots = slots_of(context.config);
  slices.reserve(slots);
  for (unsigned slot = 0; slot < slots; ++slot) {
    const std::string number = std::to_string(slot);
    Warp& warp = *warps[slot < warps.size() ? slot : 0];
    slices.push_back(std::make_unique<Slice>(
        context.config, warp, factory.memory_divergence_table(core + "_mdt_" + number, context),
        factory.slip_controller(core + "_slip_controller_" + number, context)));
    slices.back()->assign(slot, LaneMask::first(context.config.warp_width), true);
  }
  return slices;
}

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
      clock_(domain.clock()),
      context_{config_.core, geometry_, statistics_, index, clock_},
      warps_(make_warps(config)),
      slices_(make_slices(basename(), context_, warps_, factory)),
      slip_(config.core.slip, fair_bytes(config)),
      wake_(domain, [this] { evaluate(); }),
      warp_slices_(divides_warps(config.core)
                       ? std::make_unique<WarpSlices>(
                             "warp_slices", config.core, clock_, slices_,
                             factory.warp_slice_table(std::string(basename()) + "_warp_slice_table",
                                                      context_),
                             statistics_.subdivision, wake_)
                       : nullptr),
      adaptation_(adapts(config.core)
                      ? factory.adaptation_state_unit("adaptation_state_unit", context_)
                      : nullptr),
      fetch_("fetch", config, index, clock_, slices_, pool_, wake_),
      decode_("decode", config.core),
      execution_mask_(factory.execution_mask("execution_mask", context_)),
      scoreboard_("scoreboard", slots_of(config.core)),
      scalar_control_(
          scalar_use(config.core).executes_once
              ? std::make_unique<ScalarControl>("scalar_control", config.core, statistics_)
              : nullptr),
      arbiter_("arbiter", config.core),
      compaction_control_(factory.compaction_control("compaction_control", context_)),
      register_banks_("register_banks", config.core, geometry_, statistics_),
      operand_latch_(moves_quads(config.core) ? factory.operand_latch("operand_latch", context_)
                                              : nullptr),
      swizzle_crossbar_(factory.swizzle_crossbar("swizzle_crossbar", context_)),
      fpu_("fpu", config.core, config.core.alu_width, geometry_, statistics_),
      em_("em", config.core, config.core.alu_width, geometry_, statistics_),
      scalar_pipe_(
          scalar_use(config.core).own_pipe
              ? std::make_unique<AluPipe>("scalar_pipe", config.core, 1, geometry_, statistics_)
              : nullptr),
      unswizzle_(moves_quads(config.core) ? factory.unswizzle("unswizzle", context_) : nullptr),
      write_back_("write_back", config, statistics_, pool_),
      load_store_unit_("load_store_unit", config, index, clock_, statistics_, wake_),
      memory_divergence_("memory_divergence", config.core, slices_, slip_, statistics_.slip,
                         wake_) {
  bind_blocks(factory);
}

void Core::bind_blocks(BlockFactory& factory) {
  const auto step = [&](PipelineStep what, BlockFactory::WarpSocket & target) -> auto& {
    return factory.step(what, context_, target);
  };
  fetch_.memory.bind(instructions);
  fetch_.decode.bind(decode_.fetched);
  decode_.decoded.bind(execution_mask_->decoded);
  execution_mask_->masked.bind(step(PipelineStep::Masked, scoreboard_.masked));
  if (scalar_control_ == nullptr) {
    scoreboard_.ready.bind(step(PipelineStep::Ready, arbiter_.ready));
  } else {
    scoreboard_.ready.bind(step(PipelineStep::Ready, scalar_control_->ready));
    scalar_control_->decided.bind(arbiter_.ready);
  }
  arbiter_.issue.bind(step(PipelineStep::Issued, issued_));
  counted_.bind(compaction_control_->issued);
  compaction_control_->scheduled.bind(register_banks_.scheduled);
  register_banks_.addresses.bind(load_store_unit_.addresses);
  bind_datapath();
  load_store_unit_.completed.bind(memory_divergence_.loads);
  load_store_unit_.arrived.bind(memory_divergence_.arrived);
  memory_divergence_.gone_on.bind(load_store_unit_.gone_on);
  memory_divergence_.resume.bind(fetch_.resume);
  memory_divergence_.completed.bind(step(PipelineStep::Served, write_back_.memory));
  load_store_unit_.local.bind(local_memory);
  load_store_unit_.memory.bind(memory);
  write_back_.banks.bind(step(PipelineStep::Retired, register_banks_.write_port));
  write_back_.scoreboard.bind(scoreboard_.release);
  write_back_.resolved.bind(fetch_.resolved);
  if (warp_slices_ == nullptr) {
    write_back_.retired.bind(retired);
    thread_command_.bind(fetch_.command);
  } else {
    write_back_.retired.bind(warp_slices_->stopped);
    warp_slices_->retired.bind(retired);
    thread_command_.bind(warp_slices_->command);
    warp_slices_->admitted.bind(fetch_.command);
    if (adaptation_ != nullptr) warp_slices_->adaptation.bind(adaptation_->requests);
    memory_divergence_.divide.bind(warp_slices_->load);
    write_back_.divide.bind(warp_slices_->branch);
    warp_slices_->others_run = [this] {
      return fetch_.resident()
          .without(fetch_.at_load() | fetch_.at_barrier() | warp_slices_->dormant())
          .any();
    };
  }
}

/// From operands to results. Latch and unswizzle are on the way where values move.
void Core::bind_datapath() {
  if (moves_quads(config_.core)) {
    register_banks_.operands.bind(operand_latch_->operands);
    operand_latch_->latched.bind(swizzle_crossbar_->operands);
    fpu_.results.bind(unswizzle_->fpu);
    em_.results.bind(unswizzle_->em);
    if (scalar_pipe_ != nullptr) scalar_pipe_->results.bind(unswizzle_->scalar);
    unswizzle_->results.bind(write_back_.alu);
  } else {
    register_banks_.operands.bind(swizzle_crossbar_->operands);
    fpu_.results.bind(write_back_.alu);
    em_.results.bind(write_back_.alu);
    if (scalar_pipe_ != nullptr) scalar_pipe_->results.bind(write_back_.alu);
  }
  swizzle_crossbar_->fpu.bind(fpu_.operands);
  swizzle_crossbar_->em.bind(em_.operands);
  if (scalar_pipe_ != nullptr) swizzle_crossbar_->scalar.bind(scalar_pipe_->operands);
}

void Core::evaluate() {
  const Cycle now = clock_.now();
  if (failure_ != nullptr) return;
  if (now == evaluated_) return wake_.set(next_event(now));
  // The answer to a fetch may come when the launch has ended: a core without warps is charged when
  // it gets some.
  if (fetch_.has_threads() || fpu_idle_ != SlotCause::NoWarp) charge_idle(now);
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
  if (warp_slices_ != nullptr) warp_slices_->tick(now);
  if (!memory_divergence_.idle()) memory_divergence_.tick(now);
  write_back_.tick(now);
  if (warp_slices_ != nullptr) warp_slices_->unite(now);
  load_store_unit_.tick(now);
  if (config_.core.stage_latches) {
    arbiter_.tick(now, pipes());
    scoreboard_.tick(arbiter_.free());
    fetch_.tick(now, scoreboard_.free());
  } else {
    fetch_.tick(now, scoreboard_.free());
    scoreboard_.tick(arbiter_.free());
    arbiter_.tick(now, pipes());
  }
}

Cycle Core::next_event(Cycle now) const {
  if (scoreboard_.can_move(arbiter_.free())) return now + 1;
  const std::uint64_t front = fetch_.next_event(now, scoreboard_.free());
  if (front == now + 1) return front;
  const Cycle decision = memory_divergence_.idle() ? kNever : memory_divergence_.next_event(now);
  if (memory_divergence_.can_divide() && warp_slices_->may_divide()) return now + 1;
  const Cycle sample = samples() && fpu_idle_ != SlotCause::NoWarp ? now + slip_.left() : kNever;
  const Cycle division = warp_slices_ == nullptr ? kNever : warp_slices_->next_event();
  return std::min({front, decision, sample, division, arbiter_.next_event(now, pipes()),
                   write_back_.next_event(), load_store_unit_.next_event(now)});
}

void Core::take_command(ThreadCommand& command) {
  thread_command_.send(command);
  wake_.set(command.cycle);
}

/// Between arbiter and compaction control: every instruction passes here once.
void Core::count(WarpInstruction& instruction) {
  const Instruction* decoded = instruction.instruction;
  BlockCounts one = count_instructions(decoded, decoded);
  one.em = instruction.unit == Unit::Em ? 1 : 0;
  one.fpu = instruction.unit == Unit::Fpu ? 1 : 0;
  count_activity(statistics_, one, instruction.active, geometry_);
  issued_until_ = clock_.now() + 1;
  counted_.send(instruction);
}

void Core::charge_idle(Cycle now) {
  const std::uint32_t width = config_.core.alu_width;
  statistics_.ledger.charge(fpu_idle_, idle_slots(charged_, now, fpu_.queue().free_at(), width));
  statistics_.ledger.charge(em_idle_, idle_slots(charged_, now, em_.queue().free_at(), width));
  if (scalar_pipe_ != nullptr) {
    statistics_.ledger.charge(scalar_idle_,
                              idle_slots(charged_, now, scalar_pipe_->queue().free_at(), 1));
  }
  if (samples()) sample(now);
  charged_ = now;
}

/// What the core did since the latest evaluation, for the adaptive control of slip.
void Core::sample(Cycle now) {
  const std::uint64_t bytes = off_chip_bytes() - sampled_;
  sampled_ += bytes;
  if (fpu_idle_ == SlotCause::NoWarp) return;
  Cycle busy_until = std::max({issued_until_, fpu_.queue().free_at(), em_.queue().free_at()});
  if (scalar_pipe_ != nullptr) busy_until = std::max(busy_until, scalar_pipe_->queue().free_at());
  const Cycle executing = std::clamp(busy_until, charged_, now) - charged_;
  const bool waited =
      fpu_idle_ == SlotCause::MemoryWait || fpu_idle_ == SlotCause::MemoryDivergence;
  SlipSample sample{now - charged_, executing};
  sample.waiting = waited ? sample.cycles - executing : 0;
  sample.bytes = bytes;
  slip_.count(sample, statistics_.slip);
}

/// For the slots from this evaluation to the next.
void Core::find_idle_causes() {
  const bool ready = arbiter_.waits_for_alu();
  const SlotSet dormant = warp_slices_ == nullptr ? SlotSet() : warp_slices_->dormant();
  ThreadWaits threads{fetch_.resident().without(dormant),
                      scoreboard_.wait_for_alu(),
                      {},
                      fetch_.at_barrier().without(dormant),
                      {}};
  if (!ready) {  // otherwise it does not matter
    threads.memory = scoreboard_.wait_for_memory() | arbiter_.wait_for_send() |
                     load_store_unit_.wait_for_stores(evaluated_);
    if (fetch_.at_load().any()) {
      threads.memory |= fetch_.at_load();
      threads.divergence = fetch_.at_load() & load_store_unit_.partly_answered();
    }
  }
  // If no instruction is ready for an ALU, the cause is that of the threads, for both pipes.
  const auto cause = [&](Unit pipe) {
    return idle_cause({arbiter_.waits_for(pipe), ready}, threads);
  };
  fpu_idle_ = em_idle_ = scalar_idle_ = cause(Unit::Fpu);
  if (ready) em_idle_ = cause(Unit::Em);
  if (ready && scalar_pipe_ != nullptr) scalar_idle_ = cause(Unit::Scalar);
  if (warp_slices_ == nullptr || ready) return;
  if (warp_slices_->state() == WarpSlices::State::Draining)
    fpu_idle_ = em_idle_ = scalar_idle_ = SlotCause::Draining;
  if (warp_slices_->state() == WarpSlices::State::Reconfiguring) {
    fpu_idle_ = em_idle_ = scalar_idle_ = SlotCause::Reconfiguration;
  }
}

void Core::begin(Cycle cycle, std::uint64_t work_items) {
  fetch_.reset();
  for (const auto& slice : slices_) slice->empty_pipeline();
  scoreboard_.reset();
  arbiter_.reset();
  fpu_.reset();
  em_.reset();
  if (scalar_pipe_ != nullptr) scalar_pipe_->reset();
  write_back_.reset();
  load_store_unit_.reset();
  memory_divergence_.reset();
  if (warp_slices_ != nullptr) warp_slices_->begin(cycle, work_items);
  pool_.reset();
  failure_ = nullptr;
  statistics_ = LaunchStatistics{};
  evaluated_ = charged_ = issued_until_ = cycle;
  if (memory_divergence_.leaves_lanes_behind()) statistics_.slip.highest_limit = slip_.limit();
  sampled_ = 0;
  catch_ups_ = catch_ups();
  fpu_idle_ = em_idle_ = scalar_idle_ = SlotCause::NoWarp;
}

const LaunchStatistics& Core::finish(Cycle cycle) {
  charge_idle(std::max(cycle, charged_));
  statistics_.issued_per_pass = arbiter_.issued_per_pass();
  statistics_.slip.catch_ups = catch_ups() - catch_ups_;
  if (warp_slices_ != nullptr) {
    statistics_.adaptation = warp_slices_->statistics(cycle);
    statistics_.adaptation_path = warp_slices_->path();
    for (AdaptationStep& step : statistics_.adaptation_path) step.core = context_.index;
  }
  return statistics_;
}

/// Of all slices.
std::uint64_t Core::catch_ups() const {
  std::uint64_t sum = 0;
  for (const auto& slice : slices_) sum += slice->lanes().catch_ups();
  return sum;
}

void Core::describe(std::ostream& out) const {
  fetch_.describe(out);
  if (warp_slices_ != nullptr) warp_slices_->describe(out);
  scoreboard_.describe(out);
  arbiter_.describe(out);
  fpu_.describe(out, evaluated_);
  em_.describe(out, evaluated_);
  if (scalar_pipe_ != nullptr) scalar_pipe_->describe(out, evaluated_);
  load_store_unit_.describe(out);
  memory_divergence_.describe(out);
  write_back_.describe(out);
}

}  // namespace lanefold
