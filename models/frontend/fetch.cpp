// SPDX-License-Identifier: Apache-2.0
// Per-thread instruction prefetch and instruction queues.
#include "frontend/fetch.h"

#include <algorithm>
#include <ostream>

#include "execute/executor.h"

namespace lanefold {
namespace {

std::uint64_t bit(unsigned slot) { return std::uint64_t{1} << slot; }
unsigned lowest(std::uint64_t slots) { return static_cast<unsigned>(__builtin_ctzll(slots)); }

/// The first of `slots` after `last`, in rotating order.
unsigned rotate(std::uint64_t slots, unsigned last) {
  const std::uint64_t above = last >= 63 ? 0 : slots & ~(bit(last + 1) - 1);
  return lowest(above != 0 ? above : slots);
}

}  // namespace

Fetch::Fetch(const sc_core::sc_module_name& name, const CoreConfig& config,
             std::vector<std::unique_ptr<Warp>>& warps, InstructionPool& pool)
    : sc_module(name), config_(config), warps_(warps), pool_(pool), queues_(warps.size()) {}

void Fetch::update(unsigned slot) {
  const auto assign = [slot](std::uint64_t& set, bool member) {
    set = member ? set | bit(slot) : set & ~bit(slot);
  };
  const Queue& queue = queues_[slot];
  const bool resident = (resident_ & bit(slot)) != 0;
  assign(filled_, resident && queue.count != 0);
  assign(coming_, resident && queue.coming != 0);
  assign(hungry_, resident && wants_fetch(queue));
}

void Fetch::redirect(unsigned slot) {
  Warp& warp = *warps_[slot];
  waiting_ &= ~bit(slot);
  if (warp.done()) {
    resident_ &= ~bit(slot);
  } else if (const std::uint32_t pc = warp.lanes().current().pc; pc != queues_[slot].pc) {
    queues_[slot] = {pc, 0, 0, 0, queues_[slot].start};
  }
  update(slot);
}

void Fetch::take_resolved(WarpInstruction& instruction) {
  if (instruction.instruction->kind == InstructionClass::Barrier) {
    at_barrier_ |= bit(instruction.slot);
  } else {
    redirect(instruction.slot);
  }
}

void Fetch::take_command(ThreadCommand& command) {
  const std::uint64_t thread = bit(command.slot);
  if (command.kind == ThreadCommand::Kind::Start) {
    resident_ |= thread;
    queues_[command.slot] = {warps_[command.slot]->lanes().current().pc, 0, 0, 0, 0};
  }
  queues_[command.slot].start = command.cycle;
  held_ |= thread;
  redirect(command.slot);
}

void Fetch::receive(std::uint64_t now) {
  for (std::uint64_t rest = coming_; rest != 0; rest &= rest - 1) {
    const unsigned slot = lowest(rest);
    Queue& queue = queues_[slot];
    if (queue.arrival > now) continue;
    queue.count += queue.coming;
    queue.coming = 0;
    update(slot);
  }
}

void Fetch::deliver(std::uint64_t slots) {
  for (; slots != 0; slots &= slots - 1) {
    const unsigned slot = lowest(slots);
    Queue& queue = queues_[slot];
    WarpInstruction* instruction = pool_.take();
    instruction->id = next_id_++;
    instruction->slot = slot;
    instruction->warp = warps_[slot].get();
    instruction->pc = queue.pc;
    queue.pc += 4;
    --queue.count;
    decode.send(*instruction);
    if (resolves_late(*instruction->instruction)) {
      waiting_ |= bit(slot);
      update(slot);
    } else {
      redirect(slot);  // a direct jump, or the end of a block, may lead elsewhere
    }
  }
}

void Fetch::let_go(std::uint64_t now) {
  for (std::uint64_t rest = held_; rest != 0; rest &= rest - 1) {
    if (queues_[lowest(rest)].start > now) continue;
    held_ &= ~bit(lowest(rest));
    at_barrier_ &= ~bit(lowest(rest));
  }
}

void Fetch::request(std::uint64_t now) {
  const std::uint64_t ready = hungry_ & ~held_;
  if (ready == 0) return;
  const unsigned slot = rotate(ready, last_fetched_);
  last_fetched_ = slot;
  queues_[slot].coming = config_.fetch_instructions;
  queues_[slot].arrival = now + config_.fetch_latency;
  update(slot);
}

void Fetch::tick(std::uint64_t now, std::uint64_t latch_free) {
  let_go(now);
  receive(now);
  deliver(filled_ & ~waiting_ & ~held_ & latch_free);
  request(now);
}

std::uint64_t Fetch::next_event(std::uint64_t now, std::uint64_t latch_free) const {
  if ((filled_ & ~waiting_ & ~held_ & latch_free) != 0 || (hungry_ & ~held_) != 0) return now + 1;
  std::uint64_t next = kNever;
  for (std::uint64_t rest = held_; rest != 0; rest &= rest - 1) {
    next = std::min(next, std::max(now + 1, queues_[lowest(rest)].start));
  }
  for (std::uint64_t rest = coming_; rest != 0; rest &= rest - 1) {
    next = std::min(next, std::max(now + 1, queues_[lowest(rest)].arrival));
  }
  return next;
}

void Fetch::reset() {
  std::fill(queues_.begin(), queues_.end(), Queue{});
  resident_ = waiting_ = at_barrier_ = filled_ = hungry_ = coming_ = held_ = 0;
  last_fetched_ = 63;
  next_id_ = 0;
}

void Fetch::describe(std::ostream& out) const {
  for (std::uint64_t rest = resident_; rest != 0; rest &= rest - 1) {
    const unsigned slot = lowest(rest);
    const Queue& queue = queues_[slot];
    out << name() << ": thread " << slot << " at pc 0x" << std::hex << queue.pc << std::dec << ", "
        << queue.count << " instructions queued, " << queue.coming << " on their way"
        << ((at_barrier_ & bit(slot)) != 0 ? ", at a barrier"
            : (waiting_ & bit(slot)) != 0  ? ", waits for its last instruction"
                                           : "")
        << '\n';
  }
}

}  // namespace lanefold
