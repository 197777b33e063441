// SPDX-License-Identifier: Apache-2.0
// The slip controller with RTL inside.
#include "twins/loop/rtl_slip_controller.h"

#include <fmt/format.h>

#include <algorithm>

#include "lanefold/error.h"

namespace lanefold {
namespace {

AskedTwin<SlipControllerTwin> make_controller(const sc_core::sc_object& block, unsigned slot,
                                              const CoreConfig& config, const RtlWorld& world) {
  return after_reset(make_slip_controller_twin(
                         config.warp_width,
                         place_in(block, world.session, fmt::format("slip_controller_{}", slot))),
                     world, "slip_controller");
}

}  // namespace

RtlSlipController::RtlSlipController(const sc_core::sc_module_name& name, const CoreContext& core,
                                     const RtlWorld& world)
    : SlipController(name, core.config) {
  for (unsigned slot = 0; slot < slots_of(core.config); ++slot) {
    slots_.push_back({make_controller(*this, slot, core.config, world)});
  }
}

void RtlSlipController::carry_out(SlipRequest& request) {
  Slot& slot = slots_[request.slot];
  switch (request.kind) {
    case SlipRequest::Kind::Decide:
      request.decision = decide(slot, request);
      return;
    case SlipRequest::Kind::Pass:
      pass(slot, request);
      request.most = most(slot);
      return;
    case SlipRequest::Kind::Reset:
      return reset(slot);
    case SlipRequest::Kind::Most:
      request.most = most(slot);
      return;
  }
}

MissDecision RtlSlipController::decide(Slot& slot, const SlipRequest& request) {
  const MissSituation& situation = request.situation;
  SlipControllerTwin::Inputs& inputs = slot.inputs;
  inputs.max = request.limit;
  inputs.lanes = situation.lanes;
  inputs.missing = situation.missing;
  inputs.behind = request.behind;
  inputs.ready = situation.ready;
  inputs.later = situation.later;
  inputs.elsewhere = situation.elsewhere;
  inputs.slots_free = situation.room;
  const SlipControllerTwin::Outputs& outputs = slot.twin.ask().settle(inputs);
  const LaneMask here = situation.lanes.without(situation.missing) | situation.ready;
  if (!here.contains(outputs.proceed) || (outputs.yield && outputs.proceed.any())) {
    throw Error(ErrorKind::Internal,
                fmt::format("slip_controller: of lanes {:#x} that have their values, {:#x} go on, "
                            "and yield_o is {}",
                            here.bits(), outputs.proceed.bits(), outputs.yield));
  }
  return {outputs.proceed, outputs.yield};
}

void RtlSlipController::pass(const Slot& slot, const SlipRequest& request) {
  SlipControllerTwin& twin = slot.twin.look();
  SlipControllerTwin::Inputs inputs = slot.inputs;
  inputs.pass = true;
  const LaneMask decided = twin.settle(inputs).proceed;
  if (decided != request.lanes || request.considered != (inputs.lanes | inputs.behind)) {
    throw Error(ErrorKind::Internal,
                fmt::format("slip_controller: lanes {:#x} pass, but proceed_o is {:#x}",
                            request.lanes.bits(), decided.bits()));
  }
  twin.clock();
}

void RtlSlipController::reset(const Slot& slot) {
  SlipControllerTwin& twin = slot.twin.ask();
  SlipControllerTwin::Inputs inputs = slot.inputs;
  inputs.clear = true;
  twin.settle(inputs);
  twin.clock();
}

unsigned RtlSlipController::most(const Slot& slot) {
  const SlipControllerTwin::Outputs& outputs = slot.twin.look().settle(slot.inputs);
  return *std::max_element(outputs.ahead.begin(), outputs.ahead.end());
}

}  // namespace lanefold
