// SPDX-License-Identifier: Apache-2.0
// What a hardware thread has on its way.
#include "observers/profile/thread_profile.h"

#include <algorithm>

#include "decisions/frontend/dependence_check.h"

namespace lanefold {

void ThreadProfile::retired(const WarpInstruction& instruction) {
  const auto flight =
      std::find_if(in_flight_.begin(), in_flight_.end(),
                   [&](const Flight& one) { return one.profile == instruction.profile; });
  if (flight != in_flight_.end()) in_flight_.erase(flight);
}

void ThreadProfile::forget() {
  latest_ = earlier_ = {};
  in_flight_.clear();
}

ThreadProfile::Awaited ThreadProfile::latest() const {
  const bool ended =
      latest_.instruction != nullptr && latest_.instruction->kind == InstructionClass::Exit;
  return {ended && in_flight_.empty() ? nullptr : latest_.counts, nullptr};
}

/// The first to issue, if there are several.
ThreadProfile::Awaited ThreadProfile::producer(bool load) const {
  for (const Flight& flight : in_flight_) {
    if (DependenceCheck::from_memory(*flight.instruction) != load) continue;
    if (!latest_.instruction->needs.meets(flight.instruction->writes)) continue;
    return {flight.profile->counts, flight.profile};
  }
  return latest();
}

ThreadProfile::Awaited ThreadProfile::load() const {
  for (const Flight& flight : in_flight_) {
    if (reads_memory(*flight.instruction)) return {flight.profile->counts, flight.profile};
  }
  return {latest().counts, nullptr};
}

}  // namespace lanefold
