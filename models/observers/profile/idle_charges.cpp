// SPDX-License-Identifier: Apache-2.0
// Which instruction is charged with slots in which nothing issues.
#include <algorithm>
#include <utility>

#include "decisions/pipeline/hardware_thread.h"
#include "observers/profile/core_profile.h"

namespace lanefold {

/// Charged to who loses them now. Threads take turns. A short time is charged to one, a long one in
/// equal parts to all.
std::int64_t CoreProfile::tell(const IdlePipe& latest, std::uint64_t slots, const IdleState& state,
                               const CoreWires& wires) {
  constexpr Cycle kShort = 64;
  const SlotSet losers = threads_that_lose(latest, state, wires);
  if (losers.none()) {
    table_->no_instruction.charge(latest.cause, slots);
    return stride_.next() * lanes_;
  }
  const unsigned parts = latest.cycles < kShort ? 1 : losers.count();
  for (unsigned left = parts; left != 0; --left) {
    const unsigned slot = losers.first_from(turn_);
    const std::uint64_t part = slots / left;
    turn_ = (slot + 1) % kMostSlots;
    slots -= part;
    charged_[static_cast<std::size_t>(latest.cause)] =
        &charge(slot, latest.cause, part, state, wires);
  }
  return stride_.next() * lanes_;
}

/// When a launch ends: to who was charged before. The first slots of each cause were charged.
void CoreProfile::charge_rest(SlotCause cause) {
  InstructionCounts* const charged = charged_[static_cast<std::size_t>(cause)];
  const std::uint64_t slots = take(cause);
  if (charged == nullptr) return table_->no_instruction.charge(cause, slots);
  charged->ledger.charge(cause, slots);
  if (cause != SlotCause::MemoryWait) return;
  auto& places = charged->memory_wait;
  *std::max_element(places.begin(), places.end()) += slots;
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

InstructionCounts& CoreProfile::charge(unsigned slot, SlotCause cause, std::uint64_t slots,
                                       const IdleState& state, const CoreWires& wires) {
  InstructionCounts* charged = nullptr;
  switch (cause) {
    case SlotCause::MemoryWait:
      return charge_memory(slot, slots, state, wires);
    case SlotCause::MemoryDivergence:
      charged = &counts_or_next(threads_[slot].load(), slot);
      break;
    case SlotCause::OperandWait:
      if (const WarpInstruction* waiting = state.scoreboard->held(slot)) {
        const auto* producer = threads_[slot].producer(*waiting, false);
        if (producer != nullptr) charged = producer->profile->counts;
      }
      break;
    case SlotCause::BarrierWait:
      charged = barriers_[slot];
      break;
    default:
      break;
  }
  if (charged == nullptr) charged = &waiting_at(slot, state, wires);
  charged->ledger.charge(cause, slots);
  return *charged;
}

/// A thread waits for a load whose values it needs or at which it stays, to send what is ready, or
/// for answers to its stores.
InstructionCounts& CoreProfile::charge_memory(unsigned slot, std::uint64_t slots,
                                              const IdleState& state, const CoreWires& wires) {
  ThreadProfile& thread = threads_[slot];
  WarpInstruction* awaited = nullptr;
  MemoryPlace place = MemoryPlace::Stores;
  if (wires.arbiter.of(Unit::Send).test(slot)) {
    place = place_of_sending(state, wires.pipes.may_not_send, slot);
  } else if (wires.scoreboard.wait_for_memory().test(slot)) {
    const WarpInstruction* const waiting = state.scoreboard->held(slot);
    if (waiting != nullptr) awaited = thread.producer(*waiting, true);
    place = MemoryPlace::LoadStore;
  } else if (state.at_load.test(slot)) {
    awaited = thread.load();
    const bool latched = wires.scoreboard.latched.test(slot);
    place = latched ? MemoryPlace::LoadStore : MemoryPlace::LeftBehind;
  }
  if (awaited != nullptr) {
    awaited->profile->awaited += slots;
    return *awaited->profile->counts;
  }
  InstructionCounts& counts = waiting_at(slot, state, wires);
  counts.ledger.charge(SlotCause::MemoryWait, slots);
  counts.memory_wait[static_cast<std::size_t>(place)] += slots;
  return counts;
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
