// SPDX-License-Identifier: Apache-2.0
// A factory whose machines are watched by recorders.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "machine/top/block_factory.h"
#include "observers/pipeline_trace/instruction_recorder.h"
#include "observers/pipeline_trace/request_recorder.h"
#include "observers/pipeline_trace/taps.h"
#include "observers/pipeline_trace/trace_clock.h"

namespace lanefold {

/// Makes the model's own blocks. The recorders outlive the machine.
class TracingFactory final : public BlockFactory {
 public:
  /// Traces one core, or all. `commanded` is called when the thread dispatcher tells a core
  /// anything.
  TracingFactory(std::optional<unsigned> core, TraceClock& clock, InstructionRecorder& instructions,
                 RequestRecorder& requests, std::function<void()> commanded);

  using BlockFactory::splice;
  CallSocket<WarpProtocol>& splice(Edge edge, const CoreContext& core,
                                   CallSocket<WarpProtocol>& target) override;
  CallSocket<ThreadProtocol>& splice(Edge edge, const CoreContext& core,
                                     CallSocket<ThreadProtocol>& target) override;
  MemoryTarget& link(const sc_core::sc_object& initiator, MemoryTarget& target) override;
  bool keeps_to_core_clock() const override { return true; }

  /// Before the machine is destroyed, since its SystemC context is that of the taps. Nothing may be
  /// launched from then on.
  void remove_taps() { taps_.clear(); }

 private:
  std::optional<unsigned> core_;
  TraceClock& clock_;
  InstructionRecorder& instructions_;
  RequestRecorder& requests_;
  std::function<void()> commanded_;
  std::vector<std::unique_ptr<sc_core::sc_module>> taps_;
};

}  // namespace lanefold
