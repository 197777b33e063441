// SPDX-License-Identifier: Apache-2.0
// Which instruction is charged with slots in which nothing issues.
#include "decisions/pipeline/hardware_thread.h"
#include "observers/profile/core_profile.h"

namespace lanefold {

/// Each cycle is charged to one of the threads that lose it, in turn: to each as many whole rounds
/// as there are.
void CoreProfile::idle(const IdlePipe& pipe, const IdleState& state, const CoreWires& wires) {
  const SlotSet losers = threads_that_lose(pipe, state, wires);
  if (losers.none()) {
    table_->no_instruction.charge(pipe.cause, pipe.cycles * pipe.lanes);
    return;
  }
  const unsigned count = losers.count();
  const Cycle rounds = pipe.cycles / count;
  unsigned rest = static_cast<unsigned>(pipe.cycles % count);
  const unsigned charged = rounds != 0 ? count : rest;
  for (unsigned i = 0; i < charged; ++i) {
    const unsigned slot = losers.first_from(turn_);
    turn_ = (slot + 1) % kMostSlots;
    charge(slot, pipe.cause, (rounds + (rest != 0 ? 1 : 0)) * pipe.lanes, state, wires);
    if (rest != 0) --rest;
  }
}

/// None if no instruction can be named.
SlotSet CoreProfile::threads_that_lose(const IdlePipe& pipe, const IdleState& state,
                                       const CoreWires& wires) const {
  const ArbiterWires& arbiter = wires.arbiter;
  const ThreadWaits& waits = state.waits;
  switch (pipe.cause) {
    case SlotCause::IssueConflict:
      return pipe.pipe == Unit::Scalar ? arbiter.of(pipe.pipe)
                                       : arbiter.of(pipe.pipe) | arbiter.of(Unit::Either);
    case SlotCause::OtherPipe:
      return arbiter.ready().without(arbiter.of(Unit::Send) | arbiter.of(Unit::Control));
    case SlotCause::OperandWait:
      return waits.alu;
    case SlotCause::MemoryWait:
      return waits.memory;
    case SlotCause::MemoryDivergence:
      return waits.divergence;
    case SlotCause::BarrierWait:
      return waits.barrier;
    case SlotCause::FrontEnd:
      return waits.resident.without(waits.alu | waits.memory | waits.barrier);
    default:
      return {};
  }
}

void CoreProfile::charge(unsigned slot, SlotCause cause, std::uint64_t slots,
                         const IdleState& state, const CoreWires& wires) {
  const ThreadProfile& thread = threads_[slot];
  const bool in_arbiter = wires.arbiter.waiting().test(slot);
  const bool decoded_since = wires.scoreboard.latched.test(slot);
  switch (cause) {
    case SlotCause::MemoryWait:
      return charge_memory(slot, slots, state, wires);
    case SlotCause::MemoryDivergence:
      return counts_of(slot, thread.load()).ledger.charge(cause, slots);
    case SlotCause::OperandWait:
      return counts_of(slot, thread.producer(false)).ledger.charge(cause, slots);
    default:
      return counts_of(slot, in_arbiter ? thread.in_arbiter(decoded_since) : thread.latest())
          .ledger.charge(cause, slots);
  }
}

/// A thread waits for a load whose values it needs or at which it stays, to send what is ready, or
/// for answers to its stores.
void CoreProfile::charge_memory(unsigned slot, std::uint64_t slots, const IdleState& state,
                                const CoreWires& wires) {
  const ThreadProfile& thread = threads_[slot];
  ThreadProfile::Awaited awaited = thread.latest();
  MemoryPlace place = MemoryPlace::Stores;
  const bool latched = wires.scoreboard.latched.test(slot);
  if (wires.arbiter.of(Unit::Send).test(slot)) {
    awaited = thread.in_arbiter(latched);
    place = place_of_sending(state, wires.pipes.may_not_send, slot);
  } else if (wires.scoreboard.wait_for_memory().test(slot)) {
    awaited = thread.producer(true);
    place = MemoryPlace::LoadStore;
  } else if (state.at_load.test(slot)) {
    awaited = thread.load();
    place = latched ? MemoryPlace::LoadStore : MemoryPlace::LeftBehind;
  }
  InstructionCounts& counts = counts_of(slot, awaited);
  counts.ledger.charge(SlotCause::MemoryWait, slots);
  if (awaited.flight != nullptr) {
    awaited.flight->awaited += slots;
  } else {
    counts.memory_wait[static_cast<std::size_t>(place)] += slots;
  }
}

/// Where an instruction waits that is ready to be sent.
MemoryPlace CoreProfile::place_of_sending(const IdleState& state, SlotSet full,
                                          unsigned slot) const {
  if (full.test(slot)) return MemoryPlace::Outstanding;
  switch (state.held) {
    case LoadStoreWires::Held::Refused:
      return first_level_;
    case LoadStoreWires::Held::Full:
      return MemoryPlace::Outstanding;
    case LoadStoreWires::Held::No:
      break;
  }
  return MemoryPlace::LoadStore;
}

/// That of the thread's next instruction, if it has none on its way.
InstructionCounts& CoreProfile::counts_of(unsigned slot, const ThreadProfile::Awaited& awaited) {
  if (awaited.counts != nullptr) return *awaited.counts;
  return table_->at(hardware_[slot]->place().pc).counts;
}

}  // namespace lanefold
