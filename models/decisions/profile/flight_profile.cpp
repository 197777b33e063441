// SPDX-License-Identifier: Apache-2.0
// Where the time of an instruction that waits for memory has passed.
#include "decisions/profile/flight_profile.h"

#include <algorithm>
#include <numeric>

namespace lanefold {
namespace {

std::uint64_t sum_of(const PlaceCycles& cycles) {
  return std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0});
}

}  // namespace

PlaceCycles divide_by_place(std::uint64_t slots, const PlaceCycles& cycles, MemoryPlace otherwise) {
  PlaceCycles parts{};
  const std::uint64_t all = sum_of(cycles);
  if (all == 0) {
    parts[static_cast<std::size_t>(otherwise)] = slots;
    return parts;
  }
  for (std::size_t i = 0; i < kMemoryPlaces; ++i) parts[i] = slots * cycles[i] / all;
  *std::max_element(parts.begin(), parts.end()) += slots - sum_of(parts);
  return parts;
}

MemoryPlace first_level_of_memory(const MachineConfig& config) {
  if (config.l1.enabled) return MemoryPlace::L1;
  if (config.l2.enabled && !config.l2.shared) return MemoryPlace::L2;
  if (config.interconnect.enabled) return MemoryPlace::Interconnect;
  if (config.coherence == Coherence::Mesi) return MemoryPlace::Directory;
  if (config.l2.enabled) return MemoryPlace::L2;
  if (config.l3.enabled) return MemoryPlace::L3;
  return config.llc.enabled ? MemoryPlace::Llc : MemoryPlace::Dram;
}

/// Until the slowest line was sent the instruction was in the load/store unit, but for what its
/// lines have waited for memory to take them; so was what no level of memory claims of that line.
PlaceCycles FlightProfile::places() const {
  PlaceCycles all{};
  std::uint64_t claimed = 0;
  for (std::size_t i = 0; i < kMemoryPlaces; ++i) claimed += all[i] = waited[i];
  if (answered == 0) return all;
  std::uint64_t& unit = all[static_cast<std::size_t>(MemoryPlace::LoadStore)];
  const std::uint64_t before = sent - std::min(sent, issued);
  unit += before - std::min(before, claimed);
  claimed = 0;
  for (std::size_t i = 0; i < kMemoryPlaces; ++i) {
    all[i] += slowest[i];
    claimed += slowest[i];
  }
  unit += answered - sent - std::min(answered - sent, claimed);
  return all;
}

}  // namespace lanefold
