// SPDX-License-Identifier: Apache-2.0
// Tests of the command `lanefold` as its users meet it: help, refusals, lists, masks.
#include "tests/support/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lanefold/config.h"
#include "lanefold/statistics_report.h"
#include "lanefold/version.h"
#include "tests/command/command_output.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST_F(Command, ListsBlocksByTheNamesOfThePapers) {
  const std::string list = lanefold("list blocks").out;
  for (const auto& [word, module, sockets, rtl] : std::vector<std::array<const char*, 4>>{
           {"decode", "decode", "fetched, decoded", ""},
           {"mask computation", "execution_mask", "decoded, masked", "exec_mask"},
           {"SCC swizzle control", "compaction_control", "issued, scheduled", "scc_control"},
           {"quad swizzle crossbar", "swizzle_crossbar", "operands, scalar, control, em, fpu",
            "swizzle_crossbar"},
           {"register-file banks", "register_banks", "scheduled, write_port, operands", ""},
           {"MDT", "memory_divergence_table", "requests", "mdt"},
           {"MCB", "miss_completion_buffer", "requests", ""},
           {"slip controller", "slip_controller", "requests", "slip_controller"},
           {"warp-slice table", "warp_slice_table", "requests", "warp_slice_table"},
           {"ASU", "adaptation_state_unit", "requests", "asu"},
           {"warp slices", "warp_slices", "adaptation, changes", ""},
           {"L1", "l1", "up, down, probes", ""},
           {"L3", "l3", "up, down", ""},
       }) {
    const std::string line = line_of(list, word + std::string("  "));
    EXPECT_THAT(line, AllOf(HasSubstr(module), HasSubstr(sockets), HasSubstr(rtl))) << word;
    const bool twinned = *rtl != '\0';
    EXPECT_EQ(twinned, std::ifstream("rtl/" + std::string(rtl) + ".sv").is_open()) << rtl;
  }
}

TEST_F(Command, ListsEdges) {
  const std::string list = lanefold("list edges").out;
  EXPECT_THAT(line_of(list, "scoreboard.ready "),
              AllOf(HasSubstr("arbiter.ready, "), HasSubstr("WarpInstruction, carries delays")));
  EXPECT_THAT(line_of(list, "fetch.decode "), HasSubstr("within the cycle"));
}

TEST_F(Command, SaysItsVersions) {
  const std::string out = lanefold("--version").out;
  EXPECT_THAT(out,
              StartsWith(std::string("lanefold ") + kVersion + " (statistics " + kStatisticsSchema +
                         ", configuration " + kConfigurationVersion + ")\n"));
  EXPECT_THAT(out, ContainsRegex("\n(commit [0-9a-f]{12}|no commit), (GCC|Clang) [0-9.]+, SystemC "
                                 "[0-9.]+, (Verilator [0-9.]+|no RTL)\n$"));
}

TEST_F(Command, SaysWhichPartsAreHere) {
  const Finished finished = lanefold("doctor");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, AllOf(StartsWith(lanefold("--version").out),
                                  ContainsRegex("\nclang-19 +/.*/clang-19 +compiles OpenCL C"),
                                  ContainsRegex("\nOpenCL driver \\(exec\\): /.*lanefold_icd"),
                                  HasSubstr("\nother OpenCL platforms (--against): /"),
                                  ContainsRegex("\nRTL .*: (Verilator [0-9.]+|no RTL)\n")));
  command = "/usr/bin/env";
  const Finished elsewhere = lanefold("LANEFOLD_ICD=/no/driver.so '" LANEFOLD_COMMAND "' doctor");
  EXPECT_THAT(elsewhere.out, HasSubstr("\nOpenCL driver (exec): there is no file /no/driver.so"));
  const Finished without =
      lanefold("LANEFOLD_CLANG=/no/clang-19 PATH=/no '" LANEFOLD_COMMAND "' doctor");
  EXPECT_EQ(without.code, 5);
  EXPECT_THAT(without.out, HasSubstr("\nto install the rest: apt-get install clang-19 lld-19"));
  EXPECT_THAT(without.err, HasSubstr("kernels cannot be compiled: install clang-19"));
}

