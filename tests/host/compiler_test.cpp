// SPDX-License-Identifier: Apache-2.0
// The OpenCL C compiler driver: what comes out, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>

#include "compiler/source_scan.h"
#include "decisions/program/program_image.h"
#include "lanefold/memory_map.h"
#include "tests/host/compiler_fixture.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(Compiler, ListsEveryArgumentKindWithSizeAndOffset) {
  const auto table = kernels_of(R"cl(
    typedef struct { float x; } One;
    typedef struct __attribute__((packed)) { char c; int i; } Packed;
    typedef union { int i; float4 f; } Both;
    typedef enum { A, B } Choice;
    kernel void k(global const float* restrict g, constant int* c, local float4* l, uchar b, One o,
                  Packed p, Both u, Choice e, float3 v, long w, global void* any) {})cl");
  ASSERT_EQ(table.size(), 1U);
  const KernelInfo& kernel = table[0];
  EXPECT_EQ(kernel.name, "k");
  EXPECT_EQ(kernel.entry_symbol, "__lanefold_entry_k");
  EXPECT_THAT(kernel.required_work_group_size, ElementsAre(0, 0, 0));
  struct Row {
    const char* name;
    const char* type;
    ArgumentKind kind;
    unsigned size;
    unsigned offset;
  };
  const Row rows[] = {
      {"g", "float*", ArgumentKind::Global, 4, 0},  {"c", "int*", ArgumentKind::Constant, 4, 4},
      {"l", "float4*", ArgumentKind::Local, 4, 8},  {"b", "uchar", ArgumentKind::Value, 1, 12},
      {"o", "One", ArgumentKind::Value, 4, 16},     {"p", "Packed", ArgumentKind::Value, 5, 20},
      {"u", "Both", ArgumentKind::Value, 16, 32},   {"e", "Choice", ArgumentKind::Value, 4, 48},
      {"v", "float3", ArgumentKind::Value, 16, 64}, {"w", "long", ArgumentKind::Value, 8, 80},
      {"any", "void*", ArgumentKind::Global, 4, 88}};
  ASSERT_EQ(kernel.arguments.size(), std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const KernelArgument& argument = kernel.arguments[i];
    EXPECT_EQ(argument.name, rows[i].name);
    EXPECT_EQ(argument.type_name, rows[i].type);
    EXPECT_EQ(argument.kind, rows[i].kind) << argument.name;
    EXPECT_EQ(argument.size, rows[i].size) << argument.name;
    EXPECT_EQ(argument.offset, rows[i].offset) << argument.name;
  }
  EXPECT_EQ(kernel.arguments[0].access, "restrict const");
  EXPECT_EQ(kernel.argument_bytes, 96U);
}

TEST_F(Compiler, ReadsRequiredWorkGroupSizesOfSeveralKernels) {
  const auto table = kernels_of(
      "kernel __attribute__((reqd_work_group_size(8, 4, 2))) void first() {}\n"
      "void helper(global int* p) { *p = 1; }\n"
      "kernel void second(global int* p) { helper(p); }\n");
  ASSERT_EQ(table.size(), 2U);
  EXPECT_THAT(table[0].required_work_group_size, ElementsAre(8, 4, 2));
  EXPECT_EQ(table[0].argument_bytes, 0U);
  EXPECT_EQ(table[1].name, "second");
}

TEST_F(Compiler, ListsImagesAndSamplersWithTheirAccess) {
  const auto table = kernels_of(
      "typedef image3d_t Solid;\n"
      "kernel void k(int n, read_only image2d_t a, write_only image1d_array_t b, sampler_t s,\n"
      "              Solid d, image1d_buffer_t e) {}\n");
  ASSERT_EQ(table.size(), 1U);
  struct Row {
    const char* type;
    const char* access;
    ArgumentKind kind;
  };
  const Row rows[] = {{"int", "", ArgumentKind::Value},
                      {"image2d_t", "read_only", ArgumentKind::Image},
                      {"image1d_array_t", "write_only", ArgumentKind::Image},
                      {"sampler_t", "", ArgumentKind::Sampler},
                      {"Solid", "read_only", ArgumentKind::Image},
                      {"image1d_buffer_t", "read_only", ArgumentKind::Image}};
  const auto& arguments = table[0].arguments;
  ASSERT_EQ(arguments.size(), std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    EXPECT_EQ(arguments[i].type_name, rows[i].type);
    EXPECT_EQ(arguments[i].access, rows[i].access);
    EXPECT_EQ(arguments[i].kind, rows[i].kind) << rows[i].type;
    EXPECT_EQ(arguments[i].size, 4U);
    EXPECT_EQ(arguments[i].offset, 4 * i);
  }
}

