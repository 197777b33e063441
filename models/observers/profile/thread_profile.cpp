// SPDX-License-Identifier: Apache-2.0
// What a hardware thread has on its way.
#include "observers/profile/thread_profile.h"

#include "decisions/frontend/dependence_check.h"

namespace lanefold {

ThreadProfile::Flight ThreadProfile::find_producer(const PipelineInstruction& waiting,
                                                   bool load) const {
  Flight first;
  for (const Flights* flights : {&loads_, &others_}) {
    for (const Flight& flight : *flights) {
      if (!flight.on_its_way()) continue;
      const PipelineInstruction& one = *flight.instruction->instruction;
      if (DependenceCheck::from_memory(one) != load || !waiting.needs.meets(one.writes)) continue;
      if (first.instruction == nullptr || flight.id < first.id) first = flight;
    }
  }
  return first;
}

WarpInstruction* ThreadProfile::load() const {
  Flight first;
  for (const Flight& flight : loads_) {
    const bool earlier = first.instruction == nullptr || flight.id < first.id;
    if (flight.on_its_way() && earlier) first = flight;
  }
  return first.instruction;
}

WarpInstruction* ThreadProfile::deciding() const {
  Flight last;
  for (const Flights* flights : {&loads_, &others_}) {
    for (const Flight& flight : *flights) {
      const bool later = last.instruction == nullptr || flight.id > last.id;
      if (flight.on_its_way() && flight.instruction->late && later) last = flight;
    }
  }
  return last.instruction;
}

}  // namespace lanefold
