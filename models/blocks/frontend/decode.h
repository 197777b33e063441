// SPDX-License-Identifier: Apache-2.0
// Per-thread decode (ISCA'13 section 2.2, stage 2): attaches the predecoded instruction and says
// whether the slice may proceed after it.
#pragma once

#include <systemc>

#include "blocks/pipeline/warp_protocol.h"
#include "lanefold/machine_config.h"

namespace lanefold {

class Decode : public sc_core::sc_module {
 public:
  WarpTarget<Decode> fetched{"fetched", this, &Decode::take};
  WarpInitiator decoded{"decoded"};

  Decode(const sc_core::sc_module_name& name, const CoreConfig& config);

 private:
  void take(WarpInstruction& instruction);

  const bool holds_loads_;  ///< a slice stays at a load or atomic until its values are there
};

}  // namespace lanefold
