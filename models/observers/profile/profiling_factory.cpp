// SPDX-License-Identifier: Apache-2.0
// Splices counting into the pipelines of cores.
#include "observers/profile/profiling_factory.h"

#include <utility>

#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {
namespace {

/// Tells a profile of what passes. The taps of pipeline traces call anything; these are taken for
/// every instruction, and let the compiler see what is called.
template <void (CoreProfile::*kStep)(WarpInstruction&)>
class ProfileTap final : public sc_core::sc_module {
 public:
  CallTarget<ProfileTap, WarpProtocol> from{"from", this, &ProfileTap::take};
  WarpInitiator to{"to"};

  ProfileTap(const sc_core::sc_module_name& name, CoreProfile& profile)
      : sc_module(name), profile_(profile) {}

 private:
  void take(WarpInstruction& instruction) {
    (profile_.*kStep)(instruction);
    to.send(instruction);
  }

  CoreProfile& profile_;
};

/// Puts a tap before a target; returns where the initiator binds.
template <void (CoreProfile::*kStep)(WarpInstruction&)>
CallSocket<WarpProtocol>& put(std::vector<std::unique_ptr<sc_core::sc_module>>& taps,
                              CallSocket<WarpProtocol>& target, CoreProfile& profile) {
  auto tap =
      std::make_unique<ProfileTap<kStep>>(sc_core::sc_gen_unique_name("profile_tap"), profile);
  bind_call<WarpProtocol>(tap->to, target);
  auto& from = tap->from;
  taps.push_back(std::move(tap));
  return from;
}

}  // namespace

CallSocket<WarpProtocol>& ProfilingFactory::splice(Edge edge, const CoreContext& core,
                                                   CallSocket<WarpProtocol>& target) {
  switch (edge) {
    case Edge::Counted:
      return put<&CoreProfile::issued>(taps_, target, *cores_.at(core.index));
    case Edge::Resolved:
      return put<&CoreProfile::resolved>(taps_, target, *cores_.at(core.index));
    default:
      return target;
  }
}

/// Cores are made in the order of their numbers.
IdleWatch* ProfilingFactory::idle_watch(const PipelineContext& core) {
  cores_.push_back(std::make_unique<CoreProfile>(core, issues_));
  return cores_.back().get();
}

void ProfilingFactory::begin_launch(InstructionTable& table) {
  issues_.forget();
  for (const auto& core : cores_) core->begin_launch(table);
}

void ProfilingFactory::end_launch(InstructionTable& table) {
  for (const auto& core : cores_) core->end_launch();
  issues_.finish(table, cores_.front()->geometry());
}

}  // namespace lanefold
