// SPDX-License-Identifier: Apache-2.0
// Compaction control with RTL inside: the control block of a policy, in one cycle or in two, the
// sequencer, or several of them.
#pragma once

#include <memory>
#include <optional>

#include "blocks/datapath/compaction_control.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_blocks.h"
#include "twins/loop/rtl_place.h"
#include "twins/loop/sequenced_control.h"
#include "twins/verilated/control_twin.h"

namespace lanefold {

/// With several RTL controls the last one decides, and all must give the same schedule. Control
/// blocks have no RTL for operands of 16 bits, which core.isa=gen8 has: the model decides of them.
class RtlCompactionControl final : public CompactionControl {
 public:
  RtlCompactionControl(const sc_core::sc_module_name& name, const CoreContext& core,
                       const RtlBlocks& blocks, const RtlWorld& world);

 private:
  Decision decide(LaneMask active, const QuadGeometry& geometry, Schedule* schedule) override;
  std::optional<Schedule> answer(LaneMask active, const QuadGeometry& geometry);

  CompactionPolicy policy_;
  CoreGeometry widths_;         ///< of the RTL
  bool narrow_;                 ///< instructions may be narrower
  const QuadGeometry bits_16_;  ///< of the RTL for operands of 16 bits, which narrow ones may have
  std::optional<ByOperandSize<ControlTwin>> control_;
  std::optional<ByOperandSize<ControlTwin>> pipeline_;
  std::unique_ptr<SequencedControl> sequencer_;
};

}  // namespace lanefold
