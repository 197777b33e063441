// SPDX-License-Identifier: Apache-2.0
// How many masks the benches of the control blocks take.
#include "tb/bench/control_block.h"

namespace lanefold {
namespace {

/// `architectures` of one policy share the random masks.
std::uint64_t random_masks_of(const QuadGeometry& geometry, unsigned architectures) {
  const std::uint64_t deep = geometry.operand_bits() == 32 ? 10'000'000 : 1'000'000;
  return random_masks(deep / architectures);
}

}  // namespace

void ControlBlockBench::expect_policy(ControlBlock block) {
  const bool scc = block == ControlBlock::SccParallel || block == ControlBlock::SccFifo;
  expect_answers(control_comparison(block, GetParam(), random_masks_of(GetParam(), scc ? 2 : 1)));
}

void ControlBlockBench::expect_pipeline() {
  constexpr unsigned kArchitectures = 10;  // both halves are those of scc_control
  expect_answers(pipeline_comparison(GetParam(), random_masks_of(GetParam(), kArchitectures)));
}

void ControlBlockBench::expect_answers(const Comparison& comparison) {
  RecordProperty("masks", std::to_string(comparison.steps));
  expect_same_as_oracle(comparison);
}

}  // namespace lanefold
