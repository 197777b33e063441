// SPDX-License-Identifier: Apache-2.0
// An ALU pipe, FPU or EM (ISCA'13 section 2.2, stage 6): a quad a cycle.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>

#include "execute/activity.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"
#include "pipeline/warp_protocol.h"

namespace lanefold {

class AluPipe : public sc_core::sc_module {
 public:
  WarpTarget<AluPipe> operands{"operands", this, &AluPipe::take};
  WarpInitiator results{"results"};

  AluPipe(const sc_core::sc_module_name& name, const CoreConfig& config,
          const CoreGeometry& geometry, LaunchStatistics& statistics);

  /// Cycle from which the next instruction can enter.
  Cycle free_at() const { return free_at_; }
  void reset() { free_at_ = 0; }
  void describe(std::ostream& out, Cycle now) const;

 private:
  void take(WarpInstruction& instruction);
  void charge(const WarpInstruction& instruction, unsigned busy, unsigned interval);
  void compute(WarpInstruction& instruction);

  const CoreConfig& config_;
  const CoreGeometry& geometry_;
  LaunchStatistics& statistics_;
  bool exact_;
  Cycle free_at_ = 0;
  LaneAccess no_access_;
};

}  // namespace lanefold
