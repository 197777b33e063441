// SPDX-License-Identifier: Apache-2.0
// Tests of the command `lanefold` as its users meet it: output, sentences, exit codes.
#include "tests/support/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/lanefold/files.h"
#include "common/text.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The first line that starts with these words, or nothing.
std::string line_of(const std::string& text, const std::string& start) {
  for (const std::string& line : split(text, '\n')) {
    if (line.rfind(start, 0) == 0) return line;
  }
  return "";
}

/// The cells of the first table row of that name.
std::vector<std::string> row_of(const std::string& text, const std::string& name) {
  return words_of(line_of(text, name + " "));
}

constexpr const char* kScaleKernel =
    "__kernel void scale(__global const float* in, __global float* out, float factor) {\n"
    "  size_t i = get_global_id(0);\n"
    "  out[i] = in[i] * factor;\n"
    "}\n";

TEST_F(Command, HelpHasExamplesForEveryVerb) {
  for (const char* verb : {"", "run", "exec", "compare", "mask", "list", "bench", "demo"}) {
    const Finished finished = lanefold(std::string(verb) + " --help");
    EXPECT_EQ(finished.code, 0);
    EXPECT_THAT(finished.out, HasSubstr("Examples:\n  lanefold "));
    EXPECT_THAT(finished.err, IsEmpty());
  }
}

TEST_F(Command, HelpDocumentsTheExitCodes) {
  EXPECT_THAT(lanefold("--help").out, HasSubstr("\n   9  a misaligned or out-of-range"));
}

TEST_F(Command, RefusesWhatItDoesNotUnderstand) {
  expect_refusal("", 2, "a command is missing; valid: run, exec, compare, mask");
  expect_refusal("rnu", 2, "there is no command 'rnu'; did you mean 'run'?");
  expect_refusal("run --staats x", 2, "there is no option '--staats'; did you mean '--stats'?");
  expect_refusal("run bfs more", 2, "'more' is one word too many");
  expect_refusal("run bfs --size big", 2, "'big' is not known; valid: tiny, default, paper");
  expect_refusal("run bfs --seed=-1", 2, "'-1' is not a whole number");
  expect_refusal("run bfs --param speed", 2, "a parameter is name=value");
  expect_refusal("list things", 2, "'things' is not known");
  expect_refusal("compare bfs", 2, "--vary");
  expect_refusal("compare bfs --vary core.warps", 2, "wants key=value,value");
  expect_refusal("mask 0xFFFFF", 2, "mask");
  expect_refusal("run", 2, "a program is missing");
}

TEST_F(Command, RefusesUnknownWorkloadsWithTheNearestName) {
  expect_refusal("run mandlebrot", 2,
                 "there is no workload 'mandlebrot'; did you mean 'mandelbrot'?");
  expect_refusal("bench mandlebrot", 2, "did you mean 'mandelbrot'?");
}

TEST_F(Command, RefusesImpossibleMachines) {
  expect_refusal("run bfs --machine ivb-ue", 3, "did you mean 'ivb-eu'?");
  expect_refusal("run bfs --set core.warps=99", 3,
                 "core.warps is 99, out of range; valid: 1 to 64");
  expect_refusal("run bfs --set core.alu_width=3", 3, "must be a power of two");
  expect_refusal("run bfs --set l1.perfect=true", 3, "add --set l1.enabled=true");
  expect_refusal("compare bfs --vary l2.latency=3,9", 3, "while l2.enabled is false");
  write("m.toml", "[core]\nwarp = 3\n");
  expect_refusal(
      "run bfs --machine " + path("m.toml"), 3,
      "m.toml:2: 'core.warp' is not a parameter of a machine; did you mean 'core.warps'?");
  expect_refusal("compare bfs --vary core.compaction=scc,bccc", 3, "did you mean 'bcc'?");
}

