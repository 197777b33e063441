// SPDX-License-Identifier: Apache-2.0
// The scoreboard with RTL inside.
#include "twins/loop/rtl_scoreboard.h"

#include <fmt/format.h>

#include "lanefold/error.h"
#include "twins/verilated/scoreboard_registers.h"

namespace lanefold {
namespace {

AskedTwin<ScoreboardTwin> make_thread(const sc_core::sc_object& block, unsigned slot,
                                      const RtlWorld& world) {
  return after_reset(
      make_scoreboard_twin(place_in(block, world.session, fmt::format("scoreboard_{}", slot))),
      world, "scoreboard");
}

}  // namespace

RtlScoreboard::RtlScoreboard(const sc_core::sc_module_name& name, const PipelineContext& core,
                             const RtlWorld& world)
    : Scoreboard(name, slots_of(core.config), core.wires.scoreboard) {
  for (unsigned slot = 0; slot < slots_of(core.config); ++slot) {
    twins_.push_back(make_thread(*this, slot, world));
  }
}

Dependence RtlScoreboard::check(unsigned slot, const PipelineInstruction& instruction) {
  ScoreboardTwin& twin = twins_[slot].ask();
  ScoreboardTwin::Inputs inputs;
  inputs.valid = true;
  inputs.needs = registers_of(instruction.needs);
  inputs.writes = registers_of(instruction.writes);
  inputs.memory = DependenceCheck::from_memory(instruction);
  const ScoreboardTwin::Outputs outputs = twin.settle(inputs);
  // The model's marks go with the RTL's.
  if (outputs.moves &&
      (outputs.waits_for_memory || Scoreboard::check(slot, instruction) != Dependence::None)) {
    throw Error(
        ErrorKind::Internal,
        fmt::format("scoreboard: the instruction at pc {:#x} of thread {} moves on before what "
                    "it needs is written",
                    instruction.pc, slot));
  }
  twin.clock();
  if (outputs.moves) return Dependence::None;
  return outputs.waits_for_memory ? Dependence::Memory : Dependence::Result;
}

void RtlScoreboard::let_go(unsigned slot, const PipelineInstruction& instruction) {
  ScoreboardTwin& twin = twins_[slot].ask();
  ScoreboardTwin::Inputs inputs;
  inputs.release = true;
  inputs.release_writes = registers_of(instruction.writes);
  inputs.release_memory = DependenceCheck::from_memory(instruction);
  twin.settle(inputs);
  twin.clock();
  Scoreboard::let_go(slot, instruction);
}

void RtlScoreboard::forget() {
  for (const AskedTwin<ScoreboardTwin>& twin : twins_) twin.look().reset(kCyclesOfReset);
  Scoreboard::forget();
}

}  // namespace lanefold
