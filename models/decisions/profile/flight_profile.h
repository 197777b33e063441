// SPDX-License-Identifier: Apache-2.0
// What a profile knows of an instruction on its way. No SystemC.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/cycle.h"
#include "lanefold/instruction_counts.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Cycles, or lane-slots, by the place in which they passed.
using PlaceCycles = std::array<std::uint64_t, kMemoryPlaces>;

/// Divides `slots` in proportion to `cycles`, without a rest: what rounding leaves goes to the
/// largest part, among equals to the first. Where no cycles are known, all go to `otherwise`.
PlaceCycles divide_by_place(std::uint64_t slots, const PlaceCycles& cycles, MemoryPlace otherwise);

/// The level that gets the requests of load/store units.
MemoryPlace first_level_of_memory(const MachineConfig& config);

/// One for each payload of the pipeline of a machine that counts by instruction.
struct FlightProfile {
  InstructionCounts* counts = nullptr;  ///< of its pc
  std::uint64_t awaited = 0;            ///< slots lost while threads waited for its values
  Cycle issued = 0;
  bool waits = false;  ///< for memory: a load, store, atomic or fence that has not been finished
  bool loads = false;  ///< a load or atomic
  Cycle answered = 0;  ///< cycle of the latest answer to its lines; 0 without any
  Cycle sent = 0;      ///< cycle of the request that was answered then
  std::array<std::uint32_t, kMemoryPlaces> slowest{};  ///< where that request was
  /// Before its lines were sent; in local memory all.
  std::array<std::uint32_t, kMemoryPlaces> waited{};

  void wait(MemoryPlace place, Cycle cycles) {
    waited[static_cast<std::size_t>(place)] += static_cast<std::uint32_t>(cycles);
  }
  /// Where the instruction was from its issue until now.
  PlaceCycles places() const;
};

}  // namespace lanefold
