// SPDX-License-Identifier: Apache-2.0
// A factory whose machines count by instruction.
#pragma once

#include <memory>
#include <vector>

#include "machine/top/block_factory.h"
#include "observers/profile/core_profile.h"

namespace lanefold {

/// Makes the model's own blocks, and outlives the machine.
class ProfilingFactory final : public BlockFactory {
 public:
  using BlockFactory::splice;
  CallSocket<WarpProtocol>& splice(Edge edge, const CoreContext& core,
                                   CallSocket<WarpProtocol>& target) override;
  IdleWatch* idle_watch(const PipelineContext& core) override;
  bool keeps_to_core_clock() const override { return true; }

  /// A launch begins that counts in `table`; when it has ended, the table has all.
  void begin_launch(InstructionTable& table);
  void end_launch(InstructionTable& table);
  /// Before the machine is destroyed, since its SystemC context is that of the taps. Nothing may be
  /// launched from then on.
  void remove_taps() { taps_.clear(); }

 private:
  LatestIssues issues_;
  std::vector<std::unique_ptr<CoreProfile>> cores_;
  std::vector<std::unique_ptr<sc_core::sc_module>> taps_;
};

}  // namespace lanefold
