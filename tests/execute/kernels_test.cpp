// SPDX-License-Identifier: Apache-2.0
// OpenCL kernels on the functional machine: the same right answer for every warp width and
// reconvergence policy.
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

TEST(FunctionalMachine, SeparatesNestedBranches) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out, __global const uint* in) {
      uint i = get_global_id(0), v = in[i], r = 1;
      if (v & 1) { r += 10; if (v & 2) r *= 7; else r += v; } else { r ^= 0x55; if (v & 4) r -= 3; }
      if (v % 5 == 0) r = ~r;
      out[i] = r;
    })cl");
  Job job{"k", range_1d(192, 64), 192, {counting(192, 1000)}, {}};
  Words expected;
  for (const std::uint32_t v : job.inputs[0]) {
    std::uint32_t r = 1;
    if ((v & 1) != 0) {
      r += 10;
      r = (v & 2) != 0 ? r * 7 : r + v;
    } else {
      r ^= 0x55;
      if ((v & 4) != 0) r -= 3;
    }
    expected.push_back(v % 5 == 0 ? ~r : r);
  }
  expect_everywhere(*program, job, expected);
}

TEST(FunctionalMachine, RunsNestedLoopsWithBreakAndContinue) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out) {
      uint i = get_global_id(0), sum = 0;
      for (uint a = 0; a < i % 9; ++a) {
        if ((a ^ i) % 3 == 0) continue;
        for (uint b = a; b < 20; ++b) {
          if (b * i % 11 == 7) break;
          if (b % 4 == i % 4) continue;
          sum = sum * 31 + b;
        }
        if (sum % 17 == 5) break;
      }
      out[i] = sum;
    })cl");
  Words expected;
  for (std::uint32_t i = 0; i < 130; ++i) {
    std::uint32_t sum = 0;
    for (std::uint32_t a = 0; a < i % 9; ++a) {
      if ((a ^ i) % 3 == 0) continue;
      for (std::uint32_t b = a; b < 20; ++b) {
        if (b * i % 11 == 7) break;
        if (b % 4 == i % 4) continue;
        sum = sum * 31 + b;
      }
      if (sum % 17 == 5) break;
    }
    expected.push_back(sum);
  }
  expect_everywhere(*program, {"k", range_1d(130, 65), 130, {}, {}}, expected);
}

TEST(FunctionalMachine, ReturnsEarlyFromKernelsAndFunctions) {
  const auto program = compile_program(R"cl(
    __attribute__((noinline)) uint f(__global const uint* in, uint i) {
      for (uint n = 0; n < 16; ++n) {
        if (in[(i + n) % 64] % 7 == 0) return n;
        if (in[(i * n) % 64] % 13 == 3) return n + 100;
      }
      return 1000;
    }
    __kernel void k(__global uint* out, __global const uint* in) {
      uint i = get_global_id(0);
      if (i % 3 == 1) return;
      out[i] = f(in, i);
      if (out[i] > 99) return;
      out[i] += f(in, i + 5) << 16;
    })cl");
  const Words in = counting(64, 5);
  const auto f = [&](std::uint32_t i) {
    for (std::uint32_t n = 0; n < 16; ++n) {
      if (in[(i + n) % 64] % 7 == 0) return n;
      if (in[(i * n) % 64] % 13 == 3) return n + 100;
    }
    return 1000U;
  };
  Words expected;
  for (std::uint32_t i = 0; i < 100; ++i) {
    expected.push_back(0);
    if (i % 3 == 1) continue;
    expected[i] = f(i);
    if (expected[i] <= 99) expected[i] += f(i + 5) << 16;
  }
  expect_everywhere(*program, {"k", range_1d(100, 50), 100, {in}, {}}, expected);
}

TEST(FunctionalMachine, CallsFunctionsFromDivergentCode) {
  const auto program = compile_program(R"cl(
    __attribute__((noinline)) uint mix(uint a, uint b) {
      while (a > 3) { a = (a & 1) ? a * 5 % 61 : a / 2; b = b * 33 + a; if (b % 29 == 0) return b; }
      return b ^ a;
    }
    __attribute__((noinline)) uint twice(uint a) { return mix(a, 1) + (a & 4 ? mix(a + 1, 2) : 9); }
    __kernel void k(__global uint* out) {
      uint i = get_global_id(0), r;
      if (i & 1) r = mix(i, 7); else if (i & 2) r = twice(i) + 1; else r = i;
      for (uint n = 0; n < (i & 7); ++n) r += mix(r & 63, n);
      out[i] = r;
    })cl");
  const auto mix = [](std::uint32_t a, std::uint32_t b) {
    while (a > 3) {
      a = (a & 1) != 0 ? a * 5 % 61 : a / 2;
      b = b * 33 + a;
      if (b % 29 == 0) return b;
    }
    return b ^ a;
  };
  Words expected;
  for (std::uint32_t i = 0; i < 128; ++i) {
    const auto twice = [&] { return mix(i, 1) + ((i & 4) != 0 ? mix(i + 1, 2) : 9); };
    std::uint32_t r = (i & 1) != 0 ? mix(i, 7) : (i & 2) != 0 ? twice() + 1 : i;
    for (std::uint32_t n = 0; n < (i & 7); ++n) r += mix(r & 63, n);
    expected.push_back(r);
  }
  expect_everywhere(*program, {"k", range_1d(128, 64), 128, {}, {}}, expected);
}

