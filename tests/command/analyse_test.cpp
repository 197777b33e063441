// SPDX-License-Identifier: Apache-2.0
// `lanefold analyse`, `audit-uniform` and `run --check-uniform` as their users call them.
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class AnalyseCommand : public Command {
 protected:
  std::string kernel_file() const {
    const std::string file = path("two.cl");
    std::ofstream(file) << "__kernel void one(__global int* out) {\n"
                           "  out[get_global_id(1)] = 1;\n"
                           "}\n"
                           "__kernel __attribute__((reqd_work_group_size(4, 4, 1)))\n"
                           "void two(__global int* out) { out[get_local_id(0)] = 2; }\n";
    return file;
  }

  /// Seconds of a processor that a call takes.
  double seconds_of(const std::string& arguments) const {
    const double before = children_seconds();
    EXPECT_EQ(lanefold(arguments).code, 0) << arguments;
    return children_seconds() - before;
  }

 private:
  static double children_seconds() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  }
};

TEST_F(AnalyseCommand, ListsInstructionsWithTheirLinesAndChains) {
  const Finished listed = lanefold("analyse vector-add");
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.out, HasSubstr("kernel vector_add, groups of 64x1x1 on warps of 16 lanes\n"));
  EXPECT_THAT(listed.out, HasSubstr("lanes\n(no line)\n  0x10000  csrrs sp"));
  EXPECT_THAT(listed.out, HasSubstr("vector_add.cl:6\n"));
  EXPECT_THAT(listed.out, HasSubstr("csrrs a1, 0xcc6, zero           affine 1\n"));
  EXPECT_THAT(listed.out, HasSubstr("fadd.s fa5, fa5, fa4            divergent     0x1002c load"));
  EXPECT_THAT(lanefold("analyse vector-add --summary").out, Not(HasSubstr("fadd.s")));
  EXPECT_THAT(lanefold("analyse vector-add --set core.warp_width=32").out,
              HasSubstr("warps of 32 lanes"));
}

TEST_F(AnalyseCommand, ListsInstructionsOfNoLineUnderAHeadingOfTheirOwn) {
  write("none.cl",
        "__kernel void k(__global int* out, int n) {\n"
        "  out[0] = n;\n"
        "#line 0\n"
        "  out[1] = n * n;\n"
        "#line 8\n"
        "  out[2] = n;\n"
        "}\n");
  const Finished listed = lanefold("analyse " + path("none.cl"));
  const std::size_t product = listed.out.find("  mul ");
  ASSERT_NE(product, std::string::npos) << listed.out;
  const std::size_t heading = listed.out.rfind("\n(no line)\n", product);
  ASSERT_NE(heading, std::string::npos) << listed.out;
  EXPECT_GT(heading, listed.out.rfind("none.cl:", product)) << listed.out;
}

TEST_F(AnalyseCommand, ListsLargeKernelsInTimeNearLinear) {
  std::string source =
      "__kernel void k(__global int* out, __global int* in, int n) {\n"
      "  int a = in[get_global_id(0)];\n";
  for (int i = 0; i < 600; ++i) {
    source += "  a += in[a + " + std::to_string(i) + "];\n  out[a] = n * a;\n";
  }
  write("large.cl", source + "}\n");
  const std::string call = "analyse " + path("large.cl");
  lanefold(call + " --summary");  // compiles
  // Each instruction has a line to look up and a chain to find; the summary has neither.
  EXPECT_LT(seconds_of(call), 4 * seconds_of(call + " --summary"));
}

TEST_F(AnalyseCommand, KnowsTheGroupsOfOnesOwnKernels) {
  const std::string file = kernel_file();
  const Finished both = lanefold("analyse --summary " + file);
  EXPECT_THAT(both.out, HasSubstr("one     64x1x1"));
  EXPECT_THAT(both.out, HasSubstr("two      4x4x1"));
  const Finished one = lanefold("analyse --json --kernel one --local 1,32 " + file);
  const Json root = Json::parse(one.out);
  EXPECT_EQ(root["schema"], "lanefold.analysis/2");
  ASSERT_EQ(root["kernels"].size(), 1U);
  EXPECT_EQ(root["kernels"][0]["local"], Json({1, 32, 1}));
  bool found = false;
  for (const Json& instruction : root["kernels"][0]["instructions"]) {
    if (instruction["text"].get<std::string>().find("0xcc7") == std::string::npos) continue;
    EXPECT_EQ(instruction["value"], "affine 1");
    found = true;
  }
  EXPECT_TRUE(found);
}

