// SPDX-License-Identifier: Apache-2.0
// Between scoreboard and arbiter, with `core.scalar`: says what is done once for all lanes.
#pragma once

#include <memory>
#include <systemc>

#include "blocks/pipeline/warp_protocol.h"
#include "decisions/scalar/scalar_knowledge.h"
#include "decisions/scalar/scalar_use.h"
#include "lanefold/core_config.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// Takes no time: tags and marks are read beside the scoreboard, and operands compared as they are
/// fetched. What must be compared first goes to the pipe that it would have taken anyway.
class ScalarControl : public sc_core::sc_module {
 public:
  WarpTarget<ScalarControl> ready{"ready", this, &ScalarControl::take};  ///< from the scoreboard
  WarpInitiator decided{"decided"};                                      ///< to the arbiter

  ScalarControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                LaunchStatistics& statistics);

 private:
  void take(WarpInstruction& instruction);
  void count(const WarpInstruction& instruction);

  ScalarStatistics& statistics_;
  const ScalarUse use_;
  std::unique_ptr<ScalarKnowledge> knowledge_;
};

}  // namespace lanefold
