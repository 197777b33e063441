// SPDX-License-Identifier: Apache-2.0
// What the benches of the control blocks have in common: every mask of a narrow warp, those that
// programs make and millions of random ones of wide warps, against the policy that the block
// implements.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "lanefold/quad_geometry.h"
#include "tb/bench/bench.h"
#include "twins/verilated/control_twin.h"

namespace lanefold {

/// One fixture for each block: its tests have a geometry as their parameter.
class ControlBlockBench : public testing::TestWithParam<QuadGeometry> {
 protected:
  /// Every mask of up to 16 lanes; of more, those that programs make, and 10 million random ones
  /// for 32-bit operands and one million for others, which the two architectures of scc_control
  /// share, or as many random ones as the environment variable LANEFOLD_RANDOM_MASKS says.
  void expect_policy(ControlBlock block);
  /// scc_pipeline answers as the policy `scc` does, a cycle later: the same masks, but a tenth of
  /// the random ones of other blocks, since its halves are those of scc_control.
  void expect_pipeline();

 private:
  void expect_answers(const Comparison& comparison);
};

inline std::string geometry_name(const testing::TestParamInfo<QuadGeometry>& info) {
  return name_of(info.param);
}

}  // namespace lanefold
