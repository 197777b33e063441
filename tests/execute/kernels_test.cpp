// SPDX-License-Identifier: Apache-2.0
// Identities, arguments and numbers of OpenCL kernels on the functional machine: the same right
// answer for every warp width and reconvergence policy.
#include "tests/support/kernels.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lanefold {
namespace {

std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

TEST(FunctionalMachine, NumbersWorkItemsInThreeDimensions) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out) {
      size_t gx = get_global_size(0), gy = get_global_size(1);
      size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
      size_t z = get_global_id(2) - get_global_offset(2);
      __global uint* o = out + 6 * ((z * gy + y) * gx + x);
      o[0] = get_global_id(0) | get_global_id(1) << 8 | get_global_id(2) << 16;
      o[1] = get_local_id(0) | get_local_id(1) << 8 | get_local_id(2) << 16 | get_work_dim() << 24;
      o[2] = get_group_id(0) | get_group_id(1) << 8 | get_group_id(2) << 16;
      o[3] = get_local_size(0) | get_local_size(1) << 8 | get_local_size(2) << 16;
      o[4] = get_num_groups(0) | get_num_groups(1) << 8 | get_num_groups(2) << 16;
      o[5] = get_global_offset(0) | get_global_offset(1) << 8 | get_global_offset(2) << 16;
    })cl");
  Job job{"k", {}, 6 * 6 * 10 * 4, {}, {}};
  job.range.dimensions = 3;
  job.range.global = {6, 10, 4};
  job.range.local = {3, 5, 2};
  job.range.offset = {100, 7, 1};
  const auto pack = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return x | y << 8 | z << 16;
  };
  Words expected;
  for (std::uint32_t z = 0; z < 4; ++z) {
    for (std::uint32_t y = 0; y < 10; ++y) {
      for (std::uint32_t x = 0; x < 6; ++x) {
        const Words item = {pack(x + 100, y + 7, z + 1),
                            pack(x % 3, y % 5, z % 2) | 3U << 24,
                            pack(x / 3, y / 5, z / 2),
                            pack(3, 5, 2),
                            pack(2, 2, 2),
                            pack(100, 7, 1)};
        expected.insert(expected.end(), item.begin(), item.end());
      }
    }
  }
  expect_everywhere(*program, job, expected, [](const Machine& machine) {
    EXPECT_EQ(machine.launches()[0].work_items, 240U);
  });
}

struct Parameters {
  std::int16_t a;
  float b;
  std::uint8_t c[5];
  std::uint32_t d;
};

TEST(FunctionalMachine, PassesStructsVectorsAndScalarsByValue) {
  const auto program = compile_program(R"cl(
    typedef struct { short a; float b; uchar c[5]; uint d; } Parameters;
    __kernel void k(__global uint* out, char byte, float4 v, Parameters p, uchar3 t, ulong wide,
                    __constant uint* table, ushort last) {
      uint i = get_global_id(0);
      uint r[14] = {(uint)(int)byte, as_uint(v.x), as_uint(v.w), (uint)(int)p.a, as_uint(p.b),
                    p.c[i % 5], p.d, t.x, t.y, t.z, (uint)wide, (uint)(wide >> 32), table[1], last};
      out[i] = r[i % 14];
    })cl");
  const Parameters parameters{-5, 2.5F, {9, 8, 7, 6, 5}, 77};
  const std::array<float, 4> v = {1.5F, 2.0F, 3.0F, -4.0F};
  const std::array<std::uint8_t, 4> t = {200, 100, 50, 0};
  const Words row = {static_cast<std::uint32_t>(-3),
                     bits_of(1.5F),
                     bits_of(-4.0F),
                     static_cast<std::uint32_t>(-5),
                     bits_of(2.5F),
                     0,
                     77,
                     200,
                     100,
                     50,
                     0x55667788,
                     0x11223344,
                     12,
                     65535};
  Words expected;
  for (std::uint32_t i = 0; i < 42; ++i) {
    expected.push_back(i % 14 == 5 ? parameters.c[i % 5] : row[i % 14]);
  }
  for (const unsigned width : kWarpWidths) {
    const auto machine = make_functional_machine(test_machine(width));
    const Buffer out = machine->allocate(42 * 4);
    const Buffer table = machine->allocate(8);
    const Words entries = {11, 12};
    machine->write(table, 0, entries.data(), 8);
    machine->launch(
        *program, "k", range_1d(42, 42),
        {out, argument(std::int8_t{-3}), argument(v), argument(parameters), argument(t),
         argument(std::uint64_t{0x1122334455667788}), table, argument(std::uint16_t{65535})});
    Words result(42);
    machine->read(out, 0, result.data(), 42 * 4);
    EXPECT_EQ(result, expected) << "warp width " << width;
  }
}

