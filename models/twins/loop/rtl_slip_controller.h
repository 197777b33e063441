// SPDX-License-Identifier: Apache-2.0
// The slip controller of a slice with rtl/slip_controller.sv inside.
#pragma once

#include <string>

#include "decisions/memory_divergence/slip_controller.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/slip_controller_twin.h"

namespace lanefold {

/// Decisions and counters are the RTL's.
class RtlSlipController final : public SlipController {
 public:
  RtlSlipController(const std::string& name, const CoreContext& core, const RtlWorld& world);

  MissDecision decide(MissSituation now, LaneMask behind, unsigned limit) override;
  void pass(LaneMask lanes, LaneMask considered) override;
  void reset() override;
  unsigned most() const override;

 private:
  AskedTwin<SlipControllerTwin> twin_;
  SlipControllerTwin::Inputs inputs_;  ///< of the latest decision
};

}  // namespace lanefold
