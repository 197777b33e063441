// SPDX-License-Identifier: Apache-2.0
// The whole compaction path against sequencer, banks and registers put together, cycle by cycle:
// instructions by the masks that programs make, and random streams of instructions, gaps, stalls
// and resets. Rows and results of the ALU are drawn.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/datapath_oracle.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/tried.h"
#include "twins/verilated/compaction_datapath_twin.h"

namespace lanefold {
namespace {

constexpr unsigned kOften = 8;
constexpr unsigned kSets = 8;  ///< of operands
constexpr unsigned kOperandSizes = 3;
constexpr unsigned kUnnamedOperand = 3;  ///< the RTL promises to take it as 32 bits
constexpr unsigned kMostInterval = 64;   ///< cycles of a micro-op in the ALU
constexpr unsigned kLongWait = 64;       ///< cycles in which results wait, about
constexpr unsigned kTags = 1U << CompactionDatapathPorts::kTagBits;

/// What a register holds in a lane.
std::uint64_t value_of(std::uint64_t id, unsigned operand, unsigned lane) {
  std::uint64_t x = (id * 3 + operand) * 64 + lane + 1;
  x *= 0x9e3779b97f4a7c15;
  return x ^ x >> 29;
}

class DatapathRun final : public SceneRun<CompactionDatapathTwin> {
 public:
  DatapathRun(const RunStart& start, const RtlShape& shape, RegisterFileKind kind,
              std::shared_ptr<const std::vector<LaneMask>> masks,
              std::shared_ptr<DatapathEvents> events)
      : SceneRun(start, {64, 256}, std::move(masks)),
        lanes_(shape.lanes),
        policies_(kind == RegisterFileKind::Scc ? 4 : 3),
        events_(std::move(events)),
        oracle_(kind, shape.lanes, shape.alu_width) {
    run(make_compaction_datapath_twin(shape.lanes, shape.alu_width, kind,
                                      place("compaction_datapath")));
  }

 private:
  void change_habits() override {
    valid_ = random().one_in(2) ? kOften : random().below(kOften + 1);
    ready_ = random().one_in(2) ? kOften : 1 + random().below(kOften);
    slow_ = random().one_in(4);
    repeats_ = random().one_in(4);
    waits_ = random().one_in(8);
  }

  /// The mask under each policy, with operand sizes by turns, some of them slow, until all are
  /// taken.
  std::optional<Mismatch> play(LaneMask mask) override {
    std::optional<Mismatch> first;
    for (unsigned policy = 0; policy < policies_; ++policy, ++turn_) {
      Inputs inputs;
      set_masks(inputs, mask, policy % 3);
      inputs.valid = true;
      inputs.policy = policy;
      inputs.operand = turn_ % kOperandSizes;
      inputs.used = kSets - 1;
      inputs.wide = inputs.operand == 1 ? 0 : turn_ % kSets;
      inputs.interval = turn_ % 5 == 0 ? 2 : 1;
      for (bool taken = false; !taken;) {
        fill_values(inputs);
        taken = oracle_.outputs(for_oracle(inputs)).ready;
        const std::optional<Mismatch> mismatch = cycle(inputs);
        if (!first) first = mismatch;
      }
    }
    return first;
  }

  Inputs draw_inputs() override {
    Inputs inputs;
    set_masks(inputs, random().mask(lanes_), random().below(3));
    inputs.valid = random().below(kOften) < valid_;
    inputs.policy = random().below(policies_);
    inputs.operand = random().below(kOperandSizes);
    inputs.used = random().below(kSets);
    inputs.wide = inputs.operand == 1 ? 0 : random().below(kSets);
    inputs.interval = slow_ ? draw_interval() : 1;
    inputs.ready = waits_ ? random().one_in(kLongWait) : random().below(kOften) < ready_;
    if (inputs.operand == 0 && random().one_in(16)) inputs.operand = kUnnamedOperand;
    if (repeats_ && held_ && !random().one_in(kOften)) {
      inputs.dispatch = held_->dispatch;
      inputs.control_flow = held_->control_flow;
      inputs.predicate = held_->predicate;
      inputs.policy = held_->policy;
      inputs.operand = held_->operand;
      inputs.used = held_->used;
      inputs.wide = held_->wide;
    }
    held_ = inputs;
    fill_values(inputs);
    return inputs;
  }

