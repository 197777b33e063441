// SPDX-License-Identifier: Apache-2.0
// The adaptation state unit of a core.
#include "warp_slices/adaptation_state_unit.h"

namespace lanefold {

AdaptationStateUnit::AdaptationStateUnit(const sc_core::sc_module_name& name,
                                         const CoreConfig& config)
    : sc_module(name),
      config_(config),
      search_(AdaptationSpace{config.warps, config.warp_width, slots_of(config)}, config.adaptation,
              config.convergence) {}

void AdaptationStateUnit::take(AdaptationRequest& request) {
  if (request.kind == AdaptationRequest::Kind::Interval) {
    search_.finish_interval(request.result);
  } else if (request.tasks_of_core < kFewestIntervals * tasks_of_interval(config_)) {
    search_.settle_for_default();
  } else {
    search_.start();
  }
  request.simd = search_.current();
  request.converged = search_.converged();
}

}  // namespace lanefold
