// SPDX-License-Identifier: Apache-2.0
// The load/store unit.
#include "blocks/load_store/load_store_unit.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "blocks/load_store/request_of_line.h"
#include "decisions/memory_divergence/miss_policy.h"
#include "decisions/pipeline/hardware_thread.h"
#include "decisions/warp_slices/simd_configuration.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

/// Banks of the first data cache of the core's own; 0 if it has none.
std::uint32_t own_banks(const MachineConfig& config) {
  if (config.l1.enabled) return config.l1.banks;
  return config.l2.enabled && !config.l2.shared ? config.l2.banks : 0;
}

/// Whether it has told its unit all when it has been sent.
bool accesses_nothing(const WarpInstruction& instruction) {
  return !accesses_memory(*instruction.instruction) || instruction.access.lanes.none();
}

/// A fence or barrier, which waits for accesses.
bool is_ordering(const PipelineInstruction& instruction) {
  return instruction.kind == InstructionClass::Fence ||
         instruction.kind == InstructionClass::Barrier;
}

}  // namespace

LoadStoreUnit::LoadStoreUnit(const sc_core::sc_module_name& name, const MachineConfig& config,
                             unsigned core, const CoreClock& clock, LaunchStatistics& statistics,
                             Alarm& wake, LoadStoreWires& wires, PipeWires& pipes)
    : sc_module(name),
      config_(config),
      core_(core),
      banks_(own_banks(config)),
      clock_(clock),
      statistics_(statistics),
      wires_(wires),
      pipes_(pipes),
      holds_loads_(make_miss_policy(config.core.on_miss)->holds_loads()),
      leaves_lanes_behind_(make_miss_policy(config.core.on_miss)->leaves_lanes_behind()),
      divides_(make_miss_policy(config.core.on_miss)->divides()),
      first_level_(first_level_of_memory(config)),
      pool_(config.memory.line_bytes),
      link_(
          clock_, wake, [this](LineRequest& request, Cycle cycle) { answered(request, cycle); },
          [this](LineRequest& /*request*/, Cycle cycle) { accepted(cycle); }),
      threads_(slots_of(config.core)),
      operations_(slots_of(config.core), config.core.outstanding_memory) {
  memory.register_nb_transport_bw(this, &LoadStoreUnit::nb_transport_bw);
  for (unsigned warp = 0; warp < config.core.warps; ++warp) {
    const std::uint64_t thread = std::uint64_t{core} * config.core.warps + warp;
    placement_.push_back(private_placement(config, thread));
  }
}

void LoadStoreUnit::take(WarpInstruction& instruction) {
  const PipelineInstruction& decoded = *instruction.instruction;
  instruction.fetched = fetched_ =
      std::max(instruction.issued, fetched_) + std::max(1U, instruction.fetch_cycles);
  instruction.missed = {};
  if (decoded.kind == InstructionClass::Atomic) keep_stores(instruction.slot);
  if (!is_ordering(decoded)) {
    instruction.thread->execute(instruction);
    if (!accesses_nothing(instruction) && instruction.access.space != AddressSpace::Local) {
      instruction.place = operations_.begin(instruction.slot);
    }
  }
  if (is_ordering(decoded)) queued_orders_.set(instruction.slot);
  queue_.push_back(&instruction);
  start_waiting(instruction.issued);
  show();
}

/// An atomic is carried out again where the line is, so that earlier stores of its thread must not
/// bring its result there.
void LoadStoreUnit::keep_stores(unsigned slot) {
  const auto keep = [slot](WarpInstruction* earlier) {
    if (earlier->slot == slot && is_store(*earlier)) keep_stored(*earlier);
  };
  if (sending_ != nullptr) keep(sending_);
  std::for_each(queue_.begin(), queue_.end(), keep);
}

/// What others see of it.
void LoadStoreUnit::show() {
  pipes_.send.free_at = free_at();
  pipes_.send.accepts_from = queue_.size() < config_.core.pipes.queue ? 0 : pipes_.send.free_at;
  pipes_.may_not_send = operations_.full();
  wires_.orders = fenced_ | queued_orders_;
  wires_.held = link_.requesting() ? LoadStoreWires::Held::Refused
                : filled_          ? LoadStoreWires::Held::Full
                                   : LoadStoreWires::Held::No;
  wires_.due = failure_ != nullptr ? 0 : operations_.next_event();
  if (sending_ == nullptr && !queue_.empty()) wires_.due = std::min(wires_.due, free_at_);
  if (sending_ != nullptr && !link_.requesting()) wires_.due = std::min(wires_.due, next_send_);
}

void LoadStoreUnit::start_waiting(Cycle now) {
  while (!queue_.empty() && free_at() <= now) {
    WarpInstruction& instruction = *queue_.front();
    queue_.erase(queue_.begin());
    if (is_ordering(*instruction.instruction)) find_orders();
    start(instruction, now);
  }
}

