// SPDX-License-Identifier: Apache-2.0
// The micro-ops that a stream of masked instructions becomes, cycle by cycle: the oracle of
// rtl/compaction_sequencer.sv, without any SystemC.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "lanefold/compactor.h"
#include "lanefold/lane_mask.h"
#include "lanefold/quad_geometry.h"
#include "lanefold/schedule.h"

namespace lanefold {

/// The compaction policies that one sequencer has, with the values of lanefold_pkg::policy_t.
enum class SequencedPolicy : std::uint8_t { None = 0, Ivb = 1, Bcc = 2, Scc = 3 };
/// The place of a policy in lanefold_pkg::policy_t; nothing if the sequencer does not have it.
/// Which of the two that swizzle it has is a parameter of the module.
std::optional<SequencedPolicy> sequenced_policy(CompactionPolicy policy);
/// The operand sizes, with the values of lanefold_pkg::operand_t.
enum class SequencedOperand : std::uint8_t { Bits32 = 0, Bits16 = 1, Bits64 = 2 };
/// That of so many bits: 16, 32 or 64.
SequencedOperand sequenced_operand(unsigned bits);

/// Takes one instruction when it has room and gives one micro-op, a pass of the ALU, per cycle. The
/// unit of time is the clock cycle: look at outputs() in a cycle, then step() to the next one.
///
/// An instruction is taken in a cycle in which it is offered and `ready` is out; its first micro-op
/// is out in the next cycle. A micro-op stays until a cycle in which `ready` is in. There is room
/// when no micro-op is out, or when the last one of its instruction leaves: no cycle is lost
/// between two instructions. An empty mask is taken as well and gives no micro-op.
class CompactionSequencer {
 public:
  /// ALU positions at most: 16-bit operands on an ALU of width 16.
  static constexpr unsigned kMaxPositions = 32;

  struct Instruction {
    LaneMask mask;  ///< active lanes, all below lanes()
    SequencedPolicy policy = SequencedPolicy::None;
    SequencedOperand operand = SequencedOperand::Bits32;
  };
  /// What drives the sequencer in one cycle.
  struct Inputs {
    std::optional<Instruction> instruction;  ///< the one on offer
    bool ready = false;                      ///< a micro-op that is out leaves
  };
  struct MicroOp {
    bool first = false;  ///< of its instruction
    bool last = false;
    LaneMask enable;  ///< bit p: ALU position p computes
    /// Per enabled ALU position where its lane comes from; 0 elsewhere.
    std::array<std::uint8_t, kMaxPositions> quad{};
    std::array<std::uint8_t, kMaxPositions> position{};
  };
  struct Outputs {
    bool ready = false;  ///< an instruction on offer is taken
    std::optional<MicroOp> micro_op;
  };

  /// `lanes` is 8, 16, 32 or 64 and `alu_width`, in 32-bit lanes, 4, 8 or 16; anything else throws
  /// Error(Configuration). `scc_fifo` makes SequencedPolicy::Scc the policy `scc-fifo`, not `scc`.
  CompactionSequencer(unsigned lanes, unsigned alu_width, bool scc_fifo = false);

  unsigned lanes() const { return geometry(SequencedOperand::Bits32).lanes(); }
  /// ALU positions that micro-ops have, whatever their operand size.
  unsigned positions() const { return geometry(SequencedOperand::Bits16).positions(); }
  /// How instructions of an operand size are cut into quads.
  const QuadGeometry& geometry(SequencedOperand operand) const {
    return geometries_[static_cast<unsigned>(operand)];
  }
  const Compactor& compactor(SequencedPolicy policy) const {
    return *compactors_[static_cast<unsigned>(policy)];
  }

  /// Forgets the instruction in work.
  void reset() { state_ = State(); }
  /// What comes out in this cycle; only `ready` depends on the inputs.
  Outputs outputs(const Inputs& inputs) const;
  /// The clock edge that ends this cycle.
  void step(const Inputs& inputs);

 private:
  struct State {
    Schedule schedule;   ///< of the instruction in work
    unsigned cycle = 0;  ///< the one that is out; schedule.cycles() when there is nothing left
  };

  bool has_micro_op() const { return state_.cycle < state_.schedule.cycles(); }
  bool is_last() const { return state_.cycle + 1 == state_.schedule.cycles(); }
  bool has_room(const Inputs& inputs) const {
    return !has_micro_op() || (is_last() && inputs.ready);
  }

  std::array<QuadGeometry, 3> geometries_;                      ///< [SequencedOperand]
  std::array<std::unique_ptr<const Compactor>, 4> compactors_;  ///< [SequencedPolicy]
  State state_;
};

}  // namespace lanefold