TEST_F(Compiler, DropsKernelsWithDepthImagesAndTheirCallees) {
  const std::string source =
      "float unknown(int at);\n"
      "float texel(read_only image2d_depth_t i, int at) { return unknown(at); }\n"
      "kernel void blur(int n, read_only image2d_depth_t input, global float* output) {\n"
      "  local float row[1024];\n"
      "  row[n] = texel(input, n);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  output[n] = row[n + 1];\n"
      "}\n"
      "kernel void scale(global float* p) { p[get_global_id(0)] *= 2; }\n"
      "kernel void look(sampler_t s, global float* p, image2d_array_depth_t i) { p[0] = 1; }\n";
  for (const char* level : {"-cl-std=CL1.2", "-cl-opt-disable"}) {
    CompileOptions options;
    options.user_options = {level};
    const CompiledProgram whole = compile_opencl(source, "mine.cl", options);
    EXPECT_EQ(whole.log,
              "warning: kernel blur is left out: argument 1 (input) has the type image2d_depth_t, "
              "which this machine does not have\n"
              "warning: kernel look is left out: argument 2 (i) has the type "
              "image2d_array_depth_t, which this machine does not have\n");
    const CompiledProgram object = compile_object(source, "mine.cl", options);
    EXPECT_EQ(object.log, whole.log);
    for (const auto& elf : {whole.elf, link_objects({object.elf}, {}, false).elf}) {
      const auto program = load_program(elf, "mine.cl");
      ASSERT_EQ(program->kernels().size(), 1U) << level;
      EXPECT_EQ(program->kernels()[0].name, "scale");
      EXPECT_EQ(program->kernels()[0].local_bytes, 0U) << level;
    }
  }
}

TEST_F(Compiler, BuildsAProgramWhoseOnlyKernelIsLeftOut) {
  const CompiledProgram program = compile_opencl("kernel void k(image2d_depth_t i) {}", "mine.cl");
  EXPECT_THAT(program.log, HasSubstr("kernel k is left out: argument 0 (i)"));
  EXPECT_TRUE(kernels(program).empty());
}

TEST_F(Compiler, ReportsErrorsAsClangPrintsThemWithTheUsersFileAndLine) {
  const std::string message = failure("kernel void k(global int* p) {\n\n  p[0] = missing;\n}\n");
  EXPECT_THAT(message, HasSubstr("kernels/mine.cl:3:10: error: use of undeclared identifier "
                                 "'missing'\n    3 |   p[0] = missing;\n"));
  EXPECT_THAT(message, Not(HasSubstr("/tmp")));
}

TEST_F(Compiler, ReportsFunctionsThatDoNotExist) {
  EXPECT_THAT(failure("int other(int); kernel void k(global int* p) { p[0] = other(p[1]); }"),
              HasSubstr("undefined symbol: other"));
}

TEST_F(Compiler, DeepTurnsDoublePrecisionOnOnlyWhereItIsUsed) {
  const std::map<std::string, bool> sources = {
      {"kernel void k(global float* p) { p[0] *= 2.5f; }", false},
      {"// double\n/* cl_khr_fp64 */ kernel void k(global float* p) { p[0] *= 2; }", false},
      {"kernel void k(global float* p) { p[0] *= '\"'; }  // \"double\"", false},
      {"kernel void k(global float* p) { p[0] *= sizeof(double); }", true},
      {"kernel void k(global double* p) { p[0] *= 2; }", true},
      {"kernel void k(global int* p) { p[0] = convert_int(2 * convert_double_rtz(p[0])); }", true},
      {"kernel void k(global long* p) { p[0] = isnan(as_double(p[0])); }", true},
      {"kernel void k(global float* p) { float doubled = 2.5f * p[0]; p[0] = doubled; }", false},
      {"kernel void k(global float* p) { p[0] *= 2.5; }", true},
      {"kernel void k(global float* p) { p[0] *= 1e-3; }", true},
      {"kernel void k(global float* p) { p[0] *= .5; }", true},
      {"kernel void k(global float* p) { p[0] *= 0x1.8p1; }", true},
      {"kernel void k(global float* p) { p[0] *= M_PI; }", true},
      {"#define GRAVITY 9.81\nkernel void k(global float* p) { p[0] *= GRAVITY; }", true},
      {"kernel void k(global float* p) { p[0] *= 0x1.8p1f + .5F + 1e-3f + M_PI_F + 0x1e5; }",
       false},
      {"kernel void k(global float* p) { p[0] = 0.5; }", false},
      {"kernel void k(global float* p) { p[0] = 0.5 + 1.0 / 3; }", true},
      {"kernel void k(global float* p) { p[0] = pow(p[1], 2.0); }", false},
      {"// 0.5\nkernel void k(global float* p) { p[0] = '0.5'; }  // \"0.5\"", false},
      {"#define REAL dou##ble\n#define M(a, b) a##b\nkernel void k(global M(dou, ble)* p) "
       "{ p[0] *= 2; }",
       true},
      {"#ifndef cl_khr_fp64\n#error no double\n#endif\nkernel void k(global double* p) { *p = 1; }",
       true}};
  for (const auto& [source, expected] : sources) {
    const CompiledProgram program = compile_opencl(source, "mine.cl");
    EXPECT_EQ(CompiledElf(program.elf).has_double_abi(), expected) << source;
  }
  CompileOptions options;
  options.double_precision = true;
  EXPECT_TRUE(
      CompiledElf(compile_opencl("kernel void k() {}", "mine.cl", options).elf).has_double_abi());
  options.double_precision = false;
  EXPECT_THAT(failure("kernel void k(global double* p) { p[0] *= 2; }", options),
              HasSubstr("requires cl_khr_fp64"));
}

