// SPDX-License-Identifier: Apache-2.0
// What the shape of a launch says about the identities of the work-items in a slice.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/uniformity/uniformity.h"
#include "lanefold/device.h"
#include "lanefold/machine_config.h"
#include "lanefold/memory_map.h"

namespace lanefold {

struct LaunchShape {
  std::array<std::uint32_t, 3> local{1, 1, 1};  ///< work-items of a group
  std::uint32_t warp_width = 1;                 ///< lanes
  /// Neighbouring lanes hold neighbouring work-items; otherwise any, also of several groups.
  bool neighbours = true;
  /// A slice holds neighbouring work-items from a multiple of `warp_width` on. Where warps are
  /// divided (IPDPS'12), they begin anywhere.
  bool whole_warps = true;
  /// Lanes meet only where control flow says so, all in the same iteration of every loop. Lanes
  /// that slip behind a miss (SC'09), or become a slice of their own (dynamic warp subdivision),
  /// meet others at any place that both have come to.
  bool in_step = true;
  /// Lanes that have come to the post-dominator of a branch wait for all others, in whatever
  /// iteration these are (`ipdom`); otherwise loops come before (`wto`).
  bool wait_at_post_dominators = false;
};

/// The shape of a launch on a machine.
LaunchShape launch_shape(const std::array<std::uint32_t, 3>& local, const MachineConfig& machine);

/// What is known of a work-item CSR.
Uniformity csr_uniformity(WorkItemCsr csr, const LaunchShape& shape);

}  // namespace lanefold