TEST_F(Command, RefusesFilesThatCannotBeUsed) {
  expect_refusal("run no/such.cl", 4, "no/such.cl cannot be read");
  expect_refusal("run no/such.elf", 4, "no/such.elf cannot be read");
  expect_refusal("run bfs --machine no/such.toml", 4, "no/such.toml cannot be read");
  expect_refusal("run vector-add --size tiny --functional --stats no/such/folder.json", 4,
                 "cannot be written");
  write("text.elf", "this is not an ELF file");
  expect_refusal("run " + path("text.elf"), 6, "text.elf");
}

TEST_F(Command, RefusesKernelOptionsForAWorkloadAndViceVersa) {
  write("scale.cl", kScaleKernel);
  expect_refusal("run bfs --kernel k", 2, "launches its own kernels");
  expect_refusal("run " + path("scale.cl") + " --param a=1", 2, "takes --arg");
}

TEST_F(Command, ShowsCompilerErrorsWithTheUsersLines) {
  write("bad.cl", "__kernel void k(__global int* a) {\n  a[0] = b;\n}\n");
  const Finished finished = lanefold("run " + path("bad.cl") + " --global 1");
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.err, HasSubstr("bad.cl:2:10: error: use of undeclared identifier 'b'"));
}

TEST_F(Command, ListsNamesFirst) {
  const std::vector<std::string> lines = split(lanefold("list workloads").out, '\n');
  ASSERT_EQ(lines.size(), workloads().size() + 1);
  for (std::size_t i = 0; i < workloads().size(); ++i) {
    EXPECT_THAT(lines[i], StartsWith(workloads()[i]->name() + " "));
  }
  EXPECT_THAT(lanefold("list machines").out, HasSubstr("ivb-eu  "));
  const std::string parameters = "\n" + lanefold("list parameters").out;
  for (const ParameterInfo& parameter : list_parameters()) {
    EXPECT_THAT(parameters, HasSubstr("\n" + parameter.key + " "));
  }
}

TEST_F(Command, PrintedConfigurationLoadsBack) {
  const Finished printed = lanefold("run --print-config --set core.warps=3 --max-cycles 77");
  EXPECT_EQ(printed.code, 0);
  write("m.toml", printed.out);
  EXPECT_EQ(lanefold("run --print-config --machine " + path("m.toml")).out, printed.out);
  EXPECT_THAT(printed.out, HasSubstr("\nwarps = 3\n"));
  EXPECT_THAT(printed.out, HasSubstr("\nmax_cycles = 77\n"));
}

TEST_F(Command, ExplainsAMask) {
  const Finished finished = lanefold("mask 0xF0F0");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out,
              HasSubstr("mask 0xf0f0: 8 of 16 lanes active, in 2 of 4 quads; ideal 2 cycles"));
  // Cycles, swizzled lanes, saved over none.
  EXPECT_THAT(row_of(finished.out, "none"), ElementsAre("none", "4", "0", "0", "%", "-"));
  EXPECT_THAT(row_of(finished.out, "ivb"), ElementsAre("ivb", "4", "0", "0", "%", "0", "%"));
  EXPECT_THAT(row_of(finished.out, "bcc"), ElementsAre("bcc", "2", "0", "50", "%", "50", "%"));
  EXPECT_THAT(row_of(finished.out, "scc"), ElementsAre("scc", "2", "0", "50", "%", "50", "%"));
}

TEST_F(Command, RunsAWorkloadAndChecksAllOfItsOutput) {
  const Finished finished = lanefold("run vector-add --size tiny --functional");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("verified: all "));
  EXPECT_THAT(finished.err, IsEmpty());
}

TEST_F(Command, WritesTheSameStatisticsTwice) {
  for (const char* mode : {"--functional", "--set cores=2"}) {
    const std::string arguments = std::string("run bfs --size tiny --seed 5 ") + mode + " --stats ";
    EXPECT_EQ(lanefold(arguments + path("a.json")).code, 0);
    EXPECT_EQ(lanefold(arguments + path("b.json")).code, 0);
    const std::string first = content_of(path("a.json"));
    EXPECT_EQ(first, content_of(path("b.json")));
    EXPECT_EQ(first, lanefold(arguments + "-").out);
    EXPECT_EQ(nlohmann::json::parse(first)["verified"], true);
  }
}

