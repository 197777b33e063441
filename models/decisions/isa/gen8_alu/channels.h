// SPDX-License-Identifier: Apache-2.0
// The loop of the general functions: all channels compute before any writes, since destinations
// overlap sources.
#pragma once

#include <array>

#include "decisions/isa/gen8_alu/alu.h"
#include "decisions/isa/gen8_alu/flags.h"
#include "decisions/isa/gen8_alu/outcome.h"

namespace lanefold::gen8 {

/// Whether the condition modifier sets a flag; of sel and csel it chooses a source instead.
inline bool writes_flag(const Instruction& instruction) {
  return instruction.condition != Condition::None && instruction.opcode != Opcode::Sel &&
         instruction.opcode != Opcode::Csel;
}

/// Writes what channels gave; `outcomes` counts from the instruction's first channel.
inline void write_outcomes(const Instruction& instruction, Registers& registers,
                           ChannelMask executed, const std::array<Outcome, kChannels>& outcomes) {
  ChannelMask hits = 0;
  for (ChannelMask rest = executed; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(__builtin_ctz(rest));
    const unsigned n = channel - instruction.channel_offset;
    const Outcome& outcome = outcomes[n];
    write_element(instruction, registers, n, outcome.bits, outcome.accumulator);
    if (instruction.writes_accumulator) {
      registers.accumulator[channel] = outcome.accumulator;
    }
    hits |= outcome.hit ? ChannelMask{1} << channel : 0;
  }
  if (writes_flag(instruction)) {
    write_flag(instruction, registers, executed, hits);
  }
}

/// Calls `evaluate` with the Channel of each of `executed`, and writes the Outcomes.
template <class Evaluate>
void execute_channels(const Instruction& instruction, Registers& registers, ChannelMask executed,
                      ChannelMask selected, const Evaluate& evaluate) {
  std::array<Outcome, kChannels> outcomes;
  Channel channel{instruction, registers, FloatMode(registers.control),
                  execution_type(instruction)};
  for (ChannelMask rest = executed; rest != 0; rest &= rest - 1) {
    const auto number = static_cast<unsigned>(__builtin_ctz(rest));
    channel.n = number - instruction.channel_offset;
    channel.selected = (selected >> number & 1) != 0;
    outcomes[channel.n] = evaluate(channel);
  }
  write_outcomes(instruction, registers, executed, outcomes);
}

/// Whether the predicate says which operand is taken, and not who executes.
inline bool chooses_operand(const Instruction& instruction) {
  return instruction.opcode == Opcode::Sel && instruction.condition == Condition::None;
}

/// The same for an instruction whose predicate is a mask of execution, or, of sel, a choice.
template <class Evaluate>
ChannelMask execute_predicated(const Instruction& instruction, Registers& registers,
                               ChannelMask channels, const Evaluate& evaluate) {
  const ChannelMask predicate = predicate_of(instruction, registers, channels);
  const ChannelMask executed = chooses_operand(instruction) ? channels : predicate;
  execute_channels(instruction, registers, executed, predicate, evaluate);
  return executed;
}

}  // namespace lanefold::gen8
