// SPDX-License-Identifier: Apache-2.0
// The slip controller with RTL inside.
#include "twins/loop/rtl_slip_controller.h"

#include <fmt/format.h>

#include <algorithm>

#include "lanefold/error.h"

namespace lanefold {
namespace {

AskedTwin<SlipControllerTwin> make_controller(const std::string& name, const CoreContext& core,
                                              const RtlWorld& world) {
  auto twin = make_slip_controller_twin(core.config.warp_width, {world.session, name});
  twin->reset();
  return AskedTwin(std::move(twin), world, "slip_controller");
}

}  // namespace

RtlSlipController::RtlSlipController(const std::string& name, const CoreContext& core,
                                     const RtlWorld& world)
    : SlipController(core.config), twin_(make_controller(name, core, world)) {}

MissDecision RtlSlipController::decide(MissSituation situation, LaneMask behind, unsigned limit) {
  inputs_.max = limit;
  inputs_.lanes = situation.lanes;
  inputs_.missing = situation.missing;
  inputs_.behind = behind;
  inputs_.ready = situation.ready;
  inputs_.later = situation.later;
  inputs_.elsewhere = situation.elsewhere;
  inputs_.slots_free = situation.room;
  const SlipControllerTwin::Outputs& outputs = twin_.ask().settle(inputs_);
  const LaneMask here = situation.lanes.without(situation.missing) | situation.ready;
  if (!here.contains(outputs.proceed) || (outputs.yield && outputs.proceed.any())) {
    throw Error(ErrorKind::Internal,
                fmt::format("slip_controller: of lanes {:#x} that have their values, {:#x} go on, "
                            "and yield_o is {}",
                            here.bits(), outputs.proceed.bits(), outputs.yield));
  }
  return {outputs.proceed, outputs.yield};
}

void RtlSlipController::pass(LaneMask lanes, LaneMask considered) {
  SlipControllerTwin& twin = twin_.look();
  SlipControllerTwin::Inputs inputs = inputs_;
  inputs.pass = true;
  const LaneMask decided = twin.settle(inputs).proceed;
  if (decided != lanes || considered != (inputs_.lanes | inputs_.behind)) {
    throw Error(ErrorKind::Internal,
                fmt::format("slip_controller: lanes {:#x} pass, but proceed_o is {:#x}",
                            lanes.bits(), decided.bits()));
  }
  twin.clock();
}

void RtlSlipController::reset() {
  SlipControllerTwin& twin = twin_.ask();
  SlipControllerTwin::Inputs inputs = inputs_;
  inputs.clear = true;
  twin.settle(inputs);
  twin.clock();
}

unsigned RtlSlipController::most() const {
  const SlipControllerTwin::Outputs& outputs = twin_.look().settle(inputs_);
  return *std::max_element(outputs.ahead.begin(), outputs.ahead.end());
}

}  // namespace lanefold
