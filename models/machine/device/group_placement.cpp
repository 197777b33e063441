// SPDX-License-Identifier: Apache-2.0
// Where a work-group goes.
#include "machine/device/group_placement.h"

#include <algorithm>
#include <numeric>

namespace lanefold {
namespace {

bool contains(const std::vector<unsigned>& cores, unsigned core) {
  return std::find(cores.begin(), cores.end(), core) != cores.end();
}

/// Nothing is left to be had on other cores than these.
void keep_only(const std::vector<unsigned>& cores, std::vector<unsigned>& room) {
  for (unsigned core = 0; core < room.size(); ++core) {
    if (!contains(cores, core)) room[core] = 0;
  }
}

}  // namespace

FreeResources::FreeResources(const MachineConfig& config)
    : threads(config.cores, config.core.warps),
      local_bytes(config.local_memory.shared ? 1 : config.cores, config.local_memory.bytes) {}

void FreeResources::take_local(const std::vector<unsigned>& cores, std::uint64_t bytes) {
  const std::size_t memories = std::min(cores.size(), local_bytes.size());
  for (std::size_t i = 0; i < memories; ++i) local_bytes[cores[i] % local_bytes.size()] -= bytes;
}

void FreeResources::give_back_local(const std::vector<unsigned>& cores, std::uint64_t bytes) {
  const std::size_t memories = std::min(cores.size(), local_bytes.size());
  for (std::size_t i = 0; i < memories; ++i) local_bytes[cores[i] % local_bytes.size()] += bytes;
}

GroupNeeds needs_of_group(const MachineConfig& config, unsigned warps, std::uint64_t local_bytes) {
  if (config.local_memory.shared) return {warps, config.cores, local_bytes};
  const unsigned cores = (warps + config.core.warps - 1) / config.core.warps;
  return {warps, cores, (local_bytes + cores - 1) / cores};
}

std::uint64_t resident_groups(const MachineConfig& config, const GroupNeeds& needs,
                              std::uint64_t groups) {
  FreeResources free(config);
  for (std::uint64_t resident = 0; resident < groups; ++resident) {
    const Placement placement = place_group(free, needs);
    if (placement.cores.empty()) return resident;
    for (const unsigned core : placement.core_of_warp) --free.threads[core];
    free.take_local(placement.cores, needs.local_bytes);
  }
  return groups;
}

Placement place_group(const FreeResources& free, const GroupNeeds& needs) {
  if (std::accumulate(free.threads.begin(), free.threads.end(), 0U) < needs.warps) return {};
  std::vector<unsigned> room = free.threads;
  for (unsigned core = 0; core < room.size(); ++core) {
    if (free.local_of(core) < needs.local_bytes) room[core] = 0;
  }
  Placement placement;
  while (placement.core_of_warp.size() < needs.warps) {
    const auto most = std::max_element(room.begin(), room.end());
    if (*most == 0) return {};
    --*most;
    const auto core = static_cast<unsigned>(most - room.begin());
    placement.core_of_warp.push_back(core);
    if (contains(placement.cores, core)) continue;
    placement.cores.push_back(core);
    if (placement.cores.size() == needs.cores) keep_only(placement.cores, room);
  }
  return placement;
}

}  // namespace lanefold
