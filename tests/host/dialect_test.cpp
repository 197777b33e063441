// SPDX-License-Identifier: Apache-2.0
// OpenCL C as real programs write it: whatever is legal or commonly accepted compiles and computes
// the right values. Here: functions, macros, sources and data types.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/host/dialect_programs.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Dialect, AcceptsFunctionsOfAnyLinkageAndName) {
  const char* const source = R"cl(
    inline int plain(int x) { return x + 1; }
    __attribute__((noinline)) inline int kept(int x) { return x + 2; }
    static inline int usual(int x) { return x + 3; }
    __attribute__((always_inline)) inline int forced(int x) { return x + 4; }
    int visible(int x) { return x + 5; }
    int declared(int x);
    int swap(int x) { return -x; }
    int divide(int a, int b) { return a / b; }
    int floorf(int x) { return x * 3; }
    int abort(int x) { return x * 4; }
    int exit(int x) { return x * 5; }
    int __udivdi3(int x) { return x * 6; }
    void memcpy(__global uint* to, __global const uint* from, int n) {
      for (int i = 0; i < n; ++i) to[i] = from[i] + 100;
    }
    void memset(__global uint* to, uint value) { *to = value; }
    __kernel void main(__global uint* out, __global const uint* in) { memcpy(out, in, 3); }
    __kernel void memmove(__global uint* out, __global const uint* in) { main(out + 1, in + 1); }
    __kernel void k(__global uint* out, __global const uint* in) {
      struct { uint words[40]; } from, to;
      for (int i = 0; i < 40; ++i) from.words[i] = in[i];
      to = from;
      out[0] = plain(1); out[1] = kept(1); out[2] = usual(1); out[3] = forced(1);
      out[4] = visible(1); out[5] = declared(1); out[6] = -swap(7); out[7] = divide(17, 2);
      out[8] = floorf(1); out[9] = abort(1); out[10] = exit(1); out[11] = __udivdi3(1);
      out[12] = to.words[in[12]]; out[13] = (uint)(((ulong)in[9] << 40) / in[3] >> 38);
      memset(out + 14, 14);
      memmove(out + 15, in);
    }
    int declared(int x) { return x + 6; })cl";
  const Words expected = {2, 3, 4, 5, 6, 7, 7, 8, 3, 4, 5, 6, 12, 12, 14, 0, 101, 102, 103};
  for (const char* option : {"", "-cl-opt-disable"}) {
    const auto program = built(source, {option});
    EXPECT_EQ(outputs(*program, expected.size()), expected) << option;
    EXPECT_THAT(outputs(*program, 3, {}, "main"), ElementsAre(100, 101, 102)) << option;
    EXPECT_THAT(outputs(*program, 4, {}, "memmove"), ElementsAre(0, 101, 102, 103)) << option;
  }
}

TEST(Dialect, AcceptsPragmasAndVendorsExtensions) {
  const auto program = built(R"cl(
    #pragma OPENCL EXTENSION cl_amd_printf : enable
    #pragma OPENCL EXTENSION cl_intel_printf : enable
    #pragma OPENCL EXTENSION cl_khr_fp64 : enable
    #pragma OPENCL EXTENSION cl_amd_fp64 : enable
    #pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
    #pragma OPENCL EXTENSION cl_khr_local_int32_extended_atomics : enable
    #pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
    #pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable
    #pragma OPENCL EXTENSION cl_khr_fp16 : disable
    #pragma OPENCL EXTENSION all : disable
    #pragma OPENCL FP_CONTRACT OFF
    #pragma once_upon_a_time
    __kernel __attribute__((vec_type_hint(float4)))
    void k(__global uint* out, __global const uint* in) {
      uint sum = 0;
      #pragma unroll
      for (int i = 0; i < 4; ++i) sum += in[i];
      #pragma unroll 4
      for (int i = 0; i < 40; ++i) sum += in[i];
      #pragma unroll(8)
      for (int i = 0; i < 40; ++i) sum += in[i];
      #pragma nounroll
      for (int i = 0; i < 4; ++i) sum += in[i];
      __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < 4; ++i) sum += in[i];
      out[0] = sum;
    })cl");
  EXPECT_THAT(outputs(*program, 1), ElementsAre(6 + 780 + 780 + 6 + 6));
}

