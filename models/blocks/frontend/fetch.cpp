// SPDX-License-Identifier: Apache-2.0
// Per-thread instruction prefetch and instruction queues.
#include "blocks/frontend/fetch.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "decisions/pipeline/hardware_thread.h"
#include "lanefold/error.h"

namespace lanefold {

Fetch::Fetch(const sc_core::sc_module_name& name, const MachineConfig& config, unsigned core,
             const CoreClock& clock, const std::vector<HardwareThread*>& threads,
             Pool<WarpInstruction>& pool, Alarm& wake, FetchWires& wires)
    : sc_module(name),
      core_(core),
      clock_(clock),
      line_bytes_(config.memory.line_bytes),
      requests_(line_bytes_),
      link_(
          clock_, wake, [this](LineRequest& request, Cycle cycle) { answered(request, cycle); },
          [this](LineRequest& /*request*/, Cycle cycle) { accepted(cycle); }),
      config_(config.core),
      asks_memory_(!config.instruction_cache.perfect),
      wires_(wires),
      threads_(threads),
      pool_(pool),
      queues_(threads.size()) {
  memory.register_nb_transport_bw(this, &Fetch::nb_transport_bw);
}

void Fetch::update(unsigned slot) {
  const Queue& queue = queues_[slot];
  const bool resident = wires_.threads.test(slot);
  filled_.assign(slot, resident && queue.count != 0);
  coming_.assign(slot, resident && queue.coming != 0);
  hungry_.assign(slot, resident && needs_fetch(queue));
}

void Fetch::redirect(unsigned slot) {
  const ThreadPlace place = threads_[slot]->place();
  waiting_.reset(slot);
  wires_.at_load.reset(slot);
  if (place.done) {
    wires_.threads.reset(slot);
    queues_[slot].fetch = nullptr;
  } else if (place.pc != queues_[slot].pc) {
    queues_[slot] = {place.pc, 0, 0, 0, queues_[slot].start, nullptr};
  }
  if (place.waits) {
    waiting_.set(slot);
    wires_.at_load.set(slot);
  }
  update(slot);
}

void Fetch::take_resolved(WarpInstruction& instruction) {
  if (instruction.thread->at_barrier()) {
    wires_.at_barrier.set(instruction.slot);
  } else {
    redirect(instruction.slot);
  }
}

void Fetch::take_command(ThreadCommand& command) {
  if (command.kind == ThreadCommand::Kind::Start) {
    wires_.threads.set(command.slot);
    queues_[command.slot] = {threads_[command.slot]->place().pc, 0, 0, 0, 0, nullptr};
  }
  queues_[command.slot].start = command.cycle;
  wires_.held.set(command.slot);
  redirect(command.slot);
}

void Fetch::receive(Cycle now) {
  for (const unsigned slot : coming_) {
    Queue& queue = queues_[slot];
    if (queue.arrival > now) continue;
    queue.count += queue.coming;
    queue.coming = 0;
    update(slot);
  }
}

void Fetch::deliver(SlotSet slots, Cycle now) {
  for (const unsigned slot : slots) {
    Queue& queue = queues_[slot];
    WarpInstruction& instruction = pool_.take();
    instruction.id = next_id_++;
    instruction.slot = slot;
    threads_[slot]->enter(instruction);
    instruction.pc = queue.pc;
    instruction.masked = now;
    instruction.held = 0;
    instruction.completed = false;
    --queue.count;
    decode.send(instruction);
    queue.pc += instruction.instruction->bytes;
    proceed(instruction);
  }
}

/// The end of a block may lead elsewhere; what resolves late is waited for.
void Fetch::proceed(const WarpInstruction& masked) {
  if (!masked.late) {
    return masked.instruction->ends_block ? redirect(masked.slot) : update(masked.slot);
  }
  waiting_.set(masked.slot);
  wires_.at_load.assign(masked.slot, reads_memory(*masked.instruction));
  update(masked.slot);
}

void Fetch::release_held(Cycle now) {
  for (const unsigned slot : wires_.held) {
    if (queues_[slot].start > now) continue;
    wires_.held.reset(slot);
    wires_.at_barrier.reset(slot);
  }
}

void Fetch::request(Cycle now) {
  const SlotSet ready = hungry_.without(wires_.held);
  if (ready.none() || now < link_.free_at()) return;
  const unsigned slot = ready.first_from(turn_);
  turn_ = (slot + 1) % kMostSlots;
  queues_[slot].coming = config_.fetch.instructions;
  queues_[slot].arrival = now + config_.fetch.latency;
  if (asks_memory_) ask_memory(slot, now);
  update(slot);
}

/// As many instructions as a fetch brings and the line holds. A hit is answered in the same call.
void Fetch::ask_memory(unsigned slot, Cycle now) {
  Queue& queue = queues_[slot];
  const HardwareThread& thread = *threads_[slot];
  const std::uint32_t pc = queue.pc + thread.code_bytes(queue.pc, queue.count);
  const std::uint32_t line_end = (pc / line_bytes_ + 1) * line_bytes_;
  while (queue.coming > 1 && pc + thread.code_bytes(pc, queue.coming) > line_end) --queue.coming;
  const std::uint32_t bytes = std::min(thread.code_bytes(pc, queue.coming), line_end - pc);
  LineRequest& request = requests_.take();
  request.set_command(tlm::TLM_READ_COMMAND);
  request.set_address(pc);
  request.set_data_length(bytes);
  request.set_streaming_width(bytes);
  request.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  request.set_dmi_allowed(false);
  request.lanes().core = core_;
  request.lanes().slot = slot;
  request.lanes().pc = pc;
  queue.fetch = &request;
  const Cycle earliest = std::exchange(queue.arrival, kNever);
  link_.begin(*memory.operator->(), request, now);
  if (queue.arrival != kNever) queue.arrival = std::max(queue.arrival, earliest);
}

/// The target has ended the request phase: the next fetch may follow.
void Fetch::accepted(Cycle cycle) {
  if (hungry_.any()) link_.moves_at(cycle);
}

/// The thread may have gone elsewhere meanwhile.
void Fetch::answered(LineRequest& request, Cycle cycle) {
  Queue& queue = queues_[request.lanes().slot];
  if (queue.fetch == &request) {
    queue.fetch = nullptr;
    queue.arrival = cycle;
    link_.moves_at(cycle);
    if (request.get_response_status() != tlm::TLM_OK_RESPONSE) {
      failure_ =
          std::string(name()) + ": memory answers " + request.get_response_string() + " to a fetch";
    }
  }
  request.release();
}

tlm::tlm_sync_enum Fetch::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  return link_.backward(payload, phase, delay);
}

