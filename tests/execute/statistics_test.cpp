// SPDX-License-Identifier: Apache-2.0
// What a functional launch counts.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "tests/support/counters.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

const char* const kSource = R"cl(
  __attribute__((noinline)) uint collatz(uint n) {
    uint steps = 0;
    while (n != 1 && steps < 100) { n = n & 1 ? 3 * n + 1 : n / 2; ++steps; }
    return steps;
  }
  __kernel void k(__global uint* out, __local uint* sum) {
    uint i = get_global_id(0);
    sum[get_local_id(0)] = collatz(i + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = sum[get_local_size(0) - 1 - get_local_id(0)] + (uint)((float)i / 3.0f);
  })cl";

Job collatz_job() { return {"k", range_1d(200, 50), 200, {}, {LocalBytes{50 * 4}}}; }

TEST(FunctionalStatistics, AddUp) {
  const auto program = compile_program(kSource);
  for (const ReconvergencePolicy policy : all_of<ReconvergencePolicy>()) {
    for (const unsigned width : kWarpWidths) {
      SCOPED_TRACE(std::string(name_of(policy)) + ", warp width " + std::to_string(width));
      const auto machine = make_functional_machine(test_machine(width, policy));
      run_job(*machine, *program, collatz_job());
      const LaunchStatistics& s = machine->launches().at(0);
      EXPECT_EQ(s.kernel, "k");
      EXPECT_EQ(s.cycles, 0U);
      EXPECT_EQ(s.work_items, 200U);
      EXPECT_EQ(s.warps, 4 * ((50 + width - 1) / width));
      EXPECT_EQ(s.barriers, s.warps);
      EXPECT_EQ(std::accumulate(s.active_lanes.begin(), s.active_lanes.end(), std::uint64_t{0}),
                s.warp_instructions);
      std::uint64_t lanes = 0;
      for (std::size_t i = 0; i < s.active_lanes.size(); ++i) lanes += i * s.active_lanes[i];
      EXPECT_EQ(lanes, s.lane_instructions);
      EXPECT_EQ(s.active_lanes[0], 0U);
      for (std::size_t i = width + 1; i < s.active_lanes.size(); ++i) {
        EXPECT_EQ(s.active_lanes[i], 0U) << i << " lanes";
      }
      EXPECT_EQ(s.alu_instructions, s.fpu_instructions + s.em_instructions);
      EXPECT_EQ(s.alu_instructions + s.send_instructions, s.warp_instructions);
      EXPECT_GE(s.branches, s.divergent_branches);
      EXPECT_EQ(s.divergent_branches == 0, width == 1);
      EXPECT_EQ(s.most_splits > 1, width > 1);
      EXPECT_GE(s.eu_cycles[CompactionPolicy::None], s.eu_cycles[CompactionPolicy::Ivb]);
      EXPECT_GE(s.eu_cycles[CompactionPolicy::Ivb], s.eu_cycles[CompactionPolicy::Bcc]);
      EXPECT_GE(s.eu_cycles[CompactionPolicy::Bcc], s.eu_cycles[CompactionPolicy::Scc]);
      EXPECT_GT(s.eu_cycles[CompactionPolicy::Scc], 0U);
    }
  }
}

TEST(FunctionalStatistics, DoNotDependOnTheWidthForLaneInstructions) {
  const auto program = compile_program(kSource);
  std::map<std::string, std::uint64_t> first;
  for (const ReconvergencePolicy policy : all_of<ReconvergencePolicy>()) {
    for (const unsigned width : kWarpWidths) {
      const auto machine = make_functional_machine(test_machine(width, policy));
      run_job(*machine, *program, collatz_job());
      auto counters = counters_by_name(machine->launches()[0]);
      if (first.empty()) first = counters;
      EXPECT_EQ(counters["lane_instructions"], first["lane_instructions"]) << width << policy;
    }
  }
  EXPECT_EQ(first["lane_instructions"], first["warp_instructions"]);
}

TEST(FunctionalStatistics, AreTheSameInEveryRun) {
  const auto program = compile_program(kSource);
  const auto one = make_functional_machine(test_machine(16));
  const auto two = make_functional_machine(test_machine(16));
  const Words result = run_job(*one, *program, collatz_job());
  EXPECT_EQ(run_job(*two, *program, collatz_job()), result);
  EXPECT_EQ(run_job(*one, *program, collatz_job()), result);
  const auto counters = counters_by_name(one->launches()[0]);
  EXPECT_EQ(counters_by_name(one->launches()[1]), counters);
  EXPECT_EQ(counters_by_name(two->launches()[0]), counters);
}

TEST(FunctionalStatistics, CountAStraightLineByHand) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out) {
      __asm__ volatile("fadd.s ft0, ft1, ft2\n fdiv.s ft0, ft1, ft2\n lw t0, (%0)\n fence"
                       :: "r"(out) : "t0", "memory");
    })cl");
  const auto empty = compile_program(
      "__kernel void k(__global uint* out) {"
      "__asm__ volatile(\"\" :: \"r\"(out)); }");
  const auto with = make_functional_machine(test_machine(16));
  const auto without = make_functional_machine(test_machine(16));
  const Job job{"k", range_1d(20, 20), 20, {}, {}};
  run_job(*with, *program, job);
  run_job(*without, *empty, job);
  const LaunchStatistics& a = with->launches()[0];
  const LaunchStatistics& b = without->launches()[0];
  EXPECT_EQ(a.warp_instructions - b.warp_instructions, 8U);  // 4 instructions, 2 warps
  EXPECT_EQ(a.fpu_instructions - b.fpu_instructions, 2U);
  EXPECT_EQ(a.em_instructions - b.em_instructions, 2U);
  EXPECT_EQ(a.send_instructions - b.send_instructions, 4U);
  EXPECT_EQ(a.active_lanes[16] - b.active_lanes[16], 4U);
  EXPECT_EQ(a.active_lanes[4] - b.active_lanes[4], 4U);
  EXPECT_EQ(a.eu_cycles[CompactionPolicy::None] - b.eu_cycles[CompactionPolicy::None], 16U);
  EXPECT_EQ(a.eu_cycles[CompactionPolicy::Ivb] - b.eu_cycles[CompactionPolicy::Ivb],
            8U + 4U);  // the second warp runs as SIMD8
  EXPECT_EQ(a.eu_cycles[CompactionPolicy::Bcc] - b.eu_cycles[CompactionPolicy::Bcc], 8U + 2U);
  EXPECT_EQ(a.eu_cycles[CompactionPolicy::Scc] - b.eu_cycles[CompactionPolicy::Scc], 8U + 2U);
}

TEST(FunctionalStatistics, ReportProgressOfLongRuns) {
  const auto program = compile_program(
      "__kernel void k(__global volatile uint* out) {"
      "  for (uint n = 0; n < 4000000; ++n) out[0] = n; }");
  const auto machine = make_functional_machine(test_machine(1));
  std::uint64_t calls = 0;
  std::uint64_t last = 0;
  machine->on_progress([&](std::uint64_t cycles, std::uint64_t instructions) {
    EXPECT_EQ(cycles, 0U);
    EXPECT_GE(instructions, last);
    last = instructions;
    ++calls;
  });
  run_job(*machine, *program, {"k", range_1d(1, 1), 1, {}, {}});
  EXPECT_GE(calls, 1U);
  EXPECT_LE(last, machine->launches()[0].warp_instructions);
}

}  // namespace
}  // namespace lanefold
