// SPDX-License-Identifier: Apache-2.0
// Work-items lie in a warp in the linear order of their group, dimension 0 fastest, with
// `dispatch.mapping` = `neighbours` (models/decisions/execute/item_order.h). With `regions` they do
// not, so only ids that have one value in the whole launch or group are uniform.
#include "analysis/uniformity/launch_shape.h"

#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {
namespace {

/// Work-items between two that differ by one in dimension `d`.
std::uint32_t step_of(const LaunchShape& shape, unsigned d) {
  std::uint32_t step = 1;
  for (unsigned lower = 0; lower < d; ++lower) step *= shape.local[lower];
  return step;
}

Uniformity local_id(const LaunchShape& shape, unsigned d) {
  if (shape.local[d] == 1) return Uniformity::uniform();
  if (!shape.neighbours) return Uniformity::divergent();
  const std::uint32_t group = shape.local[0] * shape.local[1] * shape.local[2];
  const std::uint32_t step = step_of(shape, d);
  // Each value of the id holds for `step` work-items; all of them come again after `period`.
  const std::uint32_t period = step * shape.local[d];
  const bool in_one_period =
      period == group || (shape.whole_warps && period % shape.warp_width == 0);
  if (step == 1 && in_one_period) {
    const unsigned aligned = shape.whole_warps ? lowest_zeros(shape.warp_width) : 0;
    return Uniformity::affine(1).with_zero_bits(aligned);
  }
  if (shape.whole_warps && step % shape.warp_width == 0) return Uniformity::uniform();
  return Uniformity::divergent();
}

/// A whole warp is a sub-group.
Uniformity of_sub_group(WorkItemCsr csr, const LaunchShape& shape) {
  if (!shape.neighbours || !shape.whole_warps) return Uniformity::divergent();
  if (csr != WorkItemCsr::SubGroupLocalId) return Uniformity::uniform();
  return Uniformity::affine(1).with_zero_bits(lowest_zeros(shape.warp_width));
}

}  // namespace

LaunchShape launch_shape(const std::array<std::uint32_t, 3>& local, const MachineConfig& machine) {
  const CoreConfig& core = machine.core;
  LaunchShape shape;
  shape.neighbours = machine.dispatch.mapping == ItemMapping::Neighbours;
  shape.local = local;
  shape.warp_width = core.warp_width;
  shape.whole_warps = core.keeps_whole_warps() && !adapts(core);
  shape.in_step = core.on_miss != OnMiss::Slip && !subdivides(core) &&
                  core.reconvergence != ReconvergencePolicy::Yield;
  shape.wait_at_post_dominators = core.reconvergence == ReconvergencePolicy::Ipdom;
  return shape;
}

Uniformity csr_uniformity(WorkItemCsr csr, const LaunchShape& shape) {
  // Reading a CSR that does not exist ends the launch.
  const bool known = csr >= WorkItemCsr::LocalId0 && csr <= WorkItemCsr::SubGroupExchange;
  if (!known || csr == WorkItemCsr::SnoopHit) return Uniformity::divergent();
  if (csr >= WorkItemCsr::SubGroupId) return of_sub_group(csr, shape);
  const auto number = static_cast<std::uint32_t>(csr);
  const auto first_of = [](WorkItemCsr first) { return static_cast<std::uint32_t>(first); };
  if (csr <= WorkItemCsr::LocalId2) {
    return local_id(shape, number - first_of(WorkItemCsr::LocalId0));
  }
  // Lanes may hold work-items of several groups.
  if (!shape.neighbours && csr <= WorkItemCsr::GlobalId2) return Uniformity::divergent();
  if (csr >= WorkItemCsr::GlobalId0 && csr <= WorkItemCsr::GlobalId2) {
    // The group and the offset of the launch may begin anywhere.
    return local_id(shape, number - first_of(WorkItemCsr::GlobalId0)).with_zero_bits(0);
  }
  return Uniformity::uniform();
}

}  // namespace lanefold