/// exchange.bin is what Intel's compiler makes of tests/eu/exchange.cl: nothing runs.
TEST_F(AnalyseCommand, ListsWhichChannelsInstructionsOfGen8AreFor) {
  const std::string program = "tests/eu/exchange.bin --isa gen8";
  const Finished listed = lanefold("analyse " + program);
  EXPECT_EQ(listed.code, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("kernel exchange, SIMD"));
  EXPECT_THAT(listed.out, HasSubstr("0x10010  1|M0      all                 (W) or (1|M0) cr0.0"));
  EXPECT_THAT(lanefold("analyse --summary " + program).out, Not(HasSubstr("M0")));
  const Json root = Json::parse(lanefold("analyse --json " + program).out);
  EXPECT_EQ(root["schema"], "lanefold.listing/1");
  std::uint32_t pc = 0x10000;
  for (const Json& instruction : root["kernels"][0]["instructions"]) {
    EXPECT_GE(instruction["pc"], pc);
    pc = instruction["pc"];
    const bool unmasked = instruction["text"].get<std::string>().substr(0, 2) == "(W";
    EXPECT_EQ(instruction["mask"] == "all" || instruction["mask"] == "predicate", unmasked);
    EXPECT_FALSE(instruction.contains("executions"));
  }
  expect_refusal("analyse --local 8 " + program, 2, "--local is for core.isa=riscv");
  expect_refusal("analyse --kernel exchagne " + program, 7,
                 "has no kernel 'exchagne'; did you mean 'exchange'");
  expect_refusal("audit-uniform vector-add --isa gen8", 2, "known of core.isa=riscv only");
}

TEST_F(AnalyseCommand, RejectsUnknownKernelsAndFiles) {
  expect_refusal("analyse", 2, "a program is missing: a workload of `lanefold list workloads`");
  expect_refusal("analyse vector-add --json --summary", 2, "excludes");
  expect_refusal("analyse --local 8 --kernel two " + kernel_file(), 7,
                 "its reqd_work_group_size is 4x4x1");
  expect_refusal("analyse no-such", 2, "there is no workload 'no-such'");
  expect_refusal("analyse vector-add --kernel vector", 7,
                 "vector-add has no kernel 'vector'; valid: vector_add");
  expect_refusal("analyse vector-add --local 8", 2,
                 "the workload vector-add has groups of its own");
  expect_refusal("analyse --local 0 " + kernel_file(), 2, "--local 0");
  expect_refusal("run vector-add --size tiny --check-uniform --rtl all", 2,
                 "leave out --rtl and --trace");
}

TEST_F(AnalyseCommand, AuditsExecutedKernels) {
  const Json root = Json::parse(lanefold("audit-uniform bfs --size tiny --json").out);
  EXPECT_EQ(root["schema"], "lanefold.audit/2");
  EXPECT_EQ(root["executed"], 101280);
  std::uint64_t missed = 0;
  for (const auto& [rule, count] : root["missed"].items()) missed += count.get<std::uint64_t>();
  EXPECT_EQ(root["uniform"].get<std::uint64_t>(),
            root["known"].get<std::uint64_t>() + root["affine"].get<std::uint64_t>() + missed);
  EXPECT_EQ(root["origins"][0]["rule"], "load");
  EXPECT_THAT(lanefold("audit-uniform bfs --size tiny").out, HasSubstr("known to be"));
  EXPECT_LE(root["known"].get<std::uint64_t>(), root["at_most"].get<std::uint64_t>());
  EXPECT_LE(root["at_most"].get<std::uint64_t>(), root["uniform"].get<std::uint64_t>());
  EXPECT_LE(root["missed_at_most"]["load"].get<std::uint64_t>(),
            root["missed"]["load"].get<std::uint64_t>());
}

TEST_F(AnalyseCommand, HoldsARunAgainstTheAnalysis) {
  for (const char* how : {"", " --functional", " --set core.on_miss=slip"}) {
    const std::string call = std::string("run bfs --size tiny --check-uniform") + how;
    const Finished run = lanefold(call);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("values compared over the lanes, all as analysed")) << how;
  }
}

}  // namespace
}  // namespace lanefold