TEST_F(Command, ShowsWhatKernelsPrint) {
  write("print.cl",
        "__kernel void print(int n) { printf(\"item %d of %d\\n\", (int)get_global_id(0), n); }");
  const std::string run = "run " + path("print.cl") + " --global 3 --local 3 --arg 9";
  for (const char* mode : {"", " --functional"}) {
    const Finished finished = lanefold(run + mode);
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.out, StartsWith("item 0 of 9\nitem 1 of 9\nitem 2 of 9\nprint.cl on "));
    const Finished json = lanefold(run + mode + " --stats -");
    EXPECT_THAT(json.err, HasSubstr("item 2 of 9\n"));
    EXPECT_TRUE(nlohmann::json::accept(json.out));
  }
}

TEST_F(Command, SeedChangesTheInput) {
  const std::string arguments = "run bfs --size tiny --functional --stats - --seed ";
  EXPECT_NE(lanefold(arguments + "1").out, lanefold(arguments + "2").out);
}

TEST_F(Command, LedgerOfATimedRunCoversEveryLaneSlot) {
  const Finished finished = lanefold("run mandelbrot --size tiny --set cores=2 --stats -");
  ASSERT_EQ(finished.code, 0) << finished.err;
  const auto total = nlohmann::json::parse(finished.out)["total"];
  const std::uint64_t cycles = total["counters"]["cycles"];
  EXPECT_GT(cycles, 0U);
  // Two EUs with two ALUs of four lanes each.
  EXPECT_EQ(total["ledger"]["total"], cycles * 2 * 2 * 4);
}

TEST_F(Command, ComparesPoliciesSideBySide) {
  const std::vector<std::string> policies = compaction_policy_names();
  const Finished finished = lanefold(
      "compare mandelbrot --size tiny --set cores=1 --vary core.compaction=" + join(policies, ","));
  ASSERT_EQ(finished.code, 0) << finished.err;
  for (const std::string& policy : policies) {
    const Finished run = lanefold(
        "run mandelbrot --size tiny --set cores=1 --stats - --set core.compaction=" + policy);
    const auto counters = nlohmann::json::parse(run.out)["total"]["counters"];
    const std::vector<std::string> row = row_of(finished.out, policy);
    ASSERT_GE(row.size(), 5U) << finished.out;
    EXPECT_EQ(row[1], "yes");
    EXPECT_EQ(row[2], with_thousands(counters["cycles"])) << policy;
    EXPECT_EQ(row[4], with_thousands(counters["eu_cycles"])) << policy;
  }
}

constexpr const char* kSlowKernel =
    "__kernel void slow(__global float* a) {\n"
    "  size_t i = get_global_id(0);\n"
    "  if (i % 3) a[i] = native_sqrt(a[i]) / (a[i] + 1.0f);\n"
    "}\n";

TEST_F(Command, CountsEuCyclesAsTimedWhateverTheyOccupyThePipe) {
  write("slow.cl", kSlowKernel);
  for (const std::string policy : {"none", "ivb", "bcc", "scc"}) {
    std::vector<nlohmann::json> totals;
    for (const char* interval : {"1", "3"}) {
      const Finished finished = lanefold(
          "run " + path("slow.cl") + " --global 256 --arg buffer:float:256:index --stats - " +
          "--set cores=1 --set core.compaction=" + policy + " --set core.em_interval=" + interval);
      ASSERT_EQ(finished.code, 0) << finished.err;
      totals.push_back(nlohmann::json::parse(finished.out)["total"]);
      const auto& counters = totals.back()["counters"];
      EXPECT_GT(counters["em_instructions"], 0);
      EXPECT_EQ(counters["eu_cycles"], counters["eu_cycles_" + policy]);
      EXPECT_EQ(totals.back()["ideal_eu_cycles"], counters["ideal_slots"].get<double>() / 4);
    }
    EXPECT_EQ(totals[0]["policies"], totals[1]["policies"]);
    EXPECT_LT(totals[0]["ideal_eu_cycles"], totals[0]["counters"]["eu_cycles_scc"]);
    EXPECT_LT(totals[0]["ledger"]["useful"], totals[1]["ledger"]["useful"]);
  }
}