TEST_F(Compiler, TakesFloatingConstantsOfOptionsAsDoublesUnlessToldNotTo) {
  const std::string source = "kernel void k(global float* p) { p[0] *= FACTOR; }";
  const auto is_wide = [&](const std::vector<std::string>& user_options) {
    CompileOptions options;
    options.user_options = user_options;
    return CompiledElf(compile_opencl(source, "mine.cl", options).elf).has_double_abi();
  };
  EXPECT_TRUE(is_wide({"-D", "FACTOR=0.1"}));
  EXPECT_FALSE(is_wide({"-DFACTOR=0.1f"}));
  EXPECT_FALSE(is_wide({"-DFACTOR=0.1", "-cl-single-precision-constant"}));
}

TEST_F(Compiler, FindsDoublesInTheWorkloadsThatAreCalledSo) {
  for (const auto& entry : fs::directory_iterator("workloads")) {
    if (entry.path().extension() != ".cl") continue;
    const bool has_doubles = entry.path().stem().string().find("_double") != std::string::npos;
    std::ifstream file(entry.path());
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    ASSERT_FALSE(source.empty());
    // Whatever includes may mention doubles; what is included here is in the same folder.
    const std::regex include("#include \"\\w+\\.cl\"");
    EXPECT_EQ(mentions_double(std::regex_replace(source, include, ""), false), has_doubles)
        << entry.path();
  }
}

TEST_F(Compiler, PlacesCodeConstantsAndLocalVariables) {
  const CompiledProgram program = compile_opencl(
      "constant int table[4] = {1, 2, 3, 4};\n"
      "kernel void k(global int* p) {\n"
      "  local int shared[100]; local int one;\n"
      "  int i = get_local_id(0);\n"
      "  shared[i] = table[i & 3]; if (i == 0) one = p[0];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); p[i] = shared[99 - i] + one;\n}\n",
      "mine.cl");
  const CompiledElf elf(program.elf);
  EXPECT_EQ(elf.symbol("__lanefold_entry_k"), kCodeBase);
  EXPECT_EQ(elf.symbol(local_bytes_symbol("k")), 404U);
  EXPECT_EQ(elf.address(".local.0"), kLocalBase);
  EXPECT_GT(elf.address(".rodata"), kCodeBase);
  EXPECT_FALSE(elf.section(".debug_line").empty());
  EXPECT_EQ(elf.section(".lanefold.layout"), "");
}

TEST_F(Compiler, WritesNoCompressedInstructions) {
  const CompiledProgram program = compile_opencl(
      "kernel void k(global int* p) { for (int i = 0; i < 9; ++i) p[i] += i / p[i]; }", "mine.cl");
  const std::string code = CompiledElf(program.elf).section(".text");
  ASSERT_FALSE(code.empty());
  ASSERT_EQ(code.size() % 4, 0U);
  for (std::size_t i = 0; i < code.size(); i += 4) EXPECT_EQ(code[i] & 3, 3) << i;
}

TEST_F(Compiler, RefusesVariablesThatOpenClDoesNotHave) {
  EXPECT_THAT(failure("kernel void k() {\n"
                      "  __asm__ volatile(\".pushsection .data.mine,\\\"awR\\\"\\n.word 1\\n"
                      ".popsection\");\n}"),
              HasSubstr("initialised variables that can be written"));
  EXPECT_THAT(failure("kernel void k(global char* p) {\n"
                      "  local char big[0x1000001]; big[p[0]] = 1;\n"
                      "  barrier(CLK_LOCAL_MEM_FENCE); p[1] = big[p[2]];\n}"),
              HasSubstr("do not fit into the local-memory window"));
}

TEST_F(Compiler, KeepsMacrosOfTheUserAwayFromItsOwnCode) {
  EXPECT_NO_THROW(
      kernels_of("#define float double_trouble\n#define kernel __kernel\n"
                 "#define global __global\n#define k k_renamed\n"
                 "kernel void k(global int* p, int4 v) { p[0] = v.x; }"));
}

TEST_F(Compiler, CallsKernelsFromKernels) {
  const auto table = kernels_of(
      "kernel void inner(global int* p, int4 v) { p[0] += v.w; }\n"
      "kernel void outer(global int* p) { inner(p, (int4)(p[1])); inner(p + 1, (int4)(3)); }");
  EXPECT_EQ(table.size(), 2U);
}

}  // namespace
}  // namespace lanefold