void Fetch::tick(Cycle now, SlotSet latch_free) {
  if (!failure_.empty()) throw Error(ErrorKind::Internal, std::exchange(failure_, {}));
  release_held(now);
  if (!config_.stage_latches) request(now);
  receive(now);
  deliver(deliverable(latch_free), now);
  if (config_.stage_latches) request(now);
}

Cycle Fetch::next_event(Cycle now, SlotSet latch_free) const {
  if (deliverable(latch_free).any()) return now + 1;
  Cycle next = kNever;
  if (hungry_.without(wires_.held).any()) next = std::max(now + 1, link_.free_at());
  for (const unsigned slot : wires_.held) {
    next = std::min(next, std::max(now + 1, queues_[slot].start));
  }
  for (const unsigned slot : coming_) {
    next = std::min(next, std::max(now + 1, queues_[slot].arrival));
  }
  return next;
}

void Fetch::reset() {
  std::fill(queues_.begin(), queues_.end(), Queue{});
  wires_ = {};
  waiting_ = filled_ = hungry_ = coming_ = {};
  turn_ = 0;
  next_id_ = 0;
  failure_.clear();
}

void Fetch::describe(std::ostream& out) const {
  for (const unsigned slot : wires_.threads) {
    const Queue& queue = queues_[slot];
    out << name() << ": thread " << slot << " at pc 0x" << std::hex << queue.pc << std::dec << ", "
        << queue.count << " instructions queued, " << queue.coming << " on their way"
        << (wires_.at_barrier.test(slot) ? ", at a barrier"
            : waiting_.test(slot)        ? ", waits for its last instruction"
                                         : "")
        << '\n';
  }
}

}  // namespace lanefold
