// SPDX-License-Identifier: Apache-2.0
// OpenCL C as real programs write it: control flow, expressions and local memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/host/dialect_programs.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;

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

}  // namespace
}  // namespace lanefold
