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
  switch (cause) {
    case SlotCause::MemoryWait:
      return charge_memory(slot, slots, state, wires);
    case SlotCause::MemoryDivergence:
      return counts_or_next(threads_[slot].load(), slot).ledger.charge(cause, slots);
    case SlotCause::OperandWait: {
      const WarpInstruction* const waiting = state.scoreboard->held(slot);
      WarpInstruction* const producer =
          waiting == nullptr ? nullptr : threads_[slot].producer(*waiting->instruction, false);
      return (producer != nullptr ? *producer->profile->counts : waiting_at(slot, state, wires))
          .ledger.charge(cause, slots);
    }
    case SlotCause::BarrierWait:
      if (barriers_[slot] != nullptr) return barriers_[slot]->ledger.charge(cause, slots);
      break;
    default:
      break;
  }
  waiting_at(slot, state, wires).ledger.charge(cause, slots);
}

/// A thread waits for a load whose values it needs or at which it stays, to send what is ready, or
/// for answers to its stores.
void CoreProfile::charge_memory(unsigned slot, std::uint64_t slots, const IdleState& state,
                                const CoreWires& wires) {
  ThreadProfile& thread = threads_[slot];
  WarpInstruction* awaited = nullptr;
  MemoryPlace place = MemoryPlace::Stores;
  if (wires.arbiter.of(Unit::Send).test(slot)) {
    place = place_of_sending(state, wires.pipes.may_not_send, slot);
  } else if (wires.scoreboard.wait_for_memory().test(slot)) {
    const WarpInstruction* const waiting = state.scoreboard->held(slot);
    if (waiting != nullptr) awaited = thread.producer(*waiting->instruction, true);
    place = MemoryPlace::LoadStore;
  } else if (state.at_load.test(slot)) {
    awaited = thread.load();
    const bool latched = wires.scoreboard.latched.test(slot);
    place = latched ? MemoryPlace::LoadStore : MemoryPlace::LeftBehind;
  }
  if (awaited != nullptr) {
    awaited->profile->awaited += slots;
    return;
  }
  InstructionCounts& counts = waiting_at(slot, state, wires);
  counts.ledger.charge(SlotCause::MemoryWait, slots);
  counts.memory_wait[static_cast<std::size_t>(place)] += slots;
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

/// The thread's instruction in the arbiter, or in the scoreboard; without any, the one that decides
/// where the thread goes on, or the next one.
InstructionCounts& CoreProfile::waiting_at(unsigned slot, const IdleState& state,
                                           const CoreWires& wires) {
  const WarpInstruction* waiting = nullptr;
  if (wires.arbiter.waiting().test(slot)) {
    waiting = state.arbiter->held(slot);
  } else if (wires.scoreboard.latched.test(slot)) {
    waiting = state.scoreboard->held(slot);
  }
  return waiting != nullptr ? counts_at(waiting->pc)
                            : counts_or_next(threads_[slot].deciding(), slot);
}

InstructionCounts& CoreProfile::counts_or_next(WarpInstruction* instruction, unsigned slot) {
  if (instruction != nullptr) return *instruction->profile->counts;
  return counts_at(hardware_[slot]->place().pc);
}

}  // namespace lanefold