  unsigned draw_interval() {
    if (random().one_in(16)) return kMostInterval;
    return 1 + random().below(random().one_in(8) ? kMostInterval : 16);
  }

  /// Three masks that leave this one; the one with the number is this one.
  void set_masks(Inputs& inputs, LaneMask mask, unsigned number) {
    const auto more = [&] { return mask | random().sparse_or_dense_mask(lanes_); };
    inputs.dispatch = number == 0 ? mask : more();
    inputs.control_flow = number == 1 ? mask : more();
    inputs.predicate = number == 2 ? mask : more();
  }

  /// A tag, the rows that are read, with anything in lanes that are not in them, and results.
  void fill_values(Inputs& inputs) {
    inputs.tag = static_cast<unsigned>(next_id_ % kTags);
    const DatapathOracle::Outputs now = oracle_.outputs(for_oracle(inputs));
    for (unsigned operand = 0; operand < CompactionDatapathPorts::kOperands; ++operand) {
      for (unsigned lane = 0; lane < lanes_; ++lane) {
        const bool read = now.reads[operand] && now.reads[operand]->lanes.test(lane);
        inputs.row_data[operand * lanes_ + lane] =
            read ? value_of(now.reading->id, operand, lane) : random().bits();
      }
    }
    for (auto& result : inputs.alu_result) result = random().bits();
  }

  DatapathOracle::Inputs for_oracle(const Inputs& inputs) const {
    DatapathOracle::Inputs same;
    same.ready = inputs.ready;
    same.alu_result = inputs.alu_result;
    if (!inputs.valid) return same;
    const unsigned operand = inputs.operand == kUnnamedOperand ? 0 : inputs.operand;
    same.instruction = {
        next_id_,
        {inputs.dispatch & inputs.control_flow & inputs.predicate,
         static_cast<SequencedPolicy>(inputs.policy), static_cast<SequencedOperand>(operand)},
        inputs.used,
        inputs.wide,
        inputs.interval};
    return same;
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    const DatapathOracle::Outputs expected = oracle_.outputs(for_oracle(inputs));
    inputs_ = &inputs;
    mismatch_.reset();
    same("ready_o", expected.ready, actual.ready);
    for (unsigned bank = 0; bank < BankReads::kBanks; ++bank) {
      const auto& read = expected.reads[bank];
      same("read_o", bank, read.has_value(), actual.read >> bank & 1U);
      if (!read) continue;
      same("row_o", bank, read->row, actual.row[bank]);
      same("half_o", bank, (read->lower ? 1U : 0U) | (read->upper ? 2U : 0U), actual.half[bank]);
      same("read_tag_o", expected.reading->id % kTags, actual.read_tag);
    }
    same("alu_valid_o", expected.in_alu != nullptr, actual.alu_valid);
    if (expected.in_alu != nullptr) compare_alu(*expected.in_alu, actual);
    same("valid_o", expected.done != nullptr, actual.valid);
    if (expected.done != nullptr) compare_results(*expected.done, actual);
    return mismatch_;
  }