TEST(FunctionalMachine, RecursesToADepthOfEachLanesOwn) {
  const auto program = compile_program(R"cl(
    __attribute__((noinline)) uint ackermann(uint m, uint n) {
      if (m == 0) return n + 1;
      if (n == 0) return ackermann(m - 1, 1);
      return ackermann(m - 1, ackermann(m, n - 1));
    }
    __attribute__((noinline)) uint fib(uint n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    __kernel void k(__global uint* out) {
      uint i = get_global_id(0);
      out[i] = fib(i % 11) * 1000 + ackermann(i % 3, i % 4);
    })cl");
  const Words fib = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55};
  Words expected;
  for (std::uint32_t i = 0; i < 66; ++i) {
    const std::uint32_t n = i % 4;
    const std::uint32_t ackermann = i % 3 == 0 ? n + 1 : i % 3 == 1 ? n + 2 : 2 * n + 3;
    expected.push_back(fib[i % 11] * 1000 + ackermann);
  }
  expect_everywhere(*program, {"k", range_1d(66, 33), 66, {}, {}}, expected);
}

TEST(FunctionalMachine, ExchangesLocalMemoryAcrossBarriers) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out, __global const uint* in, __local uint* scratch) {
      __local uint tile[60];
      uint l = get_local_id(0), n = get_local_size(0);
      tile[l] = in[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      scratch[l] = tile[n - 1 - l];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint step = 1; step < n; step *= 2) {
        uint add = l >= step ? scratch[l - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        scratch[l] += add;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[get_global_id(0)] = scratch[l];
    })cl");
  Job job{"k", range_1d(180, 60), 180, {counting(180, 3)}, {LocalBytes{60 * 4}}};
  Words expected;
  for (std::uint32_t group = 0; group < 3; ++group) {
    std::uint32_t sum = 0;
    for (std::uint32_t l = 0; l < 60; ++l) {
      sum += job.inputs[0][group * 60 + 59 - l];
      expected.push_back(sum);
    }
  }
  expect_everywhere(*program, job, expected, [](const Machine& machine) {
    EXPECT_EQ(machine.launches()[0].barriers, 14 * machine.launches()[0].warps);
  });
}

TEST(FunctionalMachine, GivesEachGroupZeroedLocalAndPrivateMemory) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out, __local uint* scratch) {
      volatile __private uint mine[16];
      uint l = get_local_id(0);
      uint seen = scratch[l];
      for (uint n = 0; n < 16; ++n) seen |= mine[n];
      out[get_global_id(0)] = seen;
      scratch[l] = 0xdead;
      for (uint n = 0; n < 16; ++n) mine[n] = n + l + 1;
      out[get_global_id(0)] += mine[l % 16] == l % 16 + l + 1 ? 0 : 1;
    })cl");
  expect_everywhere(*program, {"k", range_1d(96, 24), 96, {}, {LocalBytes{24 * 4}}}, Words(96));
}

TEST(FunctionalMachine, LetsBarriersPassWarpsThatHaveEnded) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out, __local uint* scratch) {
      uint l = get_local_id(0);
      scratch[l] = l;
      if (l >= 64) return;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = scratch[63 - l];
    })cl");
  Words expected(128);
  for (std::uint32_t i = 0; i < 64; ++i) expected[i] = 63 - i;
  for (const unsigned width : {1, 4, 16, 64}) {
    const auto machine = make_functional_machine(test_machine(width));
    EXPECT_EQ(
        run_job(*machine, *program, {"k", range_1d(128, 128), 128, {}, {LocalBytes{128 * 4}}}),
        expected);
  }
}

TEST(FunctionalMachine, FollowsIndirectJumpsAndCallsOfLanesToDifferentPlaces) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out) {
      uint i = get_global_id(0), r = 0;
      __asm__ volatile("la t1, 1f\n slli t2, %1, 3\n add t1, t1, t2\n jalr ra, 0(t1)\n"
                       "addi %0, %0, 1000\n j 2f\n"
                       "1: li %0, 10\n ret\n li %0, 20\n ret\n li %0, 30\n ret\n"
                       "2: la t1, 3f\n add t1, t1, t2\n jr t1\n"
                       "3: addi %0, %0, 1\n nop\n addi %0, %0, 1\n nop\n nop"
                       : "+&r"(r) : "r"(i % 3) : "ra", "t1", "t2");
      out[i] = r;
    })cl");
  Words expected;
  for (std::uint32_t i = 0; i < 70; ++i) {
    expected.push_back(1010 + i % 3 * 10 + (i % 3 == 0 ? 2 : i % 3 == 1 ? 1 : 0));
  }
  expect_everywhere(*program, {"k", range_1d(70, 35), 70, {}, {}}, expected);
}

