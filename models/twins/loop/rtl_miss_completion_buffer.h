// SPDX-License-Identifier: Apache-2.0
// The memory coalescing buffer of a core with rtl/mcb.sv inside, one for each slot.
#pragma once

#include <vector>

#include "blocks/load_store/miss_completion_buffer.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/mcb_twin.h"

namespace lanefold {

/// Each request is one cycle of the RTL's clock.
class RtlMissCompletionBuffer final : public MissCompletionBuffer {
 public:
  RtlMissCompletionBuffer(const sc_core::sc_module_name& name, const CoreContext& core,
                          const RtlWorld& world);

  void describe(std::ostream& out) const override;

 private:
  void carry_out(CompletionRequest& request) override;

  std::vector<AskedTwin<McbTwin>> twins_;  ///< by slot
};

}  // namespace lanefold
