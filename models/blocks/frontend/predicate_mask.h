// SPDX-License-Identifier: Apache-2.0
// The predicate of an instruction: the last part of its execution mask (ISCA'13 section 2.2), which
// is known when the registers that it reads are.
#pragma once

#include <systemc>

#include "blocks/clock/core_clock.h"
#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {

/// On cores whose instruction set has predicates.
class PredicateMask : public sc_core::sc_module {
 public:
  WarpTarget<PredicateMask> ready{"ready", this, &PredicateMask::take};
  WarpInitiator predicated{"predicated"};

  PredicateMask(const sc_core::sc_module_name& name, const CoreClock& clock);

 protected:
  /// The decision: of the lanes that control flow has left on, those that execute.
  virtual LaneMask combine(LaneMask enabled, LaneMask predicate);

 private:
  void take(WarpInstruction& instruction);

  const CoreClock& clock_;
};

}  // namespace lanefold
