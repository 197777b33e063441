// SPDX-License-Identifier: Apache-2.0
// Settings that changed nothing.
#include "run_notes.h"

#include <algorithm>

#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {

namespace {

bool sets(const std::vector<std::string>& settings, const std::string& key) {
  return std::any_of(settings.begin(), settings.end(),
                     [&](const std::string& setting) { return setting.rfind(key, 0) == 0; });
}

/// Of a setting of the core that the machine does not use; empty if there is none.
std::string unused(const CoreConfig& core, const std::vector<std::string>& settings) {
  if (core.on_miss != "slip" && sets(settings, "core.slip.")) {
    return "core.slip.* has no effect with core.on_miss=" + core.on_miss;
  }
  if (core.on_miss == "slip" && !core.slip.adaptive() &&
      sets(settings, "core.slip.sampling_period=")) {
    return "core.slip.sampling_period has no effect with core.slip.max=" +
           std::to_string(core.slip.max);
  }
  if (!divides_warps(core) && sets(settings, "core.slices=")) {
    return "core.slices has no effect with core.simd=warps and core.adaptation=off, where slices "
           "do not divide";
  }
  if (core.on_miss != "divide" && sets(settings, "core.division=")) {
    return "core.division has no effect with core.on_miss=" + core.on_miss;
  }
  if (core.compaction == "none" && sets(settings, "core.compaction_latency=")) {
    return "core.compaction_latency has no effect with core.compaction=none";
  }
  if (core.scalar == "off" && sets(settings, "core.scalar_knowledge=")) {
    return "core.scalar_knowledge has no effect with core.scalar=off";
  }
  return "";
}

/// What a functional run does not have.
std::string without_time(const RunRecord& record) {
  const CoreConfig& core = record.machine.core;
  if (record.launches.empty() || record.launches.front().timed) return "";
  if (core.simd != "warps" || adapts(core)) return "core.simd and core.adaptation have";
  return core.scalar == "off" ? "" : "core.scalar has";
}

/// A period may be over in a later launch than it began in.
bool never_decided(const CoreConfig& core, const LaunchStatistics& total) {
  return total.timed && core.on_miss == "slip" && core.slip.adaptive() &&
         total.cycles < core.slip.sampling_period;
}

/// Where it would have come to rest is not known.
bool only_rose(const LaunchStatistics& total) {
  return total.slip.raised_limits != 0 && total.slip.lowered_limits == 0 &&
         total.slip.highest_limit < 255;
}

}  // namespace

std::string run_notes(const RunRecord& record, const std::vector<std::string>& settings) {
  const CoreConfig& core = record.machine.core;
  std::string text;
  const std::string in_vain = unused(core, settings);
  if (!in_vain.empty()) text += "note: " + in_vain + "\n";
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
