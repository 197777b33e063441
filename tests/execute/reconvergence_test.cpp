// SPDX-License-Identifier: Apache-2.0
// What the reconvergence policies make of whole kernels: equal results, different efficiency.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/support/kernels.h"

namespace lanefold {
namespace {

double lane_efficiency(const LaunchStatistics& statistics) {
  return static_cast<double>(statistics.lane_instructions) /
         (static_cast<double>(statistics.warp_instructions) * statistics.warp_width);
}

/// The statistics under each policy; the results must be equal.
std::map<ReconvergencePolicy, LaunchStatistics> run_both(const Program& program, const Job& job,
                                                         unsigned width) {
  std::map<ReconvergencePolicy, LaunchStatistics> result;
  std::map<ReconvergencePolicy, Words> outputs;
  for (const ReconvergencePolicy policy : all_of<ReconvergencePolicy>()) {
    const auto machine = make_functional_machine(test_machine(width, policy));
    outputs[policy] = run_job(*machine, program, job);
    result[policy] = machine->launches()[0];
  }
  for (const auto& [policy, output] : outputs) {
    EXPECT_EQ(output, outputs[ReconvergencePolicy::Wto]) << policy;
    EXPECT_EQ(result[policy].lane_instructions, result[ReconvergencePolicy::Wto].lane_instructions)
        << policy;
  }
  return result;
}

TEST(Reconvergence, KeepsALoopWithBreaksInBothArmsTogetherUnderWtoOnly) {
  // Either arm may leave or go on, so that nothing before the loop's exit post-dominates the
  // branch.
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out, __global const uint* in) {
      uint x = in[get_global_id(0)], n = 0;
      for (;;) {
        ++n;
        x = x * 1664525 + 1013904223;
        if (x & 0x10000) {
          x ^= x >> 7;
          if ((x & 63) == 5) break;
          x += n * 3;
          if (x & 0x400) continue;
          x = x * 5 + 1;
        } else {
          x += x >> 9;
          if ((x & 63) == 9) break;
          x ^= n;
          if (x & 0x200) continue;
          x = x * 7 + 3;
        }
      }
      out[get_global_id(0)] = x + n;
    })cl");
  Job job{"k", range_1d(256, 64), 256, {Words(256)}, {}};
  for (std::uint32_t i = 0; i < 256; ++i) job.inputs[0][i] = i * 2654435761U;
  auto runs = run_both(*program, job, 64);
  const double wto = lane_efficiency(runs[ReconvergencePolicy::Wto]);
  const double ipdom = lane_efficiency(runs[ReconvergencePolicy::Ipdom]);
  RecordProperty("efficiency", fmt::format("wto {:.3f}, ipdom {:.3f}", wto, ipdom));
  EXPECT_GT(wto, 4 * ipdom) << "wto " << wto << ", ipdom " << ipdom;
  EXPECT_LE(runs[ReconvergencePolicy::Wto].most_splits, 6U);
}

TEST(Reconvergence, IsTheSameForStructuredCode) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out) {
      uint i = get_global_id(0), r = i;
      for (uint n = 0; n < i % 13; ++n) {
        if (r & 1) r = r * 3 + n; else r = r / 2 + 7;
        if (r % 5 == 2) r ^= 0xff;
      }
      out[i] = r;
    })cl");
  auto runs = run_both(*program, {"k", range_1d(256, 64), 256, {}, {}}, 32);
  EXPECT_EQ(runs[ReconvergencePolicy::Wto].warp_instructions,
            runs[ReconvergencePolicy::Ipdom].warp_instructions);
}

TEST(Reconvergence, NeverNeedsMoreInstructionsUnderWto) {
  const auto program = compile_program(R"cl(
    __attribute__((noinline)) uint search(uint v, uint depth) {
      if (depth == 0) return v;
      if (v % 3 == 0) return search(v / 3 + depth, depth - 1);
      uint sum = 0;
      for (uint n = 0; n < v % 4; ++n) {
        sum += search(v + n, depth - 1);
        if (sum % 7 == 3) return sum;
      }
      return sum + 1;
    }
    __kernel void k(__global uint* out) { out[get_global_id(0)] = search(get_global_id(0), 6); })cl");
  for (const unsigned width : {8, 32, 64}) {
    auto runs = run_both(*program, {"k", range_1d(128, 64), 128, {}, {}}, width);
    EXPECT_LE(runs[ReconvergencePolicy::Wto].warp_instructions,
              runs[ReconvergencePolicy::Ipdom].warp_instructions)
        << width;
  }
}

}  // namespace
}  // namespace lanefold
