// SPDX-License-Identifier: Apache-2.0
// Per-thread decode (ISCA'13 section 2.2, stage 2): attaches the predecoded instruction.
#pragma once

#include <systemc>

#include "pipeline/warp_protocol.h"

namespace lanefold {

class Decode : public sc_core::sc_module {
 public:
  WarpTarget<Decode> fetched{"fetched", this, &Decode::take};
  WarpInitiator decoded{"decoded"};

  explicit Decode(const sc_core::sc_module_name& name);

 private:
  void take(WarpInstruction& instruction);
};

}  // namespace lanefold
