// SPDX-License-Identifier: Apache-2.0
// Local, private and atomic memory of OpenCL kernels on the functional machine: the same right
// answer for every warp width and reconvergence policy.
#include <gtest/gtest.h>

#include "tests/support/kernels.h"

namespace lanefold {
namespace {

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

}  // namespace
}  // namespace lanefold
