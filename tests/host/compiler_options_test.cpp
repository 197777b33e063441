// SPDX-License-Identifier: Apache-2.0
// The options of a build, clause 5.6.4 of OpenCL 1.2.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "decisions/program/program_image.h"
#include "tests/host/compiler_fixture.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(Compiler, AcceptsTheBuildOptionsOfOpenCl) {
  const std::string source = "kernel void k(global float* p) { p[0] = p[1] / p[2] + VALUE; }";
  for (const char* option :
       {"-cl-std=CL1.1", "-cl-mad-enable", "-cl-fast-relaxed-math", "-cl-opt-disable",
        "-cl-single-precision-constant", "-cl-denorms-are-zero", "-w", "-Werror", "-g", ""}) {
    CompileOptions options;
    options.user_options = {option, "-DVALUE=1"};
    EXPECT_NO_THROW(compile_opencl(source, "mine.cl", options)) << option;
  }
  CompileOptions strict;
  strict.user_options = {"-Werror"};
  EXPECT_THAT(failure("kernel void k(global int* p) { p[0]; }", strict), HasSubstr("-Werror"));
}

TEST_F(Compiler, LeavesCodeAsItIsWrittenWhenAsked) {
  const std::string source = R"cl(
    kernel void k(global int* p) {
      int sum = 0;
      for (int i = 0; i < 4; ++i) sum += 25;
      p[0] = sum;
    })cl";
  const auto instructions = [&](std::vector<std::string> user_options) {
    CompileOptions options;
    options.user_options = std::move(user_options);
    return load_program(compile_opencl(source, "mine.cl", options).elf, "k")->image().code.size();
  };
  EXPECT_LT(instructions({}), 12U) << "a constant, stored";
  EXPECT_GT(instructions({"-cl-opt-disable"}), 20U) << "a loop with its variables in memory";
}

/// Jumps that leave where they came from.
std::size_t calls_of(const std::vector<Instruction>& code) {
  return std::count_if(code.begin(), code.end(), [](const Instruction& one) {
    const bool jumps =
        one.kind == InstructionClass::Jump || one.kind == InstructionClass::JumpRegister;
    return jumps && one.writes_register();
  });
}

TEST_F(Compiler, InlinesCallsWhenAsked) {
  const std::string source = R"cl(
    kernel void k(global ulong* p, ulong d) { p[0] = p[1] / d + p[2] % d; })cl";
  const auto calls = [&](std::vector<std::string> user_options) {
    CompileOptions options;
    options.user_options = std::move(user_options);
    return calls_of(
        load_program(compile_opencl(source, "mine.cl", options).elf, "k")->image().code);
  };
  const std::size_t of_stub = calls({"-cl-lanefold-inline"});
  EXPECT_EQ(of_stub, 1U) << "the kernel";
  EXPECT_GE(calls({}), of_stub + 2) << "with those of the divisions";
  EXPECT_EQ(calls({"-cl-lanefold-inline"}), of_stub) << "from the cache, in which both are";
}

TEST_F(Compiler, RefusesOtherSwitchesOfClang) {
  for (const char* option : {"-fplugin=x.so", "-o", "x.cl", "-cl-std=CL4.0", "-cl-std=C++", "-D",
                             "-D1=2", "-D=", "-cl-uniform-work-group-size", "-cl-no-subgroup-ifp",
                             "-cl-nv-", "-Ofast", "-mllvm"}) {
    CompileOptions options;
    options.user_options = {option};
    EXPECT_THROW(check_build_options(options), Error) << option;
    EXPECT_THAT(failure("kernel void k() {}", options), HasSubstr("build option '"));
  }
}

TEST_F(Compiler, NotesOptionsOfOtherImplementations) {
  CompileOptions options;
  options.user_options = {"-cl-nv-verbose",
                          "-cl-nv-maxrregcount=32",
                          "-cl-nv-opt-level",
                          "3",
                          "-cl-intel-greater-than-4GB-buffer-required",
                          "-O3",
                          "-cl-kernel-arg-info"};
  EXPECT_NO_THROW(check_build_options(options));
  EXPECT_EQ(compile_opencl("kernel void k() {}", "mine.cl", options).log,
            "build option '-cl-nv-verbose' has no effect here\n"
            "build option '-cl-nv-maxrregcount=32' has no effect here\n"
            "build option '-cl-nv-opt-level' has no effect here\n"
            "build option '-cl-intel-greater-than-4GB-buffer-required' has no effect here\n"
            "build option '-O3' has no effect here\n");
}

TEST_F(Compiler, TakesDefinitionsInEveryForm) {
  const fs::path folder = folder_ / "my folder";
  fs::create_directories(folder);
  std::ofstream(folder / "h.h") << "#define FROM_FOLDER 1\n";
  const std::string text =
      "-D A -DB -D C=3 -DD=4 -DE= -D\"F=(1 + 5)\" -D 'G(x)=x+7' -DH=\\\"h\\\" "
      "-I \"" +
      folder.string() + "\"";
  CompileOptions options;
  options.user_options = split_build_options(text);
  EXPECT_EQ(
      failure("#include \"h.h\"\n"
              "#if A != 1 || B != 1 || C != 3 || D != 4 || E + 0 != 0 || F != 6 || G(0) != 7\n"
              "#error a definition is wrong\n#endif\n"
              "constant char text[] = H;\n"
              "kernel void k(global int* p) { p[0] = text[0] + FROM_FOLDER; }",
              options),
      "compiled");
}

TEST_F(Compiler, SplitsOptionTextAtSpacesOutsideOfQuotes) {
  EXPECT_THAT(split_build_options("  -DA=1 -D 'B=2 3'  -I\"my folder\" \"\""),
              ElementsAre("-DA=1", "-D", "B=2 3", "-Imy folder", ""));
  EXPECT_THAT(split_build_options(R"(-DA=\"x\" -D\ B "-DC=\"y z\"" '-DD=\' -IC:\a\\b \)"),
              ElementsAre("-DA=\"x\"", "-D B", "-DC=\"y z\"", "-DD=\\", "-IC:\\a\\b", "\\"));
  EXPECT_THAT(split_build_options(""), ElementsAre());
}

}  // namespace
}  // namespace lanefold
