// SPDX-License-Identifier: Apache-2.0
// The adaptation state unit with RTL inside.
#include "twins/loop/rtl_adaptation_state_unit.h"

#include <fmt/format.h>

#include "lanefold/error.h"

namespace lanefold {
namespace {

/// Far above what an answer of the widest core takes.
constexpr unsigned kMostAsuCycles = 256;

AskedTwin<AsuTwin> make_asu(const sc_core::sc_object& block, const CoreConfig& config,
                            const RtlWorld& world) {
  return after_reset(make_asu_twin(config.warp_width, config.warps, slots_of(config),
                                   place_in(block, world.session, "asu")),
                     world, "asu");
}

AsuTwin::Strategy asu_strategy(AdaptationStrategy strategy) {
  if (strategy == AdaptationStrategy::DepthOnly) return AsuTwin::Strategy::Depth;
  return strategy == AdaptationStrategy::WidthOnly ? AsuTwin::Strategy::Width
                                                   : AsuTwin::Strategy::Both;
}

}  // namespace

RtlAdaptationStateUnit::RtlAdaptationStateUnit(const sc_core::sc_module_name& name,
                                               const CoreContext& core, const RtlWorld& world)
    : AdaptationStateUnit(name, core.config),
      space_{core.config.warps, core.config.warp_width, slots_of(core.config)},
      twin_(make_asu(*this, core.config, world)) {
  inputs_.strategy = asu_strategy(core.config.adaptation.strategy);
  inputs_.anneal = core.config.adaptation.convergence == AdaptationConvergence::Anneal;
}

AdaptationStateUnit::Decision RtlAdaptationStateUnit::decide(Event event,
                                                             const IntervalResult& result) {
  if (event == Event::Interval &&
      (result.cycles > AsuTwin::kMostCycles || result.tasks > AsuTwin::kMostTasks)) {
    throw Error(
        ErrorKind::Configuration,
        fmt::format("an interval of {} cycles and {} tasks is longer than rtl/asu.sv counts; "
                    "valid: up to {} and {} (core.adaptation.tasks_per_thread)",
                    result.cycles, result.tasks, AsuTwin::kMostCycles, AsuTwin::kMostTasks));
  }
  AsuTwin& twin = twin_.ask();
  AsuTwin::Inputs inputs = inputs_;
  inputs.op = event == Event::Interval      ? AsuTwin::Op::Interval
              : event == Event::SmallLaunch ? AsuTwin::Op::Default
                                            : AsuTwin::Op::Start;
  inputs.cycles = result.cycles;
  inputs.tasks = result.tasks;
  twin.settle(inputs);
  twin.clock();
  for (unsigned cycle = 0; cycle < kMostAsuCycles; ++cycle) {
    const AsuTwin::Outputs& outputs = twin.settle(inputs_);
    if (outputs.ready) {
      const SimdConfiguration simd{outputs.width, outputs.depth};
      if (space_.legal(simd)) return {simd, outputs.converged, cycle};
      throw Error(ErrorKind::Internal,
                  fmt::format("asu: it suggests {}, which the core cannot be", simd.text()));
    }
    twin.clock();
  }
  throw Error(ErrorKind::Internal, fmt::format("asu: no answer within {} cycles", kMostAsuCycles));
}

}  // namespace lanefold
