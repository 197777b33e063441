// SPDX-License-Identifier: Apache-2.0
// Where a work-group goes: a decision without SystemC.
#pragma once

#include <cstdint>
#include <vector>

#include "lanefold/machine_config.h"

namespace lanefold {

/// What the resident work-groups leave free.
struct FreeResources {
  /// All of the machine.
  explicit FreeResources(const MachineConfig& config);

  /// Free bytes of the local memory that `core` reaches.
  std::uint64_t local_of(unsigned core) const { return local_bytes[core % local_bytes.size()]; }
  /// `bytes` of each local memory that a group on `cores` uses.
  void take_local(const std::vector<unsigned>& cores, std::uint64_t bytes);
  void give_back_local(const std::vector<unsigned>& cores, std::uint64_t bytes);

  std::vector<unsigned> threads;           ///< by core
  std::vector<std::uint64_t> local_bytes;  ///< by core, or one number if the cores share it
};

struct GroupNeeds {
  unsigned warps = 0;
  unsigned cores = 0;             ///< over which it may spread
  std::uint64_t local_bytes = 0;  ///< of each local memory that it uses
};

/// If all cores share the local memory, a group may spread over all of them. Otherwise it takes as
/// few cores as can hold its warps, and of the local memory of each an equal share.
GroupNeeds needs_of_group(const MachineConfig& config, unsigned warps, std::uint64_t local_bytes);

struct Placement {
  std::vector<unsigned> core_of_warp;
  std::vector<unsigned> cores;  ///< each once
};

/// Each warp goes to the core with the most free threads, the lowest number first, among those with
/// enough local memory and, once the group is on as many cores as it may take, among these. Empty
/// if the group must wait.
Placement place_group(const FreeResources& free, const GroupNeeds& needs);

/// How many of `groups` the machine holds at once.
std::uint64_t resident_groups(const MachineConfig& config, const GroupNeeds& needs,
                              std::uint64_t groups);

}  // namespace lanefold
