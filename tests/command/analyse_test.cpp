// SPDX-License-Identifier: Apache-2.0
// `lanefold analyse`, `audit-uniform` and `run --check-uniform` as their users call them.
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
};

TEST_F(AnalyseCommand, ListsInstructionsWithTheirLinesAndChains) {
  const Finished listed = lanefold("analyse vector-add");
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.out, HasSubstr("kernel vector_add, groups of 64x1x1 on warps of 16 lanes\n"));
  EXPECT_THAT(listed.out, HasSubstr("vector_add.cl:6\n"));
  EXPECT_THAT(listed.out, HasSubstr("csrrs a1, 0xcc6, zero           affine 1\n"));
  EXPECT_THAT(listed.out, HasSubstr("fadd.s fa5, fa5, fa4            divergent     0x1002c load"));
  EXPECT_THAT(lanefold("analyse vector-add --summary").out, Not(HasSubstr("fadd.s")));
  EXPECT_THAT(lanefold("analyse vector-add --set core.warp_width=32").out,
              HasSubstr("warps of 32 lanes"));
}

TEST_F(AnalyseCommand, KnowsTheGroupsOfOnesOwnKernels) {
  const std::string file = kernel_file();
  const Finished both = lanefold("analyse --summary " + file);
  EXPECT_THAT(both.out, HasSubstr("one     64x1x1"));
  EXPECT_THAT(both.out, HasSubstr("two      4x4x1"));
  const Finished one = lanefold("analyse --json --kernel one --local 1,32 " + file);
  const Json root = Json::parse(one.out);
  EXPECT_EQ(root["schema"], "lanefold.analysis/1");
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
  EXPECT_EQ(root["schema"], "lanefold.audit/1");
  EXPECT_EQ(root["executed"], 101280);
  std::uint64_t missed = 0;
  for (const auto& [rule, count] : root["missed"].items()) missed += count.get<std::uint64_t>();
  EXPECT_EQ(root["uniform"].get<std::uint64_t>(),
            root["known"].get<std::uint64_t>() + root["affine"].get<std::uint64_t>() + missed);
  EXPECT_EQ(root["origins"][0]["rule"], "load");
  EXPECT_THAT(lanefold("audit-uniform bfs --size tiny").out, HasSubstr("known to be"));
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