  void compare_alu(const DatapathOracle::MicroOp& expected, const Outputs& actual) {
    same("alu_tag_o", expected.instruction.id % kTags, actual.alu_tag);
    same("alu_enable_o", expected.enable.bits(), actual.alu_enable.bits());
    const std::array operands{&actual.alu_a, &actual.alu_b, &actual.alu_c};
    for (unsigned to = 0; to < oracle_.sequencer().positions(); ++to) {
      const bool enabled = expected.enable.test(to);
      if (enabled) same("alu_lane_o", to, expected.lane[to], actual.alu_lane[to]);
      for (unsigned operand = 0; operand < operands.size(); ++operand) {
        if (enabled && (expected.instruction.used >> operand & 1U) == 0) continue;
        const std::uint64_t value =
            enabled ? value_of(expected.instruction.id, operand, expected.lane[to]) : 0;
        same(kOperandPorts[operand], to, value, (*operands[operand])[to]);
      }
    }
  }
  static constexpr const char* kOperandPorts[] = {"alu_a_o", "alu_b_o", "alu_c_o"};

  void compare_results(const DatapathOracle::MicroOp& expected, const Outputs& actual) {
    same("tag_o", expected.instruction.id % kTags, actual.tag);
    same("last_o", expected.last, actual.last);
    LaneMask written;
    std::array<std::uint64_t, 64> data{};
    for_each_lane(expected.enable, [&](unsigned from) {
      written.set(expected.lane[from]);
      data[expected.lane[from]] = expected.result[from];
    });
    same("write_o", written.bits(), actual.write.bits());
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      same("data_o", lane, data[lane], actual.data[lane]);
    }
  }

  /// Notes the first mismatch.
  void same(const char* port, std::uint64_t expected, std::uint64_t actual) {
    if (mismatch_ || expected == actual) return;
    mismatch_ = Mismatch{port, hex(expected), hex(actual), context()};
  }
  void same(const char* port, unsigned index, std::uint64_t expected, std::uint64_t actual) {
    if (mismatch_ || expected == actual) return;
    mismatch_ = Mismatch{fmt::format("{} {}", port, index), hex(expected), hex(actual), context()};
  }

  std::string context() const {
    const LaneMask mask = inputs_->dispatch & inputs_->control_flow & inputs_->predicate;
    return fmt::format(
        "at the input: {}mask {}, policy {}, operand {}, used {}, wide {}, interval {}; ready_i {}",
        inputs_->valid ? "" : "(not valid) ", hex(mask.bits()), inputs_->policy, inputs_->operand,
        inputs_->used, inputs_->wide, inputs_->interval, inputs_->ready);
  }

  void reset_oracle() override { oracle_.reset(); }
  void clock_oracle(const Inputs& inputs) override {
    const DatapathOracle::Inputs same = for_oracle(inputs);
    const DatapathOracle::Outputs now = oracle_.outputs(same);
    events_->results += now.done != nullptr && inputs.ready ? 1 : 0;
    events_->stalls += now.done != nullptr && !inputs.ready ? 1 : 0;
    if (same.instruction && now.ready) ++next_id_;
    oracle_.step(same);
  }

  const unsigned lanes_;
  const unsigned policies_;
  std::shared_ptr<DatapathEvents> events_;
  DatapathOracle oracle_;
  std::uint64_t next_id_ = 0;
  unsigned turn_ = 0;
  unsigned valid_ = kOften;
  unsigned ready_ = kOften;
  bool slow_ = false;
  bool repeats_ = false;        ///< instructions come again, as in a loop
  bool waits_ = false;          ///< results are seldom taken
  std::optional<Inputs> held_;  ///< that was drawn last
  const Inputs* inputs_ = nullptr;
  std::optional<Mismatch> mismatch_;
};

}  // namespace

Comparison datapath_comparison(const RtlShape& shape, RegisterFileKind kind, std::uint64_t random,
                               const std::shared_ptr<DatapathEvents>& events) {
  const auto masks =
      std::make_shared<const std::vector<LaneMask>>(program_masks(shape.lanes, Rotations::None));
  return {tried_masks(masks->size()) + " under each policy, and " + counted(random, "clock cycle") +
              " of random instructions and stalls",
          masks->size() + random, [=](const RunStart& start) {
            return std::make_unique<DatapathRun>(start, shape, kind, masks, events);
          }};
}

}  // namespace lanefold