TEST(Dialect, DefinesTheMacrosOfTheStandard) {
  const char* const source = R"cl(
    #if __OPENCL_VERSION__ != 120 || CL_VERSION_1_0 != 100 || CL_VERSION_1_1 != 110 || \
        CL_VERSION_1_2 != 120 || __OPENCL_C_VERSION__ != 120 || __ENDIAN_LITTLE__ != 1
    #error a version is wrong
    #endif
    #if __IMAGE_SUPPORT__ != 1 || defined(__EMBEDDED_PROFILE__)
    #error a claim is wrong
    #endif
    #if !defined(cl_khr_global_int32_base_atomics) || !defined(cl_khr_byte_addressable_store) || \
        !defined(cl_khr_local_int32_extended_atomics)
    #error a feature is missing
    #endif
    #if CHAR_BIT != 8 || SCHAR_MAX != 127 || UCHAR_MAX != 255 || SHRT_MIN != -32768 || \
        USHRT_MAX != 65535 || INT_MAX != 2147483647 || UINT_MAX != 0xffffffff || \
        LONG_MAX != 0x7fffffffffffffff || FLT_DIG != 6 || FLT_MANT_DIG != 24 || FLT_RADIX != 2 || \
        FLT_MAX_EXP != 128 || FLT_MIN_10_EXP != -37
    #error a limit is wrong
    #endif
    __kernel_exec(4, float4) void other(__global float4* p) { *p = 1; }
    __kernel void k(__global uint* out, __global const uint* in) {
      #ifdef __FAST_RELAXED_MATH__
      out[0] = 1;
      #endif
      out[1] = as_uint(INFINITY); out[2] = as_uint(HUGE_VALF); out[3] = as_uint(MAXFLOAT);
      out[4] = isnan(NAN); out[5] = as_uint(M_PI_F); out[6] = as_uint(FLT_EPSILON);
      out[7] = as_uint(FLT_MIN); out[8] = as_uint(M_SQRT1_2_F);
      out[9] = sizeof(size_t) + sizeof(ptrdiff_t) + sizeof(intptr_t) + sizeof(uintptr_t);
      out[10] = sizeof(float3) + sizeof(long) + sizeof(half);
      out[11] = CLK_LOCAL_MEM_FENCE != CLK_GLOBAL_MEM_FENCE && __LINE__ > 20 && __FILE__[0] == 't';
    })cl";
  const Words expected = {0,          0x7f800000, 0x7f800000, 0x7f7fffff, 1,  0x40490fdb,
                          0x34000000, 0x00800000, 0x3f3504f3, 16,         26, 1};
  EXPECT_EQ(outputs(*built(source, {}), expected.size()), expected);
  const auto fast = built(source, {"-cl-fast-relaxed-math"});
  EXPECT_EQ(outputs(*fast, expected.size())[0], 1U);
}

TEST(Dialect, PassesStructsUnionsAndVectorsOfThree) {
  const auto program = built(R"cl(
    typedef unsigned int my_uint;
    enum Color { RED, GREEN = 5, BLUE };
    typedef struct { float x, y; } point_t;
    typedef struct __attribute__((packed)) { char c; int i; point_t p; } packed_t;
    typedef struct __attribute__((aligned(16))) { float x; float4 v; } aligned_t;
    typedef union { float f; uint u; uchar4 c; } pun_t;
    typedef struct node { int v; __private struct node* next; } node_t;
    typedef struct { point_t a[2]; struct { int z; union { int i; float f; } u; } n; float3 v; }
        nested_t;
    const sampler_t unused = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    static my_uint total(nested_t n) { return n.a[1].y + n.n.z + n.n.u.i + n.v.z; }
    static bool odd(int x) { return x & 1; }
    static void order(int* a, __private int* b) { if (*a > *b) { int t = *a; *a = *b; *b = t; } }
    __kernel void k(__global uint* out, __global const uint* in, packed_t p, aligned_t a, pun_t u,
                    nested_t n, float3 v3, char c, enum Color color, long l, uchar3 b3) {
      const sampler_t inside = CLK_FILTER_LINEAR;
      __local point_t points[4];
      __local nested_t shared;
      node_t first = {1, 0}, second = {2, &first};
      int pair[2] = {9, 3};
      order(&pair[0], &pair[1]);
      points[in[2]].x = p.p.x; shared.v = v3;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[0] = p.i + p.c; out[1] = a.v.w + points[2].x; out[2] = u.c.y; out[3] = total(n);
      out[4] = shared.v.z; out[5] = c; out[6] = color == BLUE; out[7] = l >> 32;
      out[8] = second.next->v; out[9] = pair[0]; out[10] = odd(3) + odd(4); out[11] = b3.z;
      out[12] = &out[3] - out; out[13] = ((intptr_t)(out + 1)) - (uintptr_t)out;
    })cl");
  struct Packed {
    char c;
    int i;
    float x, y;
  } __attribute__((packed)) packed = {3, 40, 7, 8};
  struct alignas(16) Aligned {
    float x, pad[3], v[4];
  } aligned = {1, {}, {2, 3, 4, 5}};
  struct alignas(16) Nested {
    float points[4];
    int z, i;
    float pad[2], v[4];
  } nested = {{1, 2, 3, 4}, 5, 6, {}, {7, 8, 9, 0}};
  const std::uint32_t pun = 0x04030201;
  const std::array<float, 4> v3 = {10, 11, 12, 0};
  const std::array<std::uint8_t, 4> b3 = {1, 2, 77, 0};
  EXPECT_THAT(
      outputs(*program, 14,
              {argument(packed), argument(aligned), argument(pun), argument(nested), argument(v3),
               argument(char{9}), argument(6), argument(5LL << 32), argument(b3)}),
      ElementsAre(43, 12, 2, 24, 12, 9, 1, 5, 1, 3, 1, 77, 3, 4));
}

