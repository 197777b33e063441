// SPDX-License-Identifier: Apache-2.0
// The sequencer against the CompactionSequencer, cycle by cycle: instructions by the
// masks that programs make, and random streams of instructions, gaps, stalls and resets.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "lanefold/compaction_sequencer.h"
#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/tried.h"
#include "twins/verilated/sequencer_twin.h"

namespace lanefold {
namespace {

const char* policy_name(SequencedPolicy policy, bool scc_fifo) {
  switch (policy) {
    case SequencedPolicy::None:
      return "none";
    case SequencedPolicy::Ivb:
      return "ivb";
    case SequencedPolicy::Bcc:
      return "bcc";
    case SequencedPolicy::Scc:
      return scc_fifo ? "scc-fifo" : "scc";
  }
  return "?";
}

class SequencerRun final : public SceneRun<SequencerTwin> {
 public:
  /// Adds to `micro_ops` what leaves the sequencer.
  SequencerRun(const RunStart& start, const RtlShape& shape, bool scc_fifo,
               std::shared_ptr<const std::vector<LaneMask>> masks,
               std::shared_ptr<std::uint64_t> micro_ops)
      : SceneRun(start, {}, std::move(masks)),
        micro_ops_(std::move(micro_ops)),
        scc_fifo_(scc_fifo),
        oracle_(shape.lanes, shape.alu_width, scc_fifo) {
    run(make_sequencer_twin(shape.lanes, shape.alu_width, scc_fifo, place("sequencer")));
  }

 private:
  /// How often there is an instruction and how often its micro-ops are taken, out of kOften.
  void change_habits() override {
    valid_ = random().one_in(2) ? kOften : random().below(kOften + 1);
    ready_ = random().one_in(2) ? kOften : 1 + random().below(kOften);
    calm_ = random().one_in(4) ? std::optional(draw_instruction()) : std::nullopt;
    loops_ = random().one_in(2);
    waits_ = random().one_in(8);
  }
  static constexpr unsigned kOften = 8;
  static constexpr unsigned kLongWait = 64;

  /// An instruction under each policy, with the operand sizes in turn, each twice, as in a loop.
  /// Its micro-ops leave when it is followed.
  std::optional<Mismatch> play(LaneMask mask) override {
    std::optional<Mismatch> first;
    for (unsigned number = 0; number < 2 * kPolicies; ++number) {
      Inputs inputs;
      inputs.valid = inputs.ready = true;
      inputs.mask = mask;
      inputs.policy = number / 2;
      inputs.operand = turn_++ / (2 * kPolicies) % kOperands;
      for (bool taken = false; !taken;) {
        taken = oracle_.outputs(for_oracle(inputs)).ready;
        const std::optional<Mismatch> mismatch = cycle(inputs);
        if (!first) first = mismatch;
      }
    }
    return first;
  }
  static constexpr unsigned kPolicies = 4, kOperands = 3;

  CompactionSequencer::Instruction draw_instruction() {
    return {random().mask(oracle_.lanes()), static_cast<SequencedPolicy>(random().below(kPolicies)),
            static_cast<SequencedOperand>(random().below(kOperands))};
  }

  Inputs draw_inputs() override {
    CompactionSequencer::Instruction instruction = draw_instruction();
    if (calm_) {
      // One policy and one operand size for a while; as in a loop, also one mask.
      instruction.policy = calm_->policy;
      instruction.operand = calm_->operand;
      if (loops_ && !random().one_in(kOften)) instruction.mask = calm_->mask;
    }
    Inputs inputs;
    inputs.valid = random().below(kOften) < valid_;
    inputs.mask = instruction.mask;
    inputs.policy = static_cast<unsigned>(instruction.policy);
    inputs.operand = static_cast<unsigned>(instruction.operand);
    inputs.ready = waits_ ? random().one_in(kLongWait) : random().below(kOften) < ready_;
    if (instruction.operand == SequencedOperand::Bits32 && random().one_in(16)) {
      inputs.operand = kUnnamedOperand;
    }
    return inputs;
  }
  /// The encoding of operand_t without a name; the RTL promises to take it as 32 bits.
  static constexpr unsigned kUnnamedOperand = 3;

