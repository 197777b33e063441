// SPDX-License-Identifier: Apache-2.0
// SIMD width and multi-threading depth of a core, W x D (IPDPS'12 section IV-A): `core.simd`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "lanefold/machine_config.h"

namespace lanefold {

/// All slices are `width` lanes wide, but for what is left over of a warp, and `depth` of them run
/// at once.
struct SimdConfiguration {
  unsigned width = 0;
  unsigned depth = 0;

  /// Text like "8x4".
  std::string text() const { return std::to_string(width) + "x" + std::to_string(depth); }
};

/// Parses a text like "8x4", both numbers at least 1 and at most 64; nothing for any other text.
std::optional<SimdConfiguration> parse_simd(const std::string& text);

/// Whether a core looks for its width and depth.
inline bool adapts(const CoreConfig& core) {
  return core.adaptation.strategy != AdaptationStrategy::Off;
}
/// Whether slices divide while they run (dynamic warp subdivision).
inline bool subdivides(const CoreConfig& core) {
  return core.on_miss == OnMiss::Divide || core.on_branch == OnBranch::Divide;
}
/// Whether a slice can be less than a warp.
inline bool divides_warps(const CoreConfig& core) {
  return !core.keeps_whole_warps() || adapts(core) || subdivides(core);
}
/// Work-items that a core ends in a sampling interval, at least (IPDPS'12 section VI-C).
inline std::uint64_t tasks_of_interval(const CoreConfig& core) {
  return std::uint64_t{core.adaptation.tasks_per_thread} * core.warps * core.warp_width;
}

/// How many slices of `width` lanes a core has: those of each warp, the last of which may be
/// narrower.
inline unsigned slices_of(unsigned warps, unsigned warp_width, unsigned width) {
  return warps * ((warp_width + width - 1) / width);
}
inline unsigned slices_of(const CoreConfig& core, unsigned width) {
  return slices_of(core.warps, core.warp_width, width);
}

/// What a core begins with: each warp is one slice, and all run, unless `core.simd` says otherwise.
/// A core that adapts goes on from there.
SimdConfiguration simd_of(const CoreConfig& core);

/// What launches too small to search get, if the core can be divided so: `core.adaptation.
/// small_launches`.
SimdConfiguration small_launch_simd(const CoreConfig& core);

/// Slots of a core, each of which schedules a slice.
inline unsigned slots_of(const CoreConfig& core) {
  if (adapts(core) || subdivides(core)) {
    return std::min(core.slices, core.warps * core.warp_width);
  }
  return slices_of(core, simd_of(core).width);
}

/// Slots of a core whose slices take work-items.
inline unsigned work_item_slots_of(const CoreConfig& core) {
  return adapts(core) ? slots_of(core) : slices_of(core, simd_of(core).width);
}

/// Throws Error(Configuration) with one sentence if the core cannot be `core.simd`.
void validate_simd(const CoreConfig& core);

}  // namespace lanefold
