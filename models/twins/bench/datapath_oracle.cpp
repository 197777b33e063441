// SPDX-License-Identifier: Apache-2.0
// The data path as a step function.
#include "twins/bench/datapath_oracle.h"

#include "twins/verilated/compaction_datapath_twin.h"

namespace lanefold {
namespace {

LaneMask issued_lanes(const CompactionSequencer& sequencer,
                      const CompactionSequencer::Instruction& instruction) {
  return sequencer.compactor(instruction.policy)
      .issued_lanes(instruction.mask, sequencer.geometry(instruction.operand));
}

}  // namespace

DatapathOracle::DatapathOracle(RegisterFileKind kind, unsigned lanes, unsigned alu_width)
    : sequencer_(lanes, alu_width), banks_(kind, lanes, alu_width), places_(datapath_depth(kind)) {}

void DatapathOracle::reset() {
  sequencer_.reset();
  banks_.reset();
  beats_ = 0;
  for (auto& place : places_) place.reset();
}

BankReads::Inputs DatapathOracle::of_banks(const Inputs& inputs) const {
  BankReads::Inputs same;
  same.ready = advances(inputs);
  const auto& instruction = inputs.instruction;
  if (instruction && sequencer_.outputs({{}, leaves(inputs)}).ready) {
    same.instruction = {issued_lanes(sequencer_, instruction->compaction), instruction->used,
                        instruction->wide};
  }
  return same;
}

CompactionSequencer::Inputs DatapathOracle::of_sequencer(const Inputs& inputs) const {
  CompactionSequencer::Inputs same;
  same.ready = leaves(inputs);
  const bool takes = inputs.instruction && banks_.outputs({{}, advances(inputs)}).ready;
  if (takes) same.instruction = inputs.instruction->compaction;
  return same;
}

bool DatapathOracle::leaves(const Inputs& inputs) const {
  const auto micro_op = sequencer_.outputs({}).micro_op;
  if (!micro_op || !advances(inputs) || beats_ + 1 < current_->interval) return false;
  return !micro_op->last || banks_.outputs({{}, true}).ready;
}

DatapathOracle::Outputs DatapathOracle::outputs(const Inputs& inputs) const {
  const BankReads::Outputs banks = banks_.outputs(of_banks(inputs));
  const auto& in_alu = places_[places_.size() - 2];
  return {banks.ready && sequencer_.outputs(of_sequencer(inputs)).ready, banks.reads,
          current_ ? &*current_ : nullptr, in_alu ? &*in_alu : nullptr,
          places_.back() ? &*places_.back() : nullptr};
}

DatapathOracle::MicroOp DatapathOracle::at_sequencer() const {
  const CompactionSequencer::MicroOp from = *sequencer_.outputs({}).micro_op;
  const QuadGeometry& geometry = sequencer_.geometry(current_->compaction.operand);
  MicroOp micro_op{*current_, from.last, from.enable, {}, {}};
  for_each_lane(from.enable, [&](unsigned to) {
    micro_op.lane[to] = from.quad[to] * geometry.quad_lanes() + from.position[to];
  });
  return micro_op;
}

void DatapathOracle::step(const Inputs& inputs) {
  const CompactionSequencer::Inputs to_sequencer = of_sequencer(inputs);
  const BankReads::Inputs to_banks = of_banks(inputs);
  const bool advance = advances(inputs);
  const bool leave = leaves(inputs);
  const bool takes = inputs.instruction && outputs(inputs).ready;
  if (advance) {
    for (std::size_t i = places_.size() - 1; i > 0; --i) places_[i] = places_[i - 1];
    if (places_.back()) places_.back()->result = inputs.alu_result;
    places_[0] = leave ? std::optional(at_sequencer()) : std::nullopt;
  }
  const bool there = sequencer_.outputs({}).micro_op.has_value();
  if (!there || leave) {
    beats_ = 0;
  } else if (advance && beats_ + 1 < current_->interval) {
    ++beats_;
  }
  sequencer_.step(to_sequencer);
  banks_.step(to_banks);
  if (takes) current_ = inputs.instruction;
}

}  // namespace lanefold
