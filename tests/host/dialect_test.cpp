// SPDX-License-Identifier: Apache-2.0
// OpenCL C as real programs write it: whatever is legal or commonly accepted compiles and computes
// the right values. Each kernel stores a row of values that the host knows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "lanefold/compiler.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const Program> built(const std::string& source,
                                     std::vector<std::string> build_options = {}) {
  CompileOptions options;
  options.user_options = std::move(build_options);
  return load_program(compile_opencl(source, "test.cl", options).elf, "test.cl");
}

/// The first `count` words of `out` after one work-item of `kernel`; `in` holds 0, 1, 2, …
Words outputs(const Program& program, std::size_t count, std::vector<ArgumentValue> others = {},
              const std::string& kernel = "k") {
  const auto machine = make_functional_machine(test_machine(16));
  return run_job(*machine, program,
                 {kernel, range_1d(1, 1), count, {counting(64)}, std::move(others)});
}

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
    #if defined(__IMAGE_SUPPORT__) || defined(__EMBEDDED_PROFILE__)
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

TEST(Dialect, KeepsEveryKindOfControlFlow) {
  const auto program = built(R"cl(
    uint pick(uint x) {
      switch (x) {
        case 0: return 1; case 1: case 2: x += 5; case 3: x += 2; break; case 4: x = 9; break;
        case 5: x = 3; break; case 6: x = 13; break; case 7: x = 77; break; case 8: x = 6; break;
        case 100: x = 2; break; default: x = 1000 + x;
      }
      return x;
    }
    uint factorial(uint n) { return n < 2 ? 1 : n * factorial(n - 1); }
    __kernel void k(__global uint* out, __global const uint* in) {
      out[0] = pick(in[0]) + pick(in[2]) + pick(in[3]) + pick(in[7]) + pick(in[50]);
      uint i = in[0], steps = 0;
      do { ++steps; if (i & 1) { ++i; continue; } if (i > 50) break; i += 3; } while (i < 100);
      out[1] = steps;
      uint found = 0;
      for (uint a = 1; a < 20; ++a)
        for (uint b = a; b < 20; ++b)
          if (a * b == in[63] + 21) { found = 100 * a + b; goto done; }
    done:
      out[2] = found;
      out[3] = factorial(in[6]);
      while (1) { if (++steps == 90) break; }
      out[4] = steps, out[5] = in[1] ? in[2] ? 5 : 6 : 7;
      uint squares[16];
      for (uint j = 0; j < 16; ++j) squares[j] = j * j;
      out[6] = squares[in[11]];
      if (in[0] == 0) return;
      out[7] = 1;
    })cl");
  EXPECT_THAT(outputs(*program, 8),
              ElementsAre(1 + 9 + 5 + 77 + 1050, 27, 614, 720, 90, 5, 121, 0));
}