  static CompactionSequencer::Inputs for_oracle(const Inputs& inputs) {
    CompactionSequencer::Inputs same;
    same.ready = inputs.ready;
    if (inputs.valid) {
      const unsigned operand = inputs.operand == kUnnamedOperand ? 0 : inputs.operand;
      same.instruction = {inputs.mask, static_cast<SequencedPolicy>(inputs.policy),
                          static_cast<SequencedOperand>(operand)};
    }
    return same;
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    const CompactionSequencer::Outputs expected = oracle_.outputs(for_oracle(inputs));
    const auto& micro_op = expected.micro_op;
    if (auto mismatch = differ("ready_o", expected.ready, actual.ready, inputs)) {
      return mismatch;
    }
    if (auto mismatch = differ("valid_o", micro_op.has_value(), actual.valid, inputs)) {
      return mismatch;
    }
    return micro_op ? compare(*micro_op, actual, inputs) : std::nullopt;
  }

  std::optional<Mismatch> compare(const CompactionSequencer::MicroOp& expected,
                                  const Outputs& actual, const Inputs& inputs) const {
    if (auto mismatch = differ("first_o", expected.first, actual.first, inputs)) {
      return mismatch;
    }
    if (auto mismatch = differ("last_o", expected.last, actual.last, inputs)) {
      return mismatch;
    }
    if (auto mismatch = differ("enable_o", expected.enable.bits(), actual.enable.bits(), inputs)) {
      return mismatch;
    }
    std::optional<Mismatch> mismatch;
    for_each_lane(expected.enable, [&](unsigned position) {
      const auto field = [&](const char* port) {
        return fmt::format("{} of ALU position {}", port, position);
      };
      if (!mismatch && expected.quad[position] != actual.quad[position]) {
        mismatch = differ(field("quad_o"), expected.quad[position], actual.quad[position], inputs);
      }
      if (!mismatch && expected.position[position] != actual.position[position]) {
        mismatch = differ(field("position_o"), expected.position[position],
                          actual.position[position], inputs);
      }
    });
    return mismatch;
  }

  /// Nothing when the two are the same.
  template <class Field>
  std::optional<Mismatch> differ(const Field& field, std::uint64_t expected, std::uint64_t actual,
                                 const Inputs& inputs) const {
    if (expected == actual) {
      return std::nullopt;
    }
    return Mismatch{field, hex(expected), hex(actual),
                    fmt::format("in work: {}; at the input: {}{}; ready_i {}",
                                in_work_ ? text(*in_work_) : "nothing",
                                inputs.valid ? "" : "(not valid) ", text(inputs), inputs.ready)};
  }

  std::string text(const Inputs& inputs) const {
    static const char* const kOperands[] = {"32 bits", "16 bits", "64 bits", "unnamed (32 bits)"};
    return fmt::format("mask {}, policy {}, operand {}", hex(inputs.mask.bits()),
                       policy_name(static_cast<SequencedPolicy>(inputs.policy), scc_fifo_),
                       kOperands[inputs.operand]);
  }

  void reset_oracle() override {
    oracle_.reset();
    in_work_.reset();
  }
  void clock_oracle(const Inputs& inputs) override {
    const CompactionSequencer::Inputs same = for_oracle(inputs);
    const CompactionSequencer::Outputs now = oracle_.outputs(same);
    *micro_ops_ += now.micro_op && inputs.ready ? 1 : 0;
    if (now.ready) {
      in_work_.reset();
    }
    if (now.ready && inputs.valid) {
      in_work_ = inputs;
    }
    oracle_.step(same);
  }

  std::shared_ptr<std::uint64_t> micro_ops_;
  bool scc_fifo_;
  CompactionSequencer oracle_;
  unsigned turn_ = 0;
  unsigned valid_ = kOften;
  unsigned ready_ = kOften;
  std::optional<CompactionSequencer::Instruction> calm_;
  bool loops_ = false;  ///< the same mask again and again
  bool waits_ = false;  ///< micro-ops are seldom taken
  std::optional<Inputs> in_work_;
};

}  // namespace

Comparison sequencer_comparison(const RtlShape& shape, bool scc_fifo, std::uint64_t random,
                                const std::shared_ptr<std::uint64_t>& micro_ops) {
  const auto masks =
      std::make_shared<const std::vector<LaneMask>>(program_masks(shape.lanes, Rotations::None));
  return {tried_masks(masks->size()) + " under each policy, and " + counted(random, "clock cycle") +
              " of random instructions and stalls",
          masks->size() + random, [=](const RunStart& start) {
            return std::make_unique<SequencerRun>(start, shape, scc_fifo, masks, micro_ops);
          }};
}

}  // namespace lanefold
