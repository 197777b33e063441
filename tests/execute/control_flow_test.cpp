// SPDX-License-Identifier: Apache-2.0
// Control flow of OpenCL kernels on the functional machine: the same right answer for every warp
// width and reconvergence policy.
#include <gtest/gtest.h>

#include "tests/support/kernels.h"

namespace lanefold {
namespace {

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

}  // namespace
}  // namespace lanefold