TEST(Dialect, ComputesWithVectorsConversionsAndLongs) {
  const auto program = built(R"cl(
    uint random(__private uint2* s) {
      enum { A = 4294883355U };
      uint x = s->x, c = s->y, r = x ^ c, hi = mul_hi(x, (uint)A);
      x = x * A + c; c = hi + (x < c); *s = (uint2)(x, c);
      return r;
    }
    __kernel void k(__global uint* out, __global const uint* in) {
      int4 v = (int4)(1, 2, 3, 4);
      v.s01 = v.hi; v.even += v.odd; v = v > 2 ? v : -v;
      out[0] = v.x * 1000 + v.s1 * 100 + v.z * 10 + v.w;
      out[1] = any(v == 3) + 2 * all(v > 0);
      uchar4 sat = convert_uchar4_sat((float4)(300.0f, -1.0f, 2.5f, 3.5f));
      out[2] = as_uint(sat);
      out[3] = convert_int_rte(2.5f) + 10 * convert_int_rtp(2.1f);
      long l = -7000000000L; ulong ul = 18000000000000000000UL;
      out[4] = (uint)(l / (int)in[7] / 1000000); out[5] = (uint)(ul % in[10]) + (uint)(ul >> in[33]);
      out[6] = as_uchar4(0x01020304).z; out[7] = as_int(1.0f);
      ushort bits[4]; half* h = (half*)bits; vstore_half(1.5f, 1, h); vstore_half2((float2)(2, 3), 1, h);
      out[8] = vload_half(1, h) * 2 + vload_half2(1, h).y;
      volatile uint spot = 3; spot += in[4]; out[9] = spot;
      float2 c = (float2)(1.0f, 2.0f); c = c.yx * c + dot(c, c);
      out[10] = c.x + native_recip(0.5f) + mad(2.0f, 3.0f, 1.0f) + fast_length((float2)(3, 4));
      uint2 state = (uint2)(in[1], in[2]); random(&state); out[11] = random(&state);
      out[12] = upsample((ushort)1, (ushort)2) + hadd(3u, 4u) + popcount(in[7]) + clz(1u);
      uint16 wide = vload16(0, in); out[13] = wide.sF + wide.s0123.w + wide.sabcd.x;
      size_t n = get_global_size(0); out[14] = n + (uint)(size_t)4; bool b = in[5]; out[15] = b;
    })cl");
  const std::uint32_t expected_state =
      (4294883355U + 2U) ^ (static_cast<std::uint32_t>((4294883355ULL + 0) >> 32) + 0U);
  const Words out = outputs(*program, 16);
  EXPECT_EQ(out[0], 7474U);
  EXPECT_EQ(out[1], 2U);
  EXPECT_EQ(out[2], 0x030200ffU);
  EXPECT_EQ(out[3], 32U);
  EXPECT_EQ(out[4], static_cast<std::uint32_t>(-1000));
  EXPECT_EQ(out[5], static_cast<std::uint32_t>(18000000000000000000ULL >> 33));
  EXPECT_EQ(out[6], 2U);
  EXPECT_EQ(out[7], 0x3f800000U);
  EXPECT_EQ(out[8], 6U);
  EXPECT_EQ(out[9], 7U);
  EXPECT_EQ(out[10], 7U + 2 + 7 + 5);
  EXPECT_EQ(out[11], expected_state);
  EXPECT_EQ(out[12], 65538U + 3 + 3 + 31);
  EXPECT_EQ(out[13], 15U + 3 + 10);
  EXPECT_EQ(out[14], 5U);
  EXPECT_EQ(out[15], 1U);
}

TEST(Dialect, SharesLocalMemoryInEveryForm) {
  const auto program = built(R"cl(
    typedef struct { uint key, value; } item_t;
    void add(__local uint* counter, volatile __global uint* out) {
      atomic_inc(counter); atomic_add(out, 2u); atom_inc(out + 1);
    }
    __kernel void k(__global uint* out, __global const uint* in, __local float4* tile) {
      __local item_t items[64], *last;
      __local uint counter, histogram[4], copied[64];
      __local uint* p = copied;
      uint i = get_local_id(0), n = get_local_size(0);
      if (i == 0) { counter = 0; last = items + n - 1; }
      if (i < 4) histogram[i] = 0;
      event_t events[2];
      events[0] = async_work_group_copy(p, in, n, 0);
      events[1] = async_work_group_strided_copy(p + n, in, n, 2, 0);
      wait_group_events(2, events);
      items[i].key = n - i; tile[i] = (float4)(i);
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      add(&counter, out);
      atomic_max(&histogram[i & 3], i); atomic_cmpxchg(&out[2], 0u, 7u);
      atomic_xchg((volatile __global float*)out + 3, 2.0f);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint s = n / 2; s > 0; s >>= 1) {
        if (i < s) tile[i] += tile[i + s];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      mem_fence(CLK_LOCAL_MEM_FENCE); prefetch(in, 4);
      if (i == 0) {
        out[4] = counter; out[5] = histogram[3]; out[6] = copied[n - 1]; out[7] = p[2 * n - 1];
        out[8] = tile[0].w; out[9] = last->key;
      }
    })cl");
  const auto machine = make_functional_machine(test_machine(8));
  EXPECT_THAT(run_job(*machine, *program,
                      {"k", range_1d(32, 32), 10, {counting(64)}, {LocalBytes{32 * 16}}}),
              ElementsAre(64, 32, 7, 0x40000000, 32, 31, 31, 62, 496, 1));
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