TEST(FunctionalMachine, RunsSeveralKernelsOfOneProgram) {
  const auto program = compile_program(R"cl(
    __attribute__((noinline)) uint shared_helper(uint v) { return v * v + 1; }
    __kernel void first(__global uint* out) { out[get_global_id(0)] = shared_helper(get_global_id(0)); }
    __kernel void second(__global uint* out) {
      out[get_global_id(0)] = get_global_id(0) & 1 ? shared_helper(3) : 5; }
  )cl");
  ASSERT_EQ(program->kernels().size(), 2U);
  Words squares;
  Words pattern;
  for (std::uint32_t i = 0; i < 40; ++i) {
    squares.push_back(i * i + 1);
    pattern.push_back(i % 2 != 0 ? 10 : 5);
  }
  expect_everywhere(*program, {"first", range_1d(40, 10), 40, {}, {}}, squares);
  expect_everywhere(*program, {"second", range_1d(40, 20), 40, {}, {}}, pattern);
}

TEST(FunctionalMachine, ComputesInSingleAndDoublePrecision) {
  const auto program = compile_program(R"cl(
    #pragma OPENCL EXTENSION cl_khr_fp64 : enable
    __kernel void k(__global uint* out, __global const uint* in) {
      uint i = get_global_id(0);
      float a = (float)in[i] * 0.37f; double d = (double)in[i] / 7.0;
      float2 pair = (float2)(a, 1.0f); double stack[5];
      for (uint n = 0; n < 5; ++n) stack[n] = d * n;
      if (i % 3 == 0) d += stack[i % 5]; else a /= 3.0f;
      out[2 * i] = as_uint(a + pair.y);
      out[2 * i + 1] = (uint)(as_ulong(d) >> 13);
    })cl");
  Job job{"k", range_1d(60, 30), 120, {counting(60, 12345)}, {}};
  Words expected;
  for (std::uint32_t i = 0; i < 60; ++i) {
    float a = static_cast<float>(job.inputs[0][i]) * 0.37F;
    const float before = a;
    double d = static_cast<double>(job.inputs[0][i]) / 7.0;
    if (i % 3 == 0) {
      d += d * (i % 5);
    } else {
      a = before / 3.0F;
    }
    std::uint64_t wide = 0;
    std::memcpy(&wide, &d, sizeof wide);
    expected.push_back(bits_of(a + 1.0F));
    expected.push_back(static_cast<std::uint32_t>(wide >> 13));
  }
  expect_everywhere(*program, job, expected);
}

TEST(FunctionalMachine, KeepsFloatFlagsAndRoundingOfEachLane) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out, __global const float* in) {
      uint i = get_global_id(0), flags, mode, old, all;
      __asm__ volatile("csrr %0, fcsr" : "=r"(old));
      __asm__ volatile("fsrm %0" :: "r"(i % 5));
      float q;
      if (i & 1) __asm__ volatile("fdiv.s %0, %1, %2" : "=f"(q) : "f"(in[0]), "f"(in[1]));
      else __asm__ volatile("fmul.s %0, %1, %2" : "=f"(q) : "f"(in[0]), "f"(in[2]));
      __asm__ volatile("frflags %0" : "=r"(flags));
      __asm__ volatile("frrm %0" : "=r"(mode));
      __asm__ volatile("csrrci %0, fcsr, 1" : "=r"(all));
      __asm__ volatile("csrrsi x0, fflags, 16");
      __asm__ volatile("frflags %0" : "=r"(old));
      out[4 * i] = flags; out[4 * i + 1] = mode | all << 8; out[4 * i + 2] = as_uint(q); out[4 * i + 3] = old;
    })cl");
  // 1/3 rounds up, to nearest, only towards plus infinity; 1 x 2 is exact.
  const Words in = {bits_of(1.0F), bits_of(3.0F), bits_of(2.0F)};
  Words expected;
  for (std::uint32_t i = 0; i < 45; ++i) {
    const bool inexact = i % 2 != 0;
    const std::uint32_t mode = i % 5;
    const std::uint32_t third = mode == 1 || mode == 2 ? 0x3eaaaaaa : 0x3eaaaaab;
    expected.push_back(inexact ? 1 : 0);
    expected.push_back(mode | (mode << 5 | (inexact ? 1 : 0)) << 8);
    expected.push_back(inexact ? third : bits_of(2.0F));
    expected.push_back(16);
  }
  expect_everywhere(*program, {"k", range_1d(45, 15), 180, {in}, {}}, expected);
}

}  // namespace
}  // namespace lanefold
