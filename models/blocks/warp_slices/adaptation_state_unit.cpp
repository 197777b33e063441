// SPDX-License-Identifier: Apache-2.0
// The adaptation state unit of a core.
#include "blocks/warp_slices/adaptation_state_unit.h"

namespace lanefold {

AdaptationStateUnit::AdaptationStateUnit(const sc_core::sc_module_name& name,
                                         const CoreConfig& config)
    : sc_module(name),
      config_(config),
      search_(AdaptationSpace{config.warps, config.warp_width, slots_of(config)},
              config.adaptation.strategy, config.adaptation.convergence,
              AdaptationRules{small_launch_simd(config), config.adaptation.margin,
                              config.adaptation.width_step}) {}

void AdaptationStateUnit::take(AdaptationRequest& request) {
  if (trial_.running() && request.kind == AdaptationRequest::Kind::Interval) {
    return end_trial(request);
  }
  const Event event = event_of(request);
  const Decision decision = decide(event, request.result);
  request.simd = decision.simd;
  request.converged = decision.converged;
  request.steps = decision.steps;
  if (event == Event::Interval) {
    trial_.count(request.result);
  } else {
    trial_.start();
  }
  if (!subdivides(config_) || !decision.converged) return;
  request.simd = {config_.warp_width, config_.warps};
  request.divides = true;
  request.converged = event == Event::SmallLaunch;
  if (event != Event::SmallLaunch) trial_.begin(decision.simd);
}

void AdaptationStateUnit::end_trial(AdaptationRequest& request) {
  request.simd = trial_.chosen();
  request.converged = true;
  request.steps = Adaptation::kComparisonSteps;
  request.divides = trial_.end(request.result);
  if (request.divides) request.simd = {config_.warp_width, config_.warps};
}

AdaptationStateUnit::Event AdaptationStateUnit::event_of(const AdaptationRequest& request) const {
  if (request.kind == AdaptationRequest::Kind::Interval) return Event::Interval;
  const bool few = request.tasks_of_core < kFewestIntervals * tasks_of_interval(config_);
  return few ? Event::SmallLaunch : Event::Launch;
}

AdaptationStateUnit::Decision AdaptationStateUnit::decide(Event event,
                                                          const IntervalResult& result) {
  if (event == Event::Interval) {
    search_.finish_interval(result);
  } else if (event == Event::SmallLaunch) {
    search_.settle_for_default();
  } else {
    search_.start();
  }
  return {search_.current(), search_.converged(), search_.steps()};
}

}  // namespace lanefold