TEST(Dialect, ReadsConstantTablesAndPointersToThem) {
  const auto program = built(R"cl(
    __constant float table[4096] = {1.0f, 2.0f, [3000] = 3.0f};
    constant const int grid[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
    static __constant struct { int a; float b; } records[] = {{1, 2}, {3, 4}};
    __constant char* __constant names[] = {"alpha", "beta", "gamma"};
    __constant int* __constant chosen = &grid[1][0];
    const __constant uint seed = 5;
    static float at(__constant float* t, int i) { return t[i]; }
    #define PICK(...) third(__VA_ARGS__)
    #define STRING(x) #x
    #define CAT(a, b) a##b
    int third(int a, int b, int c) { return c; }
    __kernel void k(__global uint* out, __global const uint* in) {
      __constant float* middle = table + 2999;
      out[0] = at(table, in[1]) + middle[in[1]]; out[1] = grid[in[1]][in[1]];
      out[2] = records[in[1]].b; out[3] = names[in[2]][in[0]]; out[4] = chosen[in[2]];
      out[5] = seed; out[6] = PICK(1, 2, 3); out[7] = CAT(4, 2); out[8] = sizeof(STRING(abc));
    })cl");
  EXPECT_THAT(outputs(*program, 9), ElementsAre(5, 4, 4, 'g', 2, 5, 3, 42, 4));
}

TEST(Dialect, ReadsSourcesAsEditorsAndHostsLeaveThem) {
  const std::string text =
      "\xef\xbb\xbf// caf\xe9\r\n#define ADD(x) \\\r\n  (x + 1)\r\n"
      "__kernel void k(__global uint* out, __global uint* in) { out[0] = ADD(in[1]); }\r\n";
  const CompiledProgram compiled = compile_opencl(text + std::string(3, '\0'), "test.cl");
  EXPECT_EQ(compiled.log, "");
  EXPECT_THAT(outputs(*load_program(compiled.elf, "test.cl"), 1), ElementsAre(2));
}

TEST(Dialect, AcceptsProgramsWithoutKernels) {
  EXPECT_TRUE(built("int helper(int x) { return x; }")->kernels().empty());
  EXPECT_TRUE(built("")->kernels().empty());
  EXPECT_TRUE(load_program(link_objects({}, {}, false).elf, "linked")->kernels().empty());
}

TEST(Dialect, TakesDoublesFromIncludedFiles) {
  CompileOptions options;
  options.headers = {{"real.h",
                      "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                      "typedef double real;\n#else\ntypedef float real;\n#endif\n"}};
  const auto program = load_program(
      compile_opencl("#include \"real.h\"\n__kernel void k(__global uint* out, __global uint* in) "
                     "{ real x = in[1]; out[0] = x / 3 * sizeof(real) * 3; }",
                     "test.cl", options)
          .elf,
      "test.cl");
  EXPECT_THAT(outputs(*program, 1), ElementsAre(8));
}

TEST(Dialect, ComputesInDoubleWithConstantsThatHaveNoSuffix) {
  const char* const source =
      "__kernel void k(__global uint* out, __global const uint* in) {\n"
      "  const float a = in[3];\n"
      "  out[0] = (uint)((a + 1.0e-9) * 1.0e9 - a * 1.0e9 + 0.5);\n"
      "  out[1] = sizeof(1.5) + sizeof(1.5f);\n}";
  EXPECT_THAT(outputs(*built(source), 2), ElementsAre(1, 12));
  EXPECT_THAT(outputs(*built(source, {"-cl-single-precision-constant"}), 2), ElementsAre(0, 8));
}

TEST(Dialect, SaysWhichVariablesDoNotFitIntoPrivateMemory) {
  const auto program = built(
      "__kernel void k(__global uint* out, __global const uint* in) {\n"
      "  uint big[5000];\n  for (uint i = 0; i < 5000; ++i) big[i] = in[i & 63] * i;\n"
      "  out[0] = big[in[3]] + big[in[4]];\n}");
  EXPECT_THAT(error_of([&] { outputs(*program, 1); }).what(),
              HasSubstr("16384 bytes of private memory (memory.private_bytes)"));
}

}  // namespace
}  // namespace lanefold
