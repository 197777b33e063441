// SPDX-License-Identifier: Apache-2.0
// Splices counting into the pipelines of cores.
#include "observers/profile/profiling_factory.h"

#include <utility>

#include "blocks/pipeline/warp_protocol.h"

namespace lanefold {
namespace {

using Step = void (CoreProfile::*)(WarpInstruction&);

/// Tells a profile of what passes, before and behind. Those of pipeline traces call anything; this
/// one is taken for every instruction, and lets the compiler see what is called.
template <Step kBefore, Step kBehind>
class ProfileTap final : public sc_core::sc_module {
 public:
  CallTarget<ProfileTap, WarpProtocol> from{"from", this, &ProfileTap::take};
  WarpInitiator to{"to"};

  ProfileTap(const sc_core::sc_module_name& name, CoreProfile& profile)
      : sc_module(name), profile_(profile) {}

 private:
  void take(WarpInstruction& instruction) {
    if constexpr (kBefore != nullptr) (profile_.*kBefore)(instruction);
    to.send(instruction);
    if constexpr (kBehind != nullptr) (profile_.*kBehind)(instruction);
  }

  CoreProfile& profile_;
};

/// Puts a tap before a target; returns where the initiator binds.
template <Step kBefore, Step kBehind>
CallSocket<WarpProtocol>& put(std::vector<std::unique_ptr<sc_core::sc_module>>& taps,
                              CallSocket<WarpProtocol>& target, CoreProfile& profile) {
  auto tap = std::make_unique<ProfileTap<kBefore, kBehind>>(
      sc_core::sc_gen_unique_name("profile_tap"), profile);
  bind_call<WarpProtocol>(tap->to, target);
  auto& from = tap->from;
  taps.push_back(std::move(tap));
  return from;
}

}  // namespace

CallSocket<WarpProtocol>& ProfilingFactory::splice(Edge edge, const CoreContext& core,
                                                   CallSocket<WarpProtocol>& target) {
  if (edge != Edge::Masked && edge != Edge::Counted && edge != Edge::Written &&
      edge != Edge::Resolved) {
    return target;
  }
  CoreProfile& profile = *cores_.at(core.index);
  switch (edge) {
    case Edge::Masked:
      return put<&CoreProfile::decoded, nullptr>(taps_, target, profile);
    case Edge::Counted:
      return put<&CoreProfile::before_issue, &CoreProfile::behind_issue>(taps_, target, profile);
    case Edge::Written:
      return put<&CoreProfile::before_write, &CoreProfile::behind_write>(taps_, target, profile);
    default:
      return put<&CoreProfile::resolved, nullptr>(taps_, target, profile);
  }
}

/// Cores are made in the order of their numbers.
IdleWatch* ProfilingFactory::idle_watch(const PipelineContext& core) {
  cores_.push_back(std::make_unique<CoreProfile>(core));
  return cores_.back().get();
}

void ProfilingFactory::begin_launch(InstructionTable& table) {
  for (const auto& core : cores_) core->begin_launch(table);
}

}  // namespace lanefold