TEST_F(Command, DemoVerifiesEveryWorkloadUnderEveryPolicy) {
  const Finished finished = lanefold("demo --size tiny --set cores=2");
  ASSERT_EQ(finished.code, 0) << finished.err;
  std::vector<std::string> verified;
  for (const std::string& line : split(finished.out, '\n')) {
    const std::vector<std::string> words = words_of(line);
    const auto yes = std::find(words.begin(), words.end(), "yes");
    if (yes == words.end() || yes == words.begin()) continue;
    // The first line of a workload has its name and SIMD efficiency in front.
    if (yes - words.begin() == 3) verified.push_back(words[0]);
    verified.push_back(*(yes - 1));
  }
  std::vector<std::string> expected;
  for (const auto& workload : workloads()) {
    for (const std::string& word : {workload->name(), std::string("none"), std::string("ivb"),
                                    std::string("bcc"), std::string("scc")}) {
      expected.push_back(word);
    }
  }
  EXPECT_EQ(verified, expected) << finished.out;
  EXPECT_THAT(finished.out, HasSubstr(std::string("\n  ") + LANEFOLD_COMMAND + " mask 0xF0F0\n"));
}

TEST_F(Command, RunsAUsersOwnKernel) {
  write("scale.cl", kScaleKernel);
  const Finished finished =
      lanefold("run " + path("scale.cl") +
               " --kernel scale --global 4 --local 4 --functional"
               " --arg buffer:float:4:index --arg buffer:float:4:out=- --arg float:2.5");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, StartsWith("0\n2.5\n5\n7.5\n"));
}

TEST_F(Command, CarriesBuffersThroughFiles) {
  write("scale.cl", kScaleKernel);
  const std::string run = "run " + path("scale.cl") + " --global 64 --functional ";
  EXPECT_EQ(lanefold(run + "--arg buffer:float:64:random --arg buffer:float:64:out=" +
                     path("once.bin") + " --arg 4")
                .code,
            0);
  EXPECT_EQ(lanefold(run + "--arg buffer:float:file=" + path("once.bin") +
                     " --arg buffer:float:64:out=" + path("twice.bin") + " --arg 0.25")
                .code,
            0);
  EXPECT_EQ(lanefold(run + "--arg buffer:float:64:random --arg buffer:float:64:out=" +
                     path("unit.bin") + " --arg 1")
                .code,
            0);
  EXPECT_EQ(content_of(path("twice.bin")).size(), 256U);
  EXPECT_EQ(content_of(path("twice.bin")), content_of(path("unit.bin")));
}

TEST_F(Command, CompressesFilesThatEndInGz) {
  write("scale.cl", kScaleKernel);
  const std::string run = "run " + path("scale.cl") + " --global 64 --functional ";
  const std::string plain = path("plain.bin");
  const std::string packed = path("packed.bin.gz");
  for (const std::string& file : {plain, packed}) {
    EXPECT_EQ(lanefold(run + "--arg buffer:float:64:index --arg buffer:float:64:out=" + file +
                       " --arg 4 --stats " + file + ".json" + (file == packed ? ".gz" : ""))
                  .code,
              0);
  }
  EXPECT_THAT(content_of(packed), StartsWith("\x1f\x8b"));
  EXPECT_THAT(content_of(packed + ".json.gz"), StartsWith("\x1f\x8b"));
  EXPECT_LT(content_of(packed + ".json.gz").size(), content_of(plain + ".json").size() / 2);
  const std::string again = " --arg buffer:float:64:out=- --arg 1 --stats " + path("ignored");
  const std::string from_plain = lanefold(run + "--arg buffer:float:file=" + plain + again).out;
  EXPECT_THAT(from_plain, StartsWith("0\n4\n8\n"));
  EXPECT_EQ(lanefold(run + "--arg buffer:float:file=" + packed + again).out, from_plain);
}

