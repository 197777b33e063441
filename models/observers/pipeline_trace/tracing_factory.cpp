// SPDX-License-Identifier: Apache-2.0
// Splices recorders into sockets.
#include "observers/pipeline_trace/tracing_factory.h"

#include <utility>

namespace lanefold {
namespace {

/// Puts a tap before a target; returns where the initiator binds.
template <class Tap, class Target, class... Arguments>
auto& put(std::vector<std::unique_ptr<sc_core::sc_module>>& taps, Target& target,
          Arguments&&... arguments) {
  auto tap = std::make_unique<Tap>(sc_core::sc_gen_unique_name("trace_tap"),
                                   std::forward<Arguments>(arguments)...);
  tap->to.bind(target);
  auto& from = tap->from;
  taps.push_back(std::move(tap));
  return from;
}

/// Has `kRecord` called with the core's instructions.
template <auto kRecord>
CallTap<WarpProtocol>::Event recording(InstructionRecorder& instructions, const CoreContext& core) {
  return [&instructions, index = core.index](const WarpInstruction& instruction) {
    (instructions.*kRecord)(index, instruction);
  };
}

}  // namespace

TracingFactory::TracingFactory(std::optional<unsigned> core, TraceClock& clock,
                               InstructionRecorder& instructions, RequestRecorder& requests,
                               std::function<void()> commanded)
    : core_(core),
      clock_(clock),
      instructions_(instructions),
      requests_(requests),
      commanded_(std::move(commanded)) {}

CallSocket<WarpProtocol>& TracingFactory::splice(Edge edge, const CoreContext& core,
                                                 CallSocket<WarpProtocol>& target) {
  clock_.follow(core.clock);
  if (core_ && *core_ != core.index) return target;
  using Tap = CallTap<WarpProtocol>;
  switch (edge) {
    case Edge::Masked:
      return put<Tap>(taps_, target, recording<&InstructionRecorder::masked>(instructions_, core),
                      Tap::Event());
    case Edge::Ready:
      return put<Tap>(taps_, target, recording<&InstructionRecorder::ready>(instructions_, core),
                      Tap::Event());
    case Edge::Issued:
      return put<Tap>(taps_, target, Tap::Event(),
                      recording<&InstructionRecorder::issued>(instructions_, core));
    case Edge::Served:
      return put<Tap>(taps_, target, recording<&InstructionRecorder::served>(instructions_, core),
                      Tap::Event());
    case Edge::Written:
      return put<Tap>(taps_, target, recording<&InstructionRecorder::retired>(instructions_, core),
                      Tap::Event());
    default:
      return target;
  }
}

CallSocket<ThreadProtocol>& TracingFactory::splice(Edge edge, const CoreContext& /*core*/,
                                                   CallSocket<ThreadProtocol>& target) {
  if (edge != Edge::Command) return target;
  using Tap = CallTap<ThreadProtocol>;
  return put<Tap>(
      taps_, target, [this](ThreadCommand& /*command*/) { commanded_(); }, Tap::Event());
}

BlockFactory::MemoryTarget& TracingFactory::link(const sc_core::sc_object& initiator,
                                                 MemoryTarget& target) {
  const sc_core::sc_object& module = *target.get_base_export().get_parent_object();
  const RequestRecorder::LinkNumber number = requests_.add_link(initiator, module);
  return put<LinkTap>(
      taps_, target,
      [this, number](tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
        requests_.begins(number, payload, clock_.after(delay));
      },
      [this, number](tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
        requests_.answered(number, payload, clock_.after(delay));
      });
}

}  // namespace lanefold
