// SPDX-License-Identifier: Apache-2.0
// rtl/compaction_sequencer.sv against the CompactionSequencer, cycle by cycle: instructions by the
// masks that programs make, and random streams of instructions, gaps, stalls and resets.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tb/bench/bench.h"

namespace lanefold {
namespace {

struct Machine {
  RtlShape shape;
  bool scc_fifo;
};

std::string name_of(const Machine& machine) {
  return name_of(machine.shape) + (machine.scc_fifo ? "Fifo" : "Parallel");
}
void PrintTo(const Machine& machine, std::ostream* out) { *out << name_of(machine); }

std::vector<Machine> machines() {
  std::vector<Machine> machines;
  for (const RtlShape& shape : rtl_shapes()) {
    machines.push_back({shape, false});
    machines.push_back({shape, true});
  }
  return machines;
}

class CompactionSequencerTwin : public testing::TestWithParam<Machine> {};

TEST_P(CompactionSequencerTwin, GivesTheModelsMicroOpInEveryCycle) {
  const auto [shape, scc_fifo] = GetParam();
  const std::uint64_t cycles =
      random_masks(shape.lanes == 16 ? 2'200'000 : 4'000'000 / shape.lanes);
  const auto micro_ops = std::make_shared<std::uint64_t>();
  expect_same_as_oracle(sequencer_comparison(shape, scc_fifo, cycles, micro_ops));
  RecordProperty("micro_ops", std::to_string(*micro_ops));
  if (!HasFailure()) {
    EXPECT_GE(*micro_ops, 2 * cycles / 5);
  }
}

INSTANTIATE_TEST_SUITE_P(AllShapes, CompactionSequencerTwin, testing::ValuesIn(machines()),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace lanefold