TEST_F(Command, CompressesTextAsText) {
  write("scale.cl", kScaleKernel);
  EXPECT_EQ(lanefold("run " + path("scale.cl") + " --global 4 --functional " +
                     "--arg buffer:float:4:index --arg buffer:float:4:out=" +
                     path("result.txt.gz") + " --arg 2")
                .code,
            0);
  EXPECT_EQ(read_text(path("result.txt.gz")), "0\n2\n4\n6\n");
}

TEST_F(Command, MissesFilesThatOthersShouldHaveWritten) {
  write("empty", "");
  for (const char* name : {"empty", "absent"}) EXPECT_THROW(require_content(path(name)), Error);
  write("full", "x");
  EXPECT_NO_THROW(require_content(path("full")));
}

TEST_F(Command, RefusesBrokenCompressedFiles) {
  write("scale.cl", kScaleKernel);
  write_file(path("whole.gz"), std::string(1000, 'x'));
  const std::string whole = content_of(path("whole.gz"));
  write("cut.gz", whole.substr(0, whole.size() / 2));
  write("empty.gz", "");
  write("text.gz", "this is not compressed");
  for (const char* name : {"cut.gz", "empty.gz", "text.gz"}) {
    expect_refusal("run " + path("scale.cl") + " --functional --global 4 --arg buffer:float:file=" +
                       path(name) + " --arg buffer:float:4 --arg 1",
                   4, std::string(name) + " is not a whole gzip file");
  }
}

TEST_F(Command, RefusesToLoseOutput) {
  write("scale.cl", kScaleKernel);
  for (const char* file : {"/dev/full", "no/such/folder.bin", "no/such/folder.gz"}) {
    expect_refusal("run " + path("scale.cl") + " --functional --global 4 --arg buffer:float:4 " +
                       "--arg buffer:float:4:out=" + file + " --arg 1",
                   4, std::string(file) + " cannot be written");
  }
}

TEST_F(Command, RefusesBuffersThatTheMachineCannotHold) {
  write("scale.cl", kScaleKernel);
  expect_refusal("run " + path("scale.cl") +
                     " --functional --global 4 --set memory.bytes=1048576 " +
                     "--arg buffer:float:1000000000:random --arg buffer:float:4 --arg 1",
                 7, "does not fit into the machine's global memory");
}

TEST_F(Command, ChoosesAWorkGroupThatTheMachineCanHold) {
  write("scale.cl", kScaleKernel);
  const Finished finished =
      lanefold("run " + path("scale.cl") + " --set cores=1 --set core.warps=1 --global 64 " +
               "--set core.warp_width=8 --arg buffer:float:64 --arg buffer:float:64 --arg 1");
  EXPECT_EQ(finished.code, 0) << finished.err;
}

TEST_F(Command, RefusesArgumentsThatDoNotFitTheKernel) {
  write("scale.cl", kScaleKernel);
  const std::string run = "run " + path("scale.cl") + " --functional --global 4 ";
  const std::string buffers = "--arg buffer:float:4 --arg buffer:float:4 ";
  expect_refusal(run, 7, "kernel scale has 3 arguments, but 0 --arg are given");
  expect_refusal(run + "--kernel scal", 7, "did you mean 'scale'?");
  expect_refusal(run + buffers + "--arg int:2", 7, "wants a value of type float");
  expect_refusal(run + buffers + "--arg local:4", 7, "is not local memory");
  expect_refusal(run + buffers + "--arg buffer:int:4", 7, "is not a pointer to a buffer");
  expect_refusal(run + "--arg 1 --arg 2 --arg 3", 7, "wants a buffer");
  expect_refusal(run + buffers + "--arg x", 2, "'x' is not a value of type float");
  expect_refusal("run " + path("scale.cl"), 2, "wants --global");
  expect_refusal(run + "--local 3 " + buffers + "--arg 1", 7, "local size 3");
}