const char* const kAtomics = R"cl(
  #define AMO(NAME, OP, SPACE) uint NAME(volatile SPACE uint* p, uint v) { uint old; \
    __asm__ volatile(OP " %0, %2, (%1)" : "=r"(old) : "r"(p), "r"(v) : "memory"); return old; }
  AMO(add_global, "amoadd.w", __global)
  AMO(max_global, "amomaxu.w", __global)
  AMO(xor_global, "amoxor.w", __global)
  AMO(swap_global, "amoswap.w", __global)
  AMO(add_local, "amoadd.w", __local)
)cl";

TEST(FunctionalMachine, MakesAtomicsOfAllLanesCount) {
  const auto program = compile_program(std::string(kAtomics) + R"cl(
    __kernel void k(__global uint* out, __local uint* sum) {
      uint i = get_global_id(0);
      uint old = add_global(out, i);
      max_global(out + 1, i * 7 % 101);
      xor_global(out + 2, i * i);
      if (i % 3 == 0) add_global(out + 3, 1);
      add_global(out + 8 + i % 4, 1u << (i % 5));
      add_local(sum, i);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (get_local_id(0) == 0) add_global(out + 4, sum[0]);
      if (old > 4949) add_global(out + 5, 1000);
    })cl");
  Words expected(12);
  for (std::uint32_t i = 0; i < 100; ++i) {
    expected[0] += i;
    expected[1] = std::max(expected[1], i * 7 % 101);
    expected[2] ^= i * i;
    expected[3] += i % 3 == 0 ? 1 : 0;
    expected[8 + i % 4] += 1U << (i % 5);
  }
  expected[4] = expected[0];
  expect_everywhere(*program, {"k", range_1d(100, 20), 12, {}, {LocalBytes{4}}}, expected);
}

TEST(FunctionalMachine, RetriesStoreConditionalsUntilEveryLaneHasAdded) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out) {
      uint i = get_global_id(0);
      __asm__ volatile("1: lr.w t0, (%0)\n add t0, t0, %1\n sc.w t1, t0, (%0)\n bnez t1, 1b"
                       :: "r"(out + i % 3), "r"(i) : "t0", "t1", "memory");
    })cl");
  Words expected(3);
  for (std::uint32_t i = 0; i < 90; ++i) expected[i % 3] += i;
  expect_everywhere(*program, {"k", range_1d(90, 45), 3, {}, {}}, expected);
}

TEST(FunctionalMachine, KeepsPrivateArraysApart) {
  const auto program = compile_program(R"cl(
    __kernel void k(__global uint* out, __global const uint* in) {
      uint i = get_global_id(0);
      uint words[24]; uchar bytes[13]; ushort halves[9];
      for (uint n = 0; n < 24; ++n) words[n] = in[(i + n) % 50];
      for (uint n = 0; n < 13; ++n) bytes[n] = (uchar)(in[(i * n) % 50] + n);
      for (uint n = 0; n < 9; ++n) halves[n] = (ushort)(in[n] * 259 + i);
      uint a = in[i % 50] % 24, r = 0;
      for (uint n = 0; n < i % 30; ++n) { r = r * 3 + words[a] + bytes[a % 13] + halves[r % 9];
        words[a] = r; bytes[r % 13] ^= (uchar)r; a = r % 24; }
      out[i] = r;
    })cl");
  Job job{"k", range_1d(100, 100), 100, {counting(50, 77)}, {}};
  const Words& in = job.inputs[0];
  Words expected;
  for (std::uint32_t i = 0; i < 100; ++i) {
    std::uint32_t words[24];
    std::uint8_t bytes[13];
    std::uint16_t halves[9];
    for (std::uint32_t n = 0; n < 24; ++n) words[n] = in[(i + n) % 50];
    for (std::uint32_t n = 0; n < 13; ++n) bytes[n] = static_cast<std::uint8_t>(in[i * n % 50] + n);
    for (std::uint32_t n = 0; n < 9; ++n) halves[n] = static_cast<std::uint16_t>(in[n] * 259 + i);
    std::uint32_t a = in[i % 50] % 24;
    std::uint32_t r = 0;
    for (std::uint32_t n = 0; n < i % 30; ++n) {
      r = r * 3 + words[a] + bytes[a % 13] + halves[r % 9];
      words[a] = r;
      bytes[r % 13] = static_cast<std::uint8_t>(bytes[r % 13] ^ r);
      a = r % 24;
    }
    expected.push_back(r);
  }
  expect_everywhere(*program, job, expected);
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
