// SPDX-License-Identifier: Apache-2.0
// The adaptation state unit of a core with rtl/asu.sv inside.
#pragma once

#include "blocks/warp_slices/adaptation_state_unit.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/asu_twin.h"

namespace lanefold {

/// The search is the RTL's. Its cycles are cycles of its own clock, all within the simulation's
/// current one; the machine then takes core.adaptation.step_cycles for each.
class RtlAdaptationStateUnit final : public AdaptationStateUnit {
 public:
  RtlAdaptationStateUnit(const sc_core::sc_module_name& name, const CoreContext& core,
                         const RtlWorld& world);

 protected:
  Decision decide(Event event, const IntervalResult& result) override;

 private:
  const AdaptationSpace space_;
  AskedTwin<AsuTwin> twin_;
  AsuTwin::Inputs inputs_;  ///< what the machine asks for
};

}  // namespace lanefold
