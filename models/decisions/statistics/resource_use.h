// SPDX-License-Identifier: Apache-2.0
// How much of what a machine can do each cycle a run has used: which resource limits it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// Something of which there is only so much in a cycle, on average over a run.
struct ResourceUse {
  std::string name;   ///< "alu", "issue", "load_store", "local_memory", or a level of memory
  std::string title;  ///< as in "limited by the bandwidth of DRAM"
  std::string unit;   ///< per core cycle
  double used = 0;
  double available = 0;  ///< more than 0
  double cycles = 0;     ///< over which it is averaged: of memory until it is idle

  double part() const { return used / available; }
  /// Cycles that it alone would need.
  double bound() const { return part() * cycles; }
};

/// Those that have a limit, the most used first; none of a functional run. Of the ALUs the busiest
/// pipe counts, of a shared cache its busiest bank. A core sends a line a cycle, or to a cache of
/// its own an instruction, and more where words of one bank conflict.
std::vector<ResourceUse> resource_uses(const LaunchStatistics& statistics,
                                       const MachineConfig& machine);

/// Cycles in which the busiest pipe of all cores is at work: an instruction of FPU or EM takes as
/// many EU cycles as another, on average, and one of the scalar pipe a cycle.
double busiest_pipe(const LaunchStatistics& statistics, const CoreConfig& core);

/// The first cache of a core's own, whose banks hold words: "l1" or "l2"; empty if it has none.
std::string own_cache(const MachineConfig& machine);

/// From this part of what it can do on, a resource is called the limit of a run; below, latency is.
constexpr double kLimitingPart = 0.7;

/// The cause that took most of the slots that were lost; nothing if none was. A pipe for which
/// there was no instruction, as EM in integer code, is named only where there is no other loss.
std::optional<SlotCause> largest_loss(const LaneLedger& ledger);

/// What limits a run, as a sentence: a resource that is used up, or else what most lanes waited
/// for. Empty for a functional run.
std::string limit_sentence(const LaunchStatistics& statistics, const MachineConfig& machine);

}  // namespace lanefold
