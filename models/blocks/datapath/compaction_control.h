// SPDX-License-Identifier: Apache-2.0
// Compaction control: from execution mask to the cycles that the ALU spends (ISCA'13 sections 4.1
// and 4.2).
#pragma once

#include <memory>
#include <systemc>

#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/core_geometry.h"
#include "decisions/scalar/scalar_use.h"
#include "lanefold/compactor.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

class CompactionControl : public sc_core::sc_module {
 public:
  WarpTarget<CompactionControl> issued{"issued", this, &CompactionControl::take};
  WarpInitiator scheduled{"scheduled"};

  CompactionControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                    const CoreGeometry& geometry, LaunchStatistics& statistics);
  /// With a policy in place of that of the configuration; `core.slice_quads` means nothing for it.
  CompactionControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                    const CoreGeometry& geometry, LaunchStatistics& statistics,
                    std::unique_ptr<Compactor> policy);

 protected:
  /// What the block answers for one instruction.
  struct Decision {
    unsigned cycles = 0;          ///< that the ALU spends
    unsigned swizzled_lanes = 0;  ///< that compute at another position than their own
  };

  /// The decision for a whole warp, for the lanes that compute. Fills in `schedule` unless it is
  /// nullptr.
  virtual Decision decide(LaneMask active, const QuadGeometry& geometry, Schedule* schedule);

 private:
  CompactionControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                    const CoreGeometry& geometry, LaunchStatistics& statistics,
                    std::unique_ptr<Compactor> policy, bool own_quads);
  void take(WarpInstruction& instruction);
  void settle(WarpInstruction& instruction);
  Decision decide_all(const WarpInstruction& instruction, const QuadGeometry& geometry,
                      Schedule* schedule);
  Decision decide_passes(const WarpInstruction& instruction, const QuadGeometry& geometry,
                         Schedule* schedule);
  LaneMask issued_lanes(const WarpInstruction& instruction, const QuadGeometry& geometry) const;
  /// By the lanes that the instruction issues.
  Decision decide_in_slice(const WarpInstruction& instruction, const QuadGeometry& geometry,
                           Schedule* schedule);
  Decision decide_once(const WarpInstruction& instruction, const QuadGeometry& geometry,
                       Schedule* schedule);

  const CoreGeometry& geometry_;
  LaunchStatistics& statistics_;
  std::unique_ptr<Compactor> compactor_;
  std::unique_ptr<Compactor> one_quad_;  ///< of what one lane computes for all
  const ScalarUse scalar_;
  bool exact_;
  const bool own_quads_;  ///< issues no quad without lanes of the slice (`core.slice_quads`)
};

}  // namespace lanefold