void LoadStoreUnit::find_orders() {
  queued_orders_ = {};
  for (const WarpInstruction* instruction : queue_) {
    if (is_ordering(*instruction->instruction)) queued_orders_.set(instruction->slot);
  }
}

/// Lines may leave in this cycle; what else happens takes at least one.
void LoadStoreUnit::start(WarpInstruction& instruction, Cycle now) {
  if (is_ordering(*instruction.instruction)) {
    order(instruction, std::max(now + 1, instruction.fetched));
  } else if (accesses_nothing(instruction)) {
    pass(instruction, std::max(now + 1, instruction.fetched));
  } else if (instruction.access.space == AddressSpace::Local) {
    access_local(instruction, std::max(now + 1, instruction.fetched));
  } else {
    start_requests(instruction, std::max(now, instruction.fetched));
  }
}

/// A fence or barrier completes when all earlier stores of its thread are answered and, if it
/// orders loads that bring values, all of these.
void LoadStoreUnit::order(WarpInstruction& instruction, Cycle ready) {
  Thread& thread = threads_[instruction.slot];
  fenced_.set(instruction.slot);
  free_at_ = ready;
  instruction.completes = std::max(ready, thread.done(instruction));
  if (!thread.holds(instruction)) {
    thread.ordered = instruction.completes;
    completed.send(instruction);
  } else {
    thread.fences.push_back(&instruction);
  }
}

void LoadStoreUnit::pass(WarpInstruction& instruction, Cycle ready) {
  free_at_ = ready;
  instruction.load = nullptr;
  instruction.completes = ready;
  completed.send(instruction);
}

void LoadStoreUnit::access_local(WarpInstruction& instruction, Cycle ready) {
  const bool atomic = instruction.instruction->kind == InstructionClass::Atomic;
  const unsigned requests = atomic ? instruction.active.count() : 1;
  statistics_.local_requests += requests;
  instruction.accepted = ready;
  local.send(instruction);
  statistics_.local_wait_cycles += instruction.accepted - ready;
  if (FlightProfile* flight = instruction.profile) {
    flight->counts->local_requests += requests;
    flight->counts->local_wait_cycles += instruction.accepted - ready;
    flight->wait(MemoryPlace::LoadStore, ready - instruction.issued);
    flight->wait(MemoryPlace::LocalMemory, instruction.completes - ready);
  }
  free_at_ = instruction.accepted;
  completed.send(instruction);
}

void LoadStoreUnit::find_lines(const LaneAccess& access, const PrivatePlacement& placement,
                               LineAccesses& lines) {
  coalesce(access, config_.memory.line_bytes, placement, lines);
}

void LoadStoreUnit::start_requests(WarpInstruction& instruction, Cycle ready) {
  const PrivatePlacement& placement = placement_[instruction.thread->warp_number()];
  find_lines(instruction.access, placement, lines_.lines());
  lines_.make(instruction.access, placement, banks_);
  statistics_.bank_conflict_cycles += lines_.conflict_cycles();
  ++statistics_.memory_instructions;
  if (FlightProfile* flight = instruction.profile) {
    flight->counts->bank_conflict_cycles += lines_.conflict_cycles();
    ++flight->counts->memory_instructions;
  }
  count_addresses(instruction);
  instruction.load = nullptr;
  if (!is_store(instruction)) {
    instruction.load = &loads_.take();
    *instruction.load = OutstandingLoad{};
    instruction.load->instruction = &instruction;
    instruction.load->slot = instruction.slot;
    instruction.load->misses = &instruction.thread->misses();
    instruction.load->lanes = instruction.access.lanes;
    instruction.load->snoops = instruction.instruction->snoops;
    if (instruction.profile != nullptr) instruction.load->counts = instruction.profile->counts;
    await_values(instruction);
  }
  sending_ = &instruction;
  sent_ = 0;
  line_due_ = next_send_ = ready + lines_.cycle(0);
}

void LoadStoreUnit::await_values(WarpInstruction& instruction) {
  const LaneAccess& access = instruction.access;
  if (!access.through || access.global.none()) return;
  instruction.load->values = &values_.take();
  instruction.load->values->begin(*instruction.warp, instruction.riscv(), access);
}

/// Atomics are one request a lane, so that nothing is compared.
void LoadStoreUnit::count_addresses(const WarpInstruction& instruction) {
  if (instruction.instruction->kind == InstructionClass::Atomic) return;
  ScalarStatistics& counts = statistics_.scalar;
  switch (instruction.scalar.addresses) {
    case AddressPattern::Uniform:
      ++counts.uniform_accesses;
      return;
    case AddressPattern::Affine:
      ++counts.affine_accesses;
      return;
    case AddressPattern::Unknown:
      counts.address_comparisons += instruction.access.lanes.count() - 1;
  }
}

