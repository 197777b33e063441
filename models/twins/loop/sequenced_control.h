// SPDX-License-Identifier: Apache-2.0
// rtl/compaction_sequencer.sv as a block that answers one instruction at a time: it is clocked from
// handshake to last micro-op, and the micro-ops are read as a schedule.
#pragma once

#include <vector>

#include "lanefold/lane_mask.h"
#include "lanefold/machine_config.h"
#include "lanefold/quad_geometry.h"
#include "lanefold/schedule.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/sequencer_twin.h"

namespace lanefold {

/// The schedule that micro-ops carry out, one a cycle. Throws Error(Internal) when they do not
/// issue each lane of `mask` once and no other, or mark their first and last one wrongly.
Schedule schedule_of(const std::vector<SequencerTwin::Outputs>& micro_ops, LaneMask mask,
                     const QuadGeometry& geometry);

class SequencedControl {
 public:
  SequencedControl(const sc_core::sc_object& block, const CoreConfig& config,
                   const RtlWorld& world);

  /// Runs one instruction; the sequencer is idle before and after. Its cycles are cycles of its
  /// own clock, all within the simulation's current one.
  Schedule schedule(LaneMask mask, const QuadGeometry& geometry);

 private:
  AskedTwin<SequencerTwin> twin_;
  SequencerTwin::Inputs inputs_;
  std::vector<SequencerTwin::Outputs> micro_ops_;
};

}  // namespace lanefold
