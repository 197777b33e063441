// SPDX-License-Identifier: Apache-2.0
// The sequencer as a step function: a schedule per instruction, and a place in it.
#include "lanefold/compaction_sequencer.h"

#include <fmt/format.h>

#include <cassert>

#include "lanefold/error.h"

namespace lanefold {
namespace {

void check_shape(unsigned lanes, unsigned alu_width) {
  if (lanes != 8 && lanes != 16 && lanes != 32 && lanes != 64) {
    throw Error(ErrorKind::Configuration,
                fmt::format("A compaction sequencer of {} lanes cannot be built: its lanes must be "
                            "8, 16, 32 or 64.",
                            lanes));
  }
  if (alu_width != 4 && alu_width != 8 && alu_width != 16) {
    throw Error(ErrorKind::Configuration,
                fmt::format("A compaction sequencer for an ALU of width {} cannot be built: the "
                            "width must be 4, 8 or 16.",
                            alu_width));
  }
}

}  // namespace

std::optional<SequencedPolicy> sequenced_policy(CompactionPolicy policy) {
  switch (policy) {
    case CompactionPolicy::None:
      return SequencedPolicy::None;
    case CompactionPolicy::Ivb:
      return SequencedPolicy::Ivb;
    case CompactionPolicy::Bcc:
      return SequencedPolicy::Bcc;
    case CompactionPolicy::Scc:
    case CompactionPolicy::SccFifo:
      return SequencedPolicy::Scc;
  }
  return std::nullopt;
}

SequencedOperand sequenced_operand(unsigned bits) {
  if (bits == 16) return SequencedOperand::Bits16;
  return bits == 64 ? SequencedOperand::Bits64 : SequencedOperand::Bits32;
}

CompactionSequencer::CompactionSequencer(unsigned lanes, unsigned alu_width, bool scc_fifo) {
  check_shape(lanes, alu_width);
  geometries_ = {QuadGeometry(lanes, alu_width, 32), QuadGeometry(lanes, alu_width, 16),
                 QuadGeometry(lanes, alu_width, 64)};
  compactors_ = {make_compactor(CompactionPolicy::None), make_compactor(CompactionPolicy::Ivb),
                 make_compactor(CompactionPolicy::Bcc),
                 make_compactor(scc_fifo ? CompactionPolicy::SccFifo : CompactionPolicy::Scc)};
}

CompactionSequencer::Outputs CompactionSequencer::outputs(const Inputs& inputs) const {
  Outputs outputs;
  outputs.ready = has_room(inputs);
  if (!has_micro_op()) {
    return outputs;
  }
  outputs.micro_op = MicroOp{};
  MicroOp& micro_op = *outputs.micro_op;
  micro_op.first = state_.cycle == 0;
  micro_op.last = is_last();
  micro_op.enable = state_.schedule.enabled_positions(state_.cycle);
  for_each_lane(micro_op.enable, [&](unsigned position) {
    const Schedule::Slot slot = state_.schedule.slot(state_.cycle, position);
    micro_op.quad[position] = static_cast<std::uint8_t>(slot.quad);
    micro_op.position[position] = static_cast<std::uint8_t>(slot.position);
  });
  return outputs;
}

void CompactionSequencer::step(const Inputs& inputs) {
  if (inputs.instruction && has_room(inputs)) {
    const Instruction& instruction = *inputs.instruction;
    assert(LaneMask::first(lanes()).contains(instruction.mask));
    state_.schedule =
        compactor(instruction.policy).schedule(instruction.mask, geometry(instruction.operand));
    state_.cycle = 0;
  } else if (has_micro_op() && inputs.ready) {
    ++state_.cycle;
  }
}

}  // namespace lanefold
