// SPDX-License-Identifier: Apache-2.0
// What core.scalar does before an instruction issues.
#include "blocks/scalar/scalar_control.h"

#include "decisions/scalar/scalar_decision.h"

namespace lanefold {

ScalarControl::ScalarControl(const sc_core::sc_module_name& name, const CoreConfig& config,
                             LaunchStatistics& statistics)
    : sc_module(name),
      statistics_(statistics.scalar),
      use_(scalar_use(config)),
      knowledge_(make_scalar_knowledge(config.scalar.knowledge)) {}

void ScalarControl::take(WarpInstruction& instruction) {
  const ScalarDecision decision = decide_scalar_work(instruction, *knowledge_);
  instruction.scalar = decision.work;
  statistics_.operand_comparisons += decision.comparisons;
  const bool for_fpu = instruction.unit == Unit::Fpu || instruction.unit == Unit::Either;
  if (use_.own_pipe && decision.work.once && !decision.work.compared && for_fpu) {
    instruction.unit = Unit::Scalar;
  }
  count(instruction);
  decided.send(instruction);
}

void ScalarControl::count(const WarpInstruction& instruction) {
  const ScalarWork& work = instruction.scalar;
  statistics_.regenerations += work.regenerates ? 1 : 0;
  if (instruction.unit == Unit::Send) return;
  statistics_.once += work.once ? 1 : 0;
  statistics_.one_lane += work.once && instruction.active.count() == 1 ? 1 : 0;
  statistics_.compared += work.compared ? 1 : 0;
  statistics_.on_pipe += instruction.unit == Unit::Scalar ? 1 : 0;
}

}  // namespace lanefold
