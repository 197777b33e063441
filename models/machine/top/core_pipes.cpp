// SPDX-License-Identifier: Apache-2.0
// The ALU pipes of a core.
#include "machine/top/core_pipes.h"

#include <ostream>

#include "decisions/scalar/scalar_use.h"

namespace lanefold {

CorePipes::CorePipes(BlockFactory& factory, const PipelineContext& core, PipeWires& wires) {
  const auto add = [&](const char* name, Unit unit, std::uint32_t lanes, PipeState& state) {
    pipes_.push_back({unit, lanes, state, factory.alu_pipe(name, unit, lanes, core, state)});
  };
  add("fpu", Unit::Fpu, core.config.alu_width, wires.fpu);
  add("em", Unit::Em, core.config.alu_width, wires.em);
  if (scalar_use(core.config).own_pipe) add("scalar_pipe", Unit::Scalar, 1, wires.scalar);
  if (core.config.isa == InstructionSet::Gen8) {
    add("control_pipe", Unit::Control, 0, wires.control);
  }
}

AluPipeBlock* CorePipes::pipe(Unit unit) {
  const auto found = std::find_if(pipes_.begin(), pipes_.end(),
                                  [unit](const Entry& entry) { return entry.unit == unit; });
  return found == pipes_.end() ? nullptr : found->pipe.get();
}

Cycle CorePipes::free_at() const {
  Cycle latest = 0;
  for (const Entry& entry : pipes_) latest = std::max(latest, entry.state.free_at);
  return latest;
}

void CorePipes::reset() {
  for (const Entry& entry : pipes_) entry.pipe->reset();
  set_idle(SlotCause::NoWarp);
}

void CorePipes::describe(std::ostream& out, Cycle now) const {
  for (const Entry& entry : pipes_) entry.pipe->describe(out, now);
}

}  // namespace lanefold
