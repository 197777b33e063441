// SPDX-License-Identifier: Apache-2.0
// What a run was too short for, or does not have.
#include "run_notes.h"

#include <vector>

#include "base/text.h"
#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {

namespace {

/// What a functional run does not have.
std::string without_time(const RunRecord& record) {
  const CoreConfig& core = record.machine.core;
  if (record.launches.empty() || record.launches.front().timed) return "";
  std::vector<std::string> absent;
  if (!core.keeps_whole_warps()) absent.emplace_back("core.simd");
  if (adapts(core)) absent.emplace_back("core.adaptation.strategy");
  if (core.scalar.execution != ScalarExecution::Off) absent.emplace_back("core.scalar.execution");
  if (record.machine.memory.values == MemoryValues::Through) absent.emplace_back("memory.values");
  return absent.empty() ? "" : join(absent, " and ") + (absent.size() == 1 ? " has" : " have");
}

/// A period may be over in a later launch than it began in.
bool never_decided(const CoreConfig& core, const LaunchStatistics& total) {
  return total.timed && core.on_miss == OnMiss::Slip && core.slip.adaptive() &&
         total.cycles < core.slip.sampling_period;
}

/// Where it would have come to rest is not known.
bool only_rose(const LaunchStatistics& total) {
  return total.slip.raised_limits != 0 && total.slip.lowered_limits == 0 &&
         total.slip.highest_limit < 255;
}

}  // namespace

std::string run_notes(const RunRecord& record) {
  const CoreConfig& core = record.machine.core;
  std::string text;
  if (const std::string absent = without_time(record); !absent.empty()) {
    text += "note: " + absent + " no effect on a functional run\n";
  }
  const LaunchStatistics total = total_of(record.launches);
  if (never_decided(core, total)) {
    text +=
        "note: the limit of slip was never decided: no core ran for "
        "core.slip.sampling_period = " +
        std::to_string(core.slip.sampling_period) + " cycles\n";
  }
  if (core.slip.adaptive() && only_rose(total)) {
    text += "note: the limit of slip was still rising at the end, at " +
            std::to_string(total.slip.highest_limit) +
            "; shorter runs want a shorter core.slip.sampling_period\n";
  }
  return text;
}

}  // namespace lanefold
