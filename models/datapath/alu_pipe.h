// SPDX-License-Identifier: Apache-2.0
// An ALU pipe, FPU or EM (ISCA'13 section 2.2, stage 6): a quad a cycle.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <systemc>

#include "execute/activity.h"
#include "lanefold/machine_config.h"
#include "lanefold/statistics.h"
#include "pipeline/issue_queue.h"
#include "pipeline/warp_protocol.h"

namespace lanefold {

class AluPipe : public sc_core::sc_module, public Pipe {
 public:
  WarpTarget<AluPipe> operands{"operands", this, &AluPipe::take};
  WarpInitiator results{"results"};

  AluPipe(const sc_core::sc_module_name& name, const CoreConfig& config,
          const CoreGeometry& geometry, LaunchStatistics& statistics);

  Cycle room_from() const override { return queue_.room_from(); }
  Cycle free_at() const override { return queue_.free_at(); }
  void reset() { queue_.reset(); }
  void describe(std::ostream& out, Cycle now) const;

 private:
  void take(WarpInstruction& instruction);
  void charge(const WarpInstruction& instruction, unsigned busy, unsigned interval);
  void compute(WarpInstruction& instruction);

  const CoreConfig& config_;
  const CoreGeometry& geometry_;
  LaunchStatistics& statistics_;
  bool exact_;
  IssueQueue queue_;
  LaneAccess no_access_;
};

}  // namespace lanefold
