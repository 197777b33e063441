// SPDX-License-Identifier: Apache-2.0
// The order of causes.
#include "top/idle_slots.h"

#include <iterator>
#include <utility>

namespace lanefold {

SlotCause idle_cause(ReadyInstructions ready, const ThreadWaits& threads) {
  if (threads.resident.none()) return SlotCause::NoWarp;
  if (ready.for_pipe) return SlotCause::IssueConflict;
  if (ready.for_alu) return SlotCause::OtherPipe;
  const SlotSet waiting = threads.alu | threads.memory | threads.barrier;
  const std::pair<SlotCause, SlotSet> causes[] = {
      {SlotCause::OperandWait, threads.alu},
      {SlotCause::FrontEnd, threads.resident.without(waiting)},
      {SlotCause::MemoryWait, threads.memory},
      {SlotCause::BarrierWait, threads.barrier},
  };
  const auto count = [](const auto& cause) { return cause.second.count(); };
  return std::max_element(std::begin(causes), std::end(causes),
                          [&](const auto& a, const auto& b) { return count(a) < count(b); })
      ->first;
}

}  // namespace lanefold
