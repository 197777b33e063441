// SPDX-License-Identifier: Apache-2.0
// The slip controller of a core.
#include "blocks/memory_divergence/slip_controller.h"

#include "decisions/warp_slices/simd_configuration.h"

namespace lanefold {

SlipController::SlipController(const sc_core::sc_module_name& name, const CoreConfig& config)
    : sc_module(name) {
  for (unsigned slot = 0; slot < slots_of(config); ++slot) slots_.emplace_back(config);
}

void SlipController::carry_out(SlipRequest& request) {
  SlipCounting& slip = slots_[request.slot];
  switch (request.kind) {
    case SlipRequest::Kind::Decide:
      request.decision = slip.decide(request.situation, request.behind, request.limit);
      return;
    case SlipRequest::Kind::Pass:
      request.most = slip.pass(request.lanes, request.considered);
      return;
    case SlipRequest::Kind::Reset:
      return slip.reset();
    case SlipRequest::Kind::Most:
      request.most = slip.most();
      return;
  }
}

SlipRequest SlipOfSlice::request(SlipRequest::Kind kind) const {
  SlipRequest request;
  request.kind = kind;
  request.slot = slot_;
  return request;
}

MissDecision SlipOfSlice::decide(const MissSituation& situation, LaneMask behind, unsigned limit) {
  SlipRequest decide = request(SlipRequest::Kind::Decide);
  decide.situation = situation;
  decide.behind = behind;
  decide.limit = limit;
  socket_.send(decide);
  return decide.decision;
}

unsigned SlipOfSlice::pass(LaneMask lanes, LaneMask considered) {
  SlipRequest pass = request(SlipRequest::Kind::Pass);
  pass.lanes = lanes;
  pass.considered = considered;
  socket_.send(pass);
  return pass.most;
}

void SlipOfSlice::reset() {
  SlipRequest reset = request(SlipRequest::Kind::Reset);
  socket_.send(reset);
}

unsigned SlipOfSlice::most() const {
  SlipRequest most = request(SlipRequest::Kind::Most);
  socket_.send(most);
  return most.most;
}

}  // namespace lanefold
