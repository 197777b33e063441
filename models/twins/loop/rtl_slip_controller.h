// SPDX-License-Identifier: Apache-2.0
// The slip controller of a core with rtl/slip_controller.sv inside, one for each slot.
#pragma once

#include <vector>

#include "blocks/memory_divergence/slip_controller.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/slip_controller_twin.h"

namespace lanefold {

/// Decisions and counters are the RTL's.
class RtlSlipController final : public SlipController {
 public:
  RtlSlipController(const sc_core::sc_module_name& name, const CoreContext& core,
                    const RtlWorld& world);

 private:
  struct Slot {
    AskedTwin<SlipControllerTwin> twin;
    SlipControllerTwin::Inputs inputs{};  ///< of the latest decision
  };

  void carry_out(SlipRequest& request) override;
  static MissDecision decide(Slot& slot, const SlipRequest& request);
  static void pass(const Slot& slot, const SlipRequest& request);
  static void reset(const Slot& slot);
  static unsigned most(const Slot& slot);

  std::vector<Slot> slots_;
};

}  // namespace lanefold