void LoadStoreUnit::tick(Cycle now) {
  operations_.settle(now);
  for (const unsigned slot : fenced_) {
    if (!threads_[slot].orders(now)) fenced_.reset(slot);
  }
  start_waiting(now);
  while (sending_ != nullptr && !link_.requesting() && next_send_ <= now) {
    if (full(now)) {
      filled_ = true;
      next_send_ = answers_.empty() ? kNever : answers_.top();
    } else {
      send_line(now);
    }
  }
  show();
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Whether memory has all the requests that it may have; an answer that is known frees its place in
/// its cycle.
bool LoadStoreUnit::full(Cycle now) {
  while (!answers_.empty() && answers_.top() <= now) answers_.pop();
  return unanswered_ + answers_.size() >= config_.memory.outstanding_lines;
}

void LoadStoreUnit::send_line(Cycle now) {
  WarpInstruction& instruction = *sending_;
  const unsigned line = sent_++;
  LineRequest& request = pool_.take();
  describe_request(request, lines_.line(line), instruction);
  request.launch = launch_;
  request.place = instruction.place;
  request.lanes().core = core_;
  request.lanes().scheduled = banks_ > 0;
  const bool loads = instruction.instruction->kind == InstructionClass::Load;
  request.lanes().droppable = instruction.instruction->snoops;
  request.lanes().needs_look_up = request.lanes().droppable || (leaves_lanes_behind_ && loads);
  operations_.line_sent(instruction.slot, instruction.place);
  ++statistics_.memory_lines;
  ++unanswered_;
  if (instruction.load != nullptr) load_line_sent(*instruction.load, request.lanes().lanes);
  OnTheirWay* const kind = counted(threads_[instruction.slot], instruction.load);
  if (kind != nullptr) ++kind->unanswered;
  count_wait(instruction, now - line_due_);
  if (instruction.profile != nullptr) {
    ++instruction.profile->counts->memory_lines;
    request.counts = instruction.profile->counts;
    request.begin_journey(now);
  }
  // The last line goes in the last bank cycle.
  line_due_ = sent_ < lines_.count() ? now + lines_.cycle(sent_) - lines_.cycle(line) : now + 1;
  next_send_ = line_due_;
  link_.begin(*memory.operator->(), request, now);
}

/// A line was not sent, or its instruction, when it could have been.
void LoadStoreUnit::count_wait(WarpInstruction& instruction, Cycle cycles) {
  statistics_.send_wait_cycles += cycles;
  const MemoryPlace place = filled_ ? MemoryPlace::Outstanding : first_level_;
  filled_ = false;
  if (instruction.profile == nullptr) return;
  instruction.profile->counts->send_wait_cycles += cycles;
  instruction.profile->wait(place, cycles);
}

/// The target has ended the request phase: the next line may follow, or the instruction is sent.
void LoadStoreUnit::accepted(Cycle cycle) {
  link_.moves_at(cycle);
  next_send_ = std::max(next_send_, cycle);
  if (sending_ == nullptr || sent_ < lines_.count()) return show();
  WarpInstruction& instruction = *sending_;
  sending_ = nullptr;
  operations_.all_sent(instruction.slot, instruction.place);
  count_wait(instruction, next_send_ - line_due_);
  free_at_ = next_send_;
  if (is_store(instruction)) {
    instruction.completes = next_send_;
    completed.send(instruction);
  } else {
    report(*instruction.load);
  }
  show();
}

SlotSet LoadStoreUnit::wait_for_stores(Cycle now) const {
  SlotSet waiting;
  for (const unsigned slot : fenced_) waiting.assign(slot, threads_[slot].orders(now));
  return waiting | queued_orders_;
}

bool LoadStoreUnit::busy() const {
  return sending_ != nullptr || !queue_.empty() || unanswered_ != 0;
}

void LoadStoreUnit::reset() {
  std::fill(threads_.begin(), threads_.end(), Thread{});
  wires_ = {};
  fenced_ = queued_orders_ = {};
  sending_ = nullptr;
  queue_.clear();
  operations_.reset();
  loads_.reset();
  values_.reset();
  if (holds_loads_) completion.clear();
  fetched_ = free_at_ = 0;
  unanswered_ = 0;
  filled_ = false;
  answers_ = {};
  failure_ = nullptr;
  ++launch_;
  show();
}

void LoadStoreUnit::describe(std::ostream& out) const {
  if (sending_ != nullptr) {
    out << name() << ": thread " << sending_->slot << " has sent " << sent_ << " of "
        << lines_.count() << " lines of " << text_of(*sending_)
        << (link_.requesting() ? ", memory does not accept the latest" : "") << '\n';
  }
  for (const WarpInstruction* instruction : queue_) {
    out << name() << ": thread " << instruction->slot << " waits to send " << text_of(*instruction)
        << '\n';
  }
  for (unsigned slot = 0; slot < threads_.size(); ++slot) {
    if (threads_[slot].stores.unanswered == 0) continue;
    out << name() << ": thread " << slot << " has " << threads_[slot].stores.unanswered
        << " unanswered stores\n";
  }
}

}  // namespace lanefold
