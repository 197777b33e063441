// SPDX-License-Identifier: Apache-2.0
// Between arbiter and compaction control: counts every issued instruction once.
#pragma once

#include <systemc>

#include "base/cycle.h"
#include "blocks/clock/core_clock.h"
#include "blocks/pipeline/warp_protocol.h"
#include "decisions/pipeline/core_geometry.h"
#include "lanefold/statistics.h"

namespace lanefold {

class IssueCounter : public sc_core::sc_module {
 public:
  WarpTarget<IssueCounter> issued{"issued", this, &IssueCounter::take};  ///< from the arbiter
  WarpInitiator counted{"counted"};                                      ///< to compaction control

  IssueCounter(const sc_core::sc_module_name& name, CoreGeometry& geometry,
               LaunchStatistics& statistics, const CoreClock& clock);

  /// The cycle after that of the latest issue.
  Cycle issued_until() const { return issued_until_; }
  void reset(Cycle now) { issued_until_ = now; }

 private:
  void take(WarpInstruction& instruction);

  CoreGeometry& geometry_;
  LaunchStatistics& statistics_;
  const CoreClock& clock_;
  Cycle issued_until_ = 0;
};

}  // namespace lanefold
