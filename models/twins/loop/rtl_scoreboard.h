// SPDX-License-Identifier: Apache-2.0
// The scoreboard of a core with rtl/scoreboard.sv inside, one for each thread.
#pragma once

#include <vector>

#include "blocks/frontend/scoreboard.h"
#include "machine/top/block_factory.h"
#include "twins/loop/rtl_place.h"
#include "twins/verilated/scoreboard_twin.h"

namespace lanefold {

/// What an instruction waits for is the RTL's answer. Each check and each release is a cycle of the
/// RTL's clock. RTL that lets an instruction on too early ends the run; one that holds it for
/// longer takes its time.
class RtlScoreboard final : public Scoreboard {
 public:
  RtlScoreboard(const sc_core::sc_module_name& name, const PipelineContext& core,
                const RtlWorld& world);

 private:
  Dependence check(unsigned slot, const PipelineInstruction& instruction) override;
  void let_go(unsigned slot, const PipelineInstruction& instruction) override;
  void forget() override;

  std::vector<AskedTwin<ScoreboardTwin>> twins_;  ///< by slot
};

}  // namespace lanefold