TEST_F(Command, ListsAsJson) {
  for (const char* what : {"workloads", "showcase", "machines", "parameters", "blocks", "edges"}) {
    const Finished finished = lanefold(std::string("list --json ") + what);
    const nlohmann::json list = nlohmann::json::parse(finished.out).at(what);
    EXPECT_EQ(list.size(), split(lanefold(std::string("list ") + what).out, '\n').size() - 1);
    EXPECT_TRUE(list[0].contains("description") || list[0].contains("module") ||
                list[0].contains("payload"));
  }
}

TEST_F(Command, WritesAMachineFileToStartFrom) {
  const std::string file = path("mine.toml");
  ASSERT_EQ(lanefold("config new '" + file + "' -m mv5-wpu -s core.warps=3").code, 0);
  EXPECT_THAT(content_of(file), AllOf(HasSubstr("\nbase = \"mv5-wpu\"\n"),
                                      HasSubstr("\nwarps = 3\n"), HasSubstr("\n#warp_width = ")));
  const auto printed = [this](const std::string& words) {
    return lanefold("run --print-config " + words).out;
  };
  EXPECT_EQ(printed("-m '" + file + "'"), printed("-m mv5-wpu -s core.warps=3 -s name=mine"));
  ASSERT_EQ(lanefold("config new '" + path("next.toml") + "' -m '" + file + "'").code, 0);
  EXPECT_THAT(content_of(path("next.toml")), HasSubstr("\nbase = \"mine.toml\"\n"));
  EXPECT_EQ(lanefold("config new - --complete").out, printed(""));
  expect_refusal("config new '" + file + "'", 4, "mine.toml cannot be written: File exists");
  expect_refusal("config new '" + path("mine.json") + "'", 2,
                 "the name of a machine file ends in .toml");
  write("part.toml", "cores = 2\n");
  expect_refusal("run bfs -m '" + path("part.toml") + "'", 3, "part.toml: not a whole machine: ");
}

TEST_F(Command, HelpHasExamplesForEveryVerb) {
  for (const char* verb :
       {"", "run", "exec", "compare", "mask", "list", "cost", "bench", "demo", "sweep", "study"}) {
    const Finished finished = lanefold(std::string(verb) + " --help");
    EXPECT_EQ(finished.code, 0);
    EXPECT_THAT(finished.out, HasSubstr("Examples:\n  lanefold "));
    EXPECT_THAT(finished.err, IsEmpty());
  }
}

TEST_F(Command, HelpDocumentsTheExitCodes) {
  EXPECT_THAT(lanefold("--help").out, HasSubstr("\n   9  a misaligned or out-of-range"));
}

TEST_F(Command, RejectsUnknownCommandsAndOptions) {
  expect_refusal("", 2,
                 "a command is missing; valid: run, exec, replay, compare, report, trace, bril");
  expect_refusal("rnu", 2, "there is no command 'rnu'; did you mean 'run'?");
  expect_refusal("run bfs --vary x=1", 2, "there is no option '--vary'; lanefold compare has it");
  expect_refusal("run --staats x", 2, "there is no option '--staats'; did you mean '--stats'?");
  expect_refusal("run bfs more", 2, "'more' is one word too many (see");
  for (const char* words : {"bfs --profile lines", "--profile functions bfs"}) {
    expect_refusal(std::string("run ") + words, 2, "shows stands behind =, as in --profile=lines");
  }
  expect_refusal("run bfs --seed 1 --seed 2", 2, "--seed is given 2 times; give it once (see");
  expect_refusal("run bfs --seed", 2, "--seed wants a value (see");
  expect_refusal("run bfs --size big", 2, "'big' is not known; valid: tiny, default, paper");
  expect_refusal("run bfs --seed=-1", 2, "'-1' is not a whole number");
  expect_refusal(
      "run bfs --seed 18446744073709551616", 2,
      "--seed: '18446744073709551616' is too large: numbers end at 18446744073709551615");
  expect_refusal("run bfs --param speed", 2, "a parameter is name=value");
  expect_refusal("list things", 2, "'things' is not known");
  expect_refusal("compare bfs", 2, "--vary");
  expect_refusal("compare bfs --vary core.warps", 2, "wants key=value,value");
  expect_refusal("compare bfs -m ivb-eu --vary machine=mv5-wpu", 2, "both say what runs");
  expect_refusal("compare bfs --vary cores=1,2,1", 2, "--vary names cores=1 twice");
  expect_refusal("compare bfs --set cores=3 --vary cores=1,2", 2, "both say what it is");
  expect_refusal("run bfs --stats ''", 2, "--stats: the value is empty");
  expect_refusal("run a.cl --against ''", 2, "--against: the value is empty");
  expect_refusal("exec --warm none -- true", 2, "--warm requires --timed");
  expect_refusal("mask 0xFFFFF", 2, "mask");
  expect_refusal("run", 2, "a program is missing");
}

