// SPDX-License-Identifier: Apache-2.0
// What reports say of mechanisms that a run could not use, and of settings that mean nothing.
#include "apps/lanefold/run_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lanefold/config.h"
#include "tests/command/command_output.h"
#include "tests/support/command.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// After two launches of these cycles each.
std::string notes_of(const std::vector<std::string>& settings, std::uint64_t cycles = 1000) {
  RunRecord record;
  for (const std::string& setting : settings) apply_setting(record.machine, setting);
  record.launches.resize(2);
  for (LaunchStatistics& launch : record.launches) {
    launch.timed = true;
    launch.cycles = cycles;
  }
  return run_notes(record);
}

TEST(RunNotes, SayNothingOfARunThatUsesAllItHas) {
  EXPECT_EQ(notes_of({"core.on_miss=slip", "core.slip.max=3"}), "");
  EXPECT_EQ(notes_of({}), "");
}

TEST(RunNotes, SayThatARunWasTooShortToDecideTheLimit) {
  const std::vector<std::string> adaptive{"core.on_miss=slip", "core.slip.max=adaptive"};
  EXPECT_EQ(notes_of(adaptive, 49'999),
            "note: the limit of slip was never decided: no core ran for "
            "core.slip.sampling_period = 100000 cycles\n");
  EXPECT_EQ(notes_of(adaptive, 50'000), "") << "a period goes on in the next launch";
}

TEST_F(Command, ReportsThePolicyAtMisses) {
  write("scale.cl", kScaleKernel);
  const std::string run = "run " + path("scale.cl") +
                          " --global 64 --local 64 --arg buffer:float:64:index --arg "
                          "buffer:float:64 --arg float:2 --set cores=1";
  const std::string heading = "scale.cl on ivb-eu: timed, compaction ivb, on_miss ";
  const std::string plain = lanefold(run + " --set core.on_miss=block").out;
  EXPECT_THAT(plain, HasSubstr(heading + "block, 1 launch\n"));
  EXPECT_THAT(plain, Not(HasSubstr("note:")));
  EXPECT_THAT(lanefold(run + " --set core.slip.max=4").out,
              HasSubstr(heading + "stall-on-use, 1 launch\nnote: core.slip.max has no effect while "
                                  "core.on_miss is stall-on-use; needed: core.on_miss=slip\n\n"));
  EXPECT_THAT(lanefold(run + " --set core.on_miss=slip --set core.slip.max=adaptive").out,
              HasSubstr("\nnote: the limit of slip was never decided: "));
  EXPECT_THAT(lanefold(run + " --functional").out, HasSubstr("functional, 1 launch\n\n"));
}

// All of these once changed nothing and were not spoken of.
TEST_F(Command, NamesEveryParameterThatMeansNothing) {
  const std::string set =
      " --set core.adaptation.convergence=inc --set core.adaptation.tasks_per_thread=7"
      " --set dram.t_rcd=20 --set core.adaptation.reconfiguration_cycles=99 --set dram.t_ras=99 "
      "--set dram.banks=2";
  const std::string notes =
      "note: core.adaptation.convergence, core.adaptation.tasks_per_thread and "
      "core.adaptation.reconfiguration_cycles have no effect while core.adaptation.strategy is "
      "off; needed: core.adaptation.strategy other than off\n"
      "note: dram.t_rcd, dram.t_ras and dram.banks have no effect while dram.timing is fixed; "
      "needed: dram.timing=ddr3\n";
  const Finished printed = lanefold("run --print-config" + set);
  EXPECT_EQ(printed.code, 0);
  EXPECT_EQ(printed.err, notes);
  write("scale.cl", kScaleKernel);
  const std::string run =
      "scale.cl --global 64 --local 64 --arg buffer:float:64:index --arg "
      "buffer:float:64 --arg float:2 --set cores=1" +
      set;
  EXPECT_THAT(lanefold("run " + path(run)).out, HasSubstr("1 launch\n" + notes + "\n"));
  EXPECT_EQ(lanefold("run " + path(run) + " --stats -").err, notes);
  EXPECT_THAT(lanefold("compare " + path(run) + " --vary core.warps=4,5").out,
              HasSubstr("relative to the first line\n" + notes + "\n"));
  EXPECT_THAT(lanefold("compare " + path(run) + " --vary dram.timing=fixed,ddr3").out,
              Not(HasSubstr("dram.t_rcd")));
}

TEST_F(Command, TellsOfOldNamesOfParameters) {
  const std::string note =
      "note: core.scalar is now core.scalar.execution; the old name is read in this version only\n";
  EXPECT_EQ(lanefold("run --print-config --set core.scalar=pipe").err, note);
  EXPECT_EQ(lanefold("cost --set core.scalar=pipe --set core.slip.max=4").err, note);
  write("old.toml", "base = \"bare\"\n[core]\nscalar = \"pipe\"\n");
  const std::string machine = "run --print-config --machine " + path("old.toml");
  EXPECT_EQ(lanefold(machine + " --set core.scalar.execution=off").err, note);
  write("scale.cl", kScaleKernel);
  EXPECT_THAT(lanefold("compare " + path("scale.cl") +
                       " --global 64 --local 64 --arg buffer:float:64:index --arg buffer:float:64 "
                       "--arg float:2 --set cores=1 --vary core.scalar=off,pipe")
                  .out,
              HasSubstr("relative to the first line\n" + note + "\n"));
  expect_refusal("run bfs --set core.scalar.execution=off --set core.scalar=pipe", 3,
                 "core.scalar is the old name of core.scalar.execution, which is given as well");
}

TEST_F(Command, ReportsScalarExecution) {
  write("scale.cl", kScaleKernel);
  const std::string run = "run " + path("scale.cl") +
                          " --global 64 --local 64 --arg buffer:float:64:index --arg "
                          "buffer:float:64 --arg float:2 --set cores=1";
  EXPECT_THAT(lanefold(run).out, Not(HasSubstr("scalar rows")));
  const std::string pipe = lanefold(run + " --set core.scalar.execution=pipe").out;
  EXPECT_THAT(pipe, HasSubstr(", scalar pipe (static), 1 launch\n"));
  EXPECT_THAT(pipe,
              HasSubstr("\nscalar rows of a core 1,536 bytes (2,304 with doubles), tags 48\n"));
  EXPECT_THAT(
      lanefold(run + " --set core.scalar.execution=energy --set core.scalar.knowledge=dynamic").out,
      HasSubstr("\nscalar rows of a core 1,536 bytes (2,304 with doubles), tags 48, 45 "
                "comparators of 32 bits (90 with doubles)\n"));
}

TEST(RunNotes, SayThatAFunctionalRunHasNoSlices) {
  RunRecord record;
  record.launches.resize(1);
  EXPECT_EQ(run_notes(record), "");
  apply_setting(record.machine, "core.simd=8x2");
  EXPECT_EQ(run_notes(record), "note: core.simd has no effect on a functional run\n");
  apply_setting(record.machine, "core.scalar.execution=pipe");
  EXPECT_EQ(run_notes(record),
            "note: core.simd and core.scalar.execution have no effect on a functional run\n");
  apply_setting(record.machine, "memory.values=through");
  EXPECT_EQ(run_notes(record),
            "note: core.simd and core.scalar.execution and memory.values have no effect on a "
            "functional run\n");
  record.launches[0].timed = true;
  EXPECT_EQ(run_notes(record), "");
}

TEST(RunNotes, SayThatAFunctionalRunExecutesNothingOnce) {
  RunRecord record;
  record.launches.resize(1);
  apply_setting(record.machine, "core.scalar.execution=pipe");
  EXPECT_EQ(run_notes(record), "note: core.scalar.execution has no effect on a functional run\n");
}

TEST(RunNotes, SayThatTheLimitOfSlipWasStillRising) {
  RunRecord record;
  record.launches.resize(1);
  apply_setting(record.machine, "core.slip.max=adaptive");
  record.launches[0].slip.raised_limits = 3;
  record.launches[0].slip.highest_limit = 3;
  EXPECT_EQ(
      run_notes(record),
      "note: the limit of slip was still rising at the end, at 3; shorter runs want a shorter "
      "core.slip.sampling_period\n");
  record.launches[0].slip.lowered_limits = 1;
  EXPECT_EQ(run_notes(record), "");
}

// 78 bits of an entry: lanes, warp, pc, slice, status and top of stack.
TEST(StatisticsText, PrintsTheStorageOfSlices) {
  RunRecord record;
  for (const char* setting : {"core.warp_width=32", "core.warps=2", "core.slices=8"}) {
    apply_setting(record.machine, setting);
  }
  record.launches.resize(1);
  record.launches[0].timed = true;
  EXPECT_THAT(statistics_text(record), ::testing::Not(::testing::HasSubstr("storage of")));
  apply_setting(record.machine, "core.adaptation.strategy=dwrep");
  EXPECT_THAT(statistics_text(record),
              ::testing::HasSubstr("storage of a core's 8 slices: table 80 bytes, stacks 512, "
                                   "adaptation state unit 20\n"));
}

}  // namespace
}  // namespace lanefold