TEST_F(Command, NamesTheAccessThatIsOutOfRange) {
  write("scale.cl", kScaleKernel);
  const Finished finished =
      lanefold("run " + path("scale.cl") +
               " --functional --global 8 --arg buffer:float:8 --arg buffer:float:4 --arg 1");
  EXPECT_EQ(finished.code, 9);
  EXPECT_THAT(finished.err, HasSubstr("scale.cl:3"));
  EXPECT_THAT(finished.err, HasSubstr("work-item (4, 0, 0)"));
}

TEST_F(Command, WarnsOfAnAccessBehindABufferThatTheMachineLetsPass) {
  write("scale.cl", kScaleKernel);
  const Finished finished = lanefold("run " + path("scale.cl") +
                                     " --functional --global 8 --arg buffer:float:8 --arg "
                                     "buffer:float:4 --arg 1 --set memory.overrun_bytes=16");
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, StartsWith("lanefold: warning: kernel scale at "));
  EXPECT_THAT(finished.err, HasSubstr("work-item (4, 0, 0): store of 4 bytes"));
}

TEST_F(Command, SaysWhyAKernelWithImagesIsMissing) {
  write("blur.cl", "kernel void blur(image2d_t i) {}\nkernel void fill(global int* p) { *p = 1; }");
  const Finished finished = lanefold("run " + path("blur.cl") + " --kernel blur --global 1");
  EXPECT_NE(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("kernel blur is left out: argument 0 (i) has the type "
                                      "image2d_t, which this machine does not have"));
  EXPECT_THAT(finished.err, HasSubstr("has no kernel 'blur'; valid: fill"));
}

TEST_F(Command, GivesUpAKernelThatDoesNotEnd) {
  write("loop.cl", "__kernel void k(__global volatile int* a) { while (a[0] == 0) a[1]++; }\n");
  for (const char* mode : {"--functional", "--set cores=1"}) {
    const Finished finished =
        lanefold("run " + path("loop.cl") + " --global 1 --max-cycles 20000 " + mode +
                 " --arg buffer:int:2");
    EXPECT_EQ(finished.code, 11) << finished.err;
  }
}

TEST_F(Command, BenchMeasuresFunctionalAndTimedSpeed) {
  const Finished finished = lanefold("bench vector-add --size tiny --min-time 0.01 --set cores=1");
  EXPECT_EQ(finished.code, 0) << finished.err;
  const std::string functional = line_of(finished.out, "vector-add, functional");
  const std::string timed = line_of(finished.out, "vector-add, timed");
  // Runs, millions of warp instructions and lane instructions, cycles.
  const auto of_functional = words_of(functional.substr(std::string("vector-add, ").size()));
  const auto of_timed = words_of(timed.substr(std::string("vector-add, ").size()));
  ASSERT_EQ(of_functional.size(), 7U) << finished.out;
  ASSERT_EQ(of_timed.size(), 8U) << finished.out;
  EXPECT_EQ(of_functional.back(), "-");
  for (const auto& words : {of_functional, of_timed}) {
    EXPECT_GE(std::stoi(words[1]), 1);
    EXPECT_GT(std::stod(words[2]), 0);
    // Nearly all warps of vector-add are full: 16 lanes.
    EXPECT_NEAR(std::stod(words[4]) / std::stod(words[2]), 16, 4);
  }
  EXPECT_GT(std::stod(of_timed[6]), 0);
}

}  // namespace
}  // namespace lanefold