TEST_F(Command, RefusesUnknownWorkloadsWithTheNearestName) {
  expect_refusal("run mandlebrot", 2,
                 "there is no workload 'mandlebrot'; did you mean 'mandelbrot'?");
  expect_refusal("bench mandlebrot", 2, "did you mean 'mandelbrot'?");
}

TEST_F(Command, RefusesInstructionSetsThatContradictEachOther) {
  const std::string binary = "tests/eu/exchange.bin";
  expect_refusal("run bfs --isa gen8 --set core.isa=riscv", 2, "contradict each other");
  expect_refusal("run " + binary + " --isa gen8 --simd 8", 2,
                 "exchange.bin has been compiled, and has its width");
  expect_refusal("exec --simd 8 -- true", 2, "--simd is for core.isa=gen8");
  expect_refusal("exec --isa gen8 --set core.on_miss=slip -- true", 3,
                 "core.isa=gen8 cannot be timed with core.on_miss=slip");
  expect_refusal("compare bfs --isa gen8 --set core.isa=riscv --vary core.warps=1,2", 2,
                 "contradict each other");
  expect_refusal("compare bfs --isa gen8 --vary simd=8,16", 2, "compared by a sweep");
  expect_refusal("run " + binary + " --isa gen8 --check-uniform --global 64 --arg buffer:int:64", 3,
                 "checked with core.isa=riscv only");
  std::ofstream(path("not.bin")) << "ELF";
  expect_refusal("run " + path("not.bin") + " --isa gen8", 6,
                 "not.bin is not code of Gen8 as ocloc writes it");
}

TEST_F(Command, RefusesImpossibleMachines) {
  expect_refusal("run bfs --machine ivb-ue", 3, "did you mean 'ivb-eu'?");
  expect_refusal("run bfs --set core.warps=99", 3,
                 "core.warps is 99, out of range; valid: 1 to 64");
  expect_refusal("run bfs --set core.alu_width=3", 3, "must be a power of two");
  expect_refusal("run bfs --set core.slip=3", 3,
                 "--set core.slip=3: core.slip is a section of parameters, not a value; choose");
  expect_refusal("run bfs --set l1.perfect=true", 3, "add --set l1.enabled=true");
  expect_refusal("compare bfs --vary l2.latency=3,9", 3, "while l2.enabled is false");
  write("m.toml", "[core]\nwarp = 3\n");
  expect_refusal(
      "run bfs --machine " + path("m.toml"), 3,
      "m.toml:2: 'core.warp' is not a parameter of a machine; did you mean 'core.warps'?");
  expect_refusal("compare bfs --vary core.compaction=scc,bccc", 3, "did you mean 'bcc'?");
}

TEST_F(Command, RefusesFilesThatCannotBeUsed) {
  expect_refusal("run no/such.cl", 4, "no/such.cl cannot be read: No such file or directory");
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

/// A line of a list whatever the widths of its columns.
std::string without_columns(const std::string& line) {
  std::string text;
  for (const char c : line) {
    if (c != ' ' || text.empty() || text.back() != ' ') text += c;
  }
  return text;
}

TEST_F(Command, ListsNamesFirst) {
  const std::vector<std::string> lines = split(lanefold("list workloads").out, '\n');
  ASSERT_EQ(lines.size(), workloads().size() + 1);
  for (std::size_t i = 0; i < workloads().size(); ++i) {
    EXPECT_THAT(lines[i], StartsWith(workloads()[i]->name() + " "));
  }
  const std::vector<std::string> shown = split(lanefold("list showcase").out, '\n');
  EXPECT_EQ(shown.size(), showcase().size() + 1);
  std::vector<std::string> unaligned;
  unaligned.reserve(lines.size());
  for (const std::string& line : lines) unaligned.push_back(without_columns(line));
  for (const std::string& line : shown) {
    EXPECT_THAT(unaligned, Contains(without_columns(line)));
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

}  // namespace
}  // namespace lanefold
