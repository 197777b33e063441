// SPDX-License-Identifier: Apache-2.0
// load_snoop: its types, and calls that the compiler refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "lanefold/compiler.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(LoadSnoop, LoadsEachOfItsTypes) {
  const auto program = compile_program(R"(
      __kernel void k(__global uint* out, __global const uint* in) {
        uchar byte;
        int number;
        uint word;
        float real;
        int hits = load_snoop((__global const uchar*)in + 1, &byte);
        hits += load_snoop((__global const int*)in, &number);
        hits += load_snoop(in, &word);
        hits += load_snoop((__global const float*)in, &real);
        out[0] = hits;
        out[1] = byte;
        out[2] = number / 2;
        out[3] = word / 2;
        out[4] = (uint)(real * -2.0f);
      })");
  Job job;
  job.range = range_1d(1, 1);
  job.out_words = 5;
  job.inputs = {{0xc0a0'f000}};
  const std::int32_t number = static_cast<std::int32_t>(0xc0a0'f000);
  expect_everywhere(*program, job,
                    {4, 0xf0, static_cast<std::uint32_t>(number / 2), 0xc0a0'f000 / 2, 10});
}

TEST(LoadSnoop, SeesTheWorkItemsOwnStores) {
  const auto program = compile_program(R"(
      __kernel void k(__global uint* out) {
        uint value;
        out[0] = 41;
        if (load_snoop(out, &value)) out[0] = value + 1;
      })");
  Job job;
  job.range = range_1d(1, 1);
  job.out_words = 1;
  expect_everywhere(*program, job, {42});
}

TEST(LoadSnoop, SaysInOneSentenceWhichTypesItHas) {
  const std::string source =
      "__kernel void k(__global uint* g, __local uint* l) {\n"
      "  uchar byte;\n"
      "  load_snoop(g, &byte);\n"
      "  load_snoop(l, &byte); load_snoop(g);\n"
      "  g[0] = absent;\n"
      "}\n";
  const std::string sentence =
      " error: load_snoop takes a __global pointer and a pointer to a private variable of the same "
      "type, which is uchar, int, uint or float";
  const std::string messages = error_of([&] { compile_opencl(source, "k.cl"); }).what();
  std::vector<std::string> errors;
  for (const std::string& line : split(messages, '\n')) {
    if (line.find(" error: ") != std::string::npos) errors.push_back(line);
  }
  EXPECT_THAT(errors,
              ElementsAre("k.cl:3:3:" + sentence, "k.cl:4:3:" + sentence, "k.cl:4:25:" + sentence,
                          "k.cl:5:10: error: use of undeclared identifier 'absent'"));
  EXPECT_THAT(messages, StartsWith("k.cl does not compile:\n" + errors.front() + "\n"));
  EXPECT_THAT(messages, HasSubstr("  load_snoop(g, &byte);\n")) << "clang shows the call";
  EXPECT_THAT(messages, Not(HasSubstr("note:")));
  EXPECT_THAT(messages, Not(HasSubstr("<load_snoop>")));
}

TEST(LoadSnoop, LeavesOtherMessagesAsClangWritesThem) {
  const Error error = error_of([] {
    compile_opencl("float load_snoop(const __global int* address, int* value) { return 0; }\n",
                   "k.cl");
  });
  EXPECT_THAT(error.what(), HasSubstr("k.cl:1:7: error: "));
  EXPECT_THAT(error.what(), HasSubstr("<load_snoop>:2:35: note: previous declaration is here"));
}

TEST(LoadSnoop, RefusesOtherMemoriesAndTypes) {
  for (const char* call : {"load_snoop(l, &word)", "load_snoop(c, &word)", "load_snoop(p, &word)",
                           "load_snoop(g, &byte)", "load_snoop(g)",
                           "load_snoop((__global const ulong*)g, &wide)", "load_snoop(g, g)"}) {
    const std::string source = std::string(
                                   "__kernel void k(__global uint* g, __local uint* l, __constant "
                                   "uint* c) { uint word; uchar byte; ulong wide; uint p[2]; ") +
                               call + "; }";
    const Error error = error_of([&] { compile_opencl(source, "k.cl"); });
    EXPECT_EQ(error.kind(), ErrorKind::Compiler) << call;
    EXPECT_THAT(error.what(), HasSubstr("load_snoop")) << call;
  }
}

}  // namespace
}  // namespace lanefold
