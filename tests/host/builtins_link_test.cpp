// SPDX-License-Identifier: Apache-2.0
// Every built-in function of OpenCL C 1.2 exists, for every type and vector width that the standard
// gives it.
#include <gtest/gtest.h>

#include "lanefold/compiler.h"
#include "lanefold/error.h"
#include "tests/support/builtin_calls.h"

namespace lanefold {
namespace {

constexpr const char* kPointers = "global char* m, global char* g, local char* l, constant char* c";

void expect_links(const std::string& body, const std::string& parameters = kPointers,
                  const std::string& start = "") {
  CompileOptions options;
  options.user_options = {"-cl-opt-disable", "-w"};
  const std::string source = start + "kernel void k(" + parameters +
                             ") {\n"
                             "  private char memory[1024]; private char* p = memory;\n" +
                             body + "}\n";
  EXPECT_NO_THROW({
    try {
      compile_opencl(source, "all.cl", options);
    } catch (const Error& error) {
      ADD_FAILURE() << std::string(error.what()).substr(0, 4000);
    }
  });
}

TEST(Builtins, DeepExistForEveryFloatWidth) { expect_links(float_calls()); }
TEST(Builtins, DeepExistForEveryDoubleWidth) { expect_links(double_calls()); }
TEST(Builtins, DeepExistForEveryHalfWidth) {
  expect_links(half_calls(), kPointers, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
}
TEST(Builtins, DeepExistForEveryIntegerTypeAndWidth) { expect_links(integer_calls()); }
TEST(Builtins, DeepConvertBetweenAllTypes) { expect_links(conversion_calls()); }
TEST(Builtins, DeepLoadStoreAndShuffleVectors) { expect_links(vector_data_calls()); }
TEST(Builtins, SynchroniseCopyAndCount) { expect_links(synchronisation_calls()); }

TEST(Builtins, DeepReadWriteAndAskImages) {
  expect_links(image_calls(), std::string(kPointers) + ", " + image_parameters(),
               "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
}

TEST(Builtins, LeaveUnknownFunctionsUndefined) {
  EXPECT_THROW(compile_opencl("int nothing(int); kernel void k(global int* p) { nothing(p[0]); }",
                              "mine.cl"),
               Error);
}

}  // namespace
}  // namespace lanefold
