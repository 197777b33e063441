// SPDX-License-Identifier: Apache-2.0
// The register banks against BankReads, cycle by cycle: the masks that programs make as lanes to
// fetch, and random streams of instructions, gaps, stalls and resets.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decisions/regfile/bank_reads.h"
#include "twins/bench/clocked_run.h"
#include "twins/bench/comparisons.h"
#include "twins/bench/program_masks.h"
#include "twins/bench/tried.h"
#include "twins/verilated/register_banks_twin.h"

namespace lanefold {
namespace {

BankReads::Inputs for_oracle(const RegisterBanksTwin::Inputs& inputs) {
  BankReads::Inputs same;
  same.ready = inputs.ready;
  if (inputs.valid) same.instruction = {inputs.issued, inputs.used, inputs.wide};
  return same;
}

class RegisterBanksRun final : public SceneRun<RegisterBanksTwin> {
 public:
  RegisterBanksRun(const RunStart& start, const RtlShape& shape, RegisterFileKind kind,
                   std::shared_ptr<const std::vector<LaneMask>> masks,
                   std::shared_ptr<std::uint64_t> rows)
      : SceneRun(start, {}, std::move(masks)),
        lanes_(shape.lanes),
        rows_(std::move(rows)),
        oracle_(kind, shape.lanes, shape.alu_width) {
    run(make_register_banks_twin(shape.lanes, shape.alu_width, kind, place("register_banks")));
  }

 private:
  static constexpr unsigned kOften = 8;
  static constexpr unsigned kSets = 8;  ///< of operands

  void change_habits() override {
    valid_ = random().one_in(2) ? kOften : random().below(kOften + 1);
    ready_ = random().one_in(2) ? kOften : 1 + random().below(kOften);
    repeats_ = random().one_in(4);
  }

  /// An instruction for these lanes, with 32 and 64 bits by turns. It ends when it is followed.
  std::optional<Mismatch> play(LaneMask mask) override {
    std::optional<Mismatch> first;
    Inputs inputs;
    inputs.valid = inputs.ready = true;
    inputs.issued = mask;
    inputs.used = kSets - 1;
    inputs.wide = turn_++ % kSets;
    for (bool taken = false; !taken;) {
      taken = oracle_.outputs(for_oracle(inputs)).ready;
      const std::optional<Mismatch> mismatch = cycle(inputs);
      if (!first) first = mismatch;
    }
    return first;
  }

  Inputs draw_inputs() override {
    Inputs inputs;
    inputs.valid = random().below(kOften) < valid_;
    inputs.ready = random().below(kOften) < ready_;
    if (!repeats_ || random().one_in(kOften)) {
      held_.issued = random().mask(lanes_);
      held_.used = random().below(kSets);
      held_.wide = random().below(kSets);
    }
    inputs.issued = held_.issued;
    inputs.used = held_.used;
    inputs.wide = held_.wide;
    return inputs;
  }

  std::optional<Mismatch> compare(const Inputs& inputs, const Outputs& actual) override {
    const BankReads::Outputs expected = oracle_.outputs(for_oracle(inputs));
    FirstMismatch compare([&] {
      return fmt::format("at the input: {}issued {}, used {}, wide {}; ready_i {}",
                         inputs.valid ? "" : "(not valid) ", hex(inputs.issued.bits()), inputs.used,
                         inputs.wide, inputs.ready);
    });
    compare("ready_o", expected.ready ? 1 : 0, actual.ready ? 1 : 0);
    for (unsigned bank = 0; bank < BankReads::kBanks; ++bank) {
      const RowRead read = expected.reads[bank].value_or(RowRead());
      const unsigned half = (read.lower ? 1U : 0U) | (read.upper ? 2U : 0U);
      const auto of_bank = [bank](const char* port) {
        return fmt::format("{} of bank {}", port, bank);
      };
      compare(of_bank("read_o"), expected.reads[bank] ? 1 : 0, actual.read >> bank & 1U);
      compare(of_bank("row_o"), read.row, actual.row[bank]);
      compare(of_bank("half_o"), half, actual.half[bank]);
      compare(of_bank("lanes_o"), read.lanes.bits(), actual.lanes[bank].bits());
    }
    return compare.found();
  }

  void reset_oracle() override { oracle_.reset(); }
  void clock_oracle(const Inputs& inputs) override {
    const BankReads::Inputs same = for_oracle(inputs);
    for (const auto& read : oracle_.outputs(same).reads) *rows_ += read && inputs.ready ? 1 : 0;
    oracle_.step(same);
  }

  const unsigned lanes_;
  std::shared_ptr<std::uint64_t> rows_;
  BankReads oracle_;
  unsigned turn_ = 0;
  unsigned valid_ = kOften;
  unsigned ready_ = kOften;
  bool repeats_ = false;  ///< instructions come again, as in a loop
  Inputs held_;           ///< the one that does
};

}  // namespace

Comparison register_banks_comparison(const RtlShape& shape, RegisterFileKind kind,
                                     std::uint64_t random,
                                     const std::shared_ptr<std::uint64_t>& rows) {
  const auto masks = std::make_shared<const std::vector<LaneMask>>(program_masks(shape.lanes));
  return {tried_masks(masks->size()) + ", and " + counted(random, "clock cycle") +
              " of random instructions and stalls",
          masks->size() + random, [=](const RunStart& start) {
            return std::make_unique<RegisterBanksRun>(start, shape, kind, masks, rows);
          }};
}

}  // namespace lanefold
