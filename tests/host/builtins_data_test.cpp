// SPDX-License-Identifier: Apache-2.0
// Built-ins that move elements: where vector loads, stores, shuffles and copies put them; and those
// that join the bits of their arguments.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "tests/support/builtin_runner.h"
#include "tests/support/half.h"

namespace lanefold {
namespace {

template <class T>
std::vector<T> counted(std::size_t count) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), T{1});
  return values;
}

TEST(BuiltinData, IsLoadedAndStoredByElements) {
  std::string source;
  for (const std::string width : {"2", "3", "4", "8", "16"}) {
    source += "kernel void load" + width +
              "(global int* out, global short* x) { size_t i = get_global_id(0);\n  short" + width +
              " v = vload" + width + "(i, x + 1); private short p[" + width + "];\n  vstore" +
              width + "(v, 0, p);\n  for (int k = 0; k < " + width + "; ++k) out[i * " + width +
              " + k] = p[k] + 1000 * v.s0;\n}\n";
  }
  BuiltinRunner runner(source);
  const auto x = counted<std::int16_t>(64 * 16 + 1);
  for (const std::size_t width : {2, 3, 4, 8, 16}) {
    std::vector<std::int32_t> out(64 * width);
    runner.run_items("load" + std::to_string(width), 64, out, x);
    for (std::size_t i = 0; i < out.size(); ++i) {
      ASSERT_EQ(out[i], x[i + 1] + 1000 * x[i / width * width + 1]) << width << ", " << i;
    }
  }
}

TEST(BuiltinData, OfHalfVectorsLiesApartOnlyWhereAligned) {
  BuiltinRunner runner(
      "kernel void k(global half* out, global half* x) { size_t i = get_global_id(0);\n"
      "  vstore_half3(vloada_half3(i, x), i, out);\n"
      "  vstorea_half3(vload_half3(i, x), i, out + 192);\n"
      "  double4 v = 1.0001 + convert_double4(vloada_half4(i, x));\n"
      "  vstorea_half4_rtp(v, i, out + 448); }");
  std::vector<std::uint16_t> x(64 * 4);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::uint16_t>(0x3c00 + i);
  std::vector<std::uint16_t> out(192 + 256 + 256);
  runner.run_items("k", 64, out, x);
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      ASSERT_EQ(out[3 * i + k], x[4 * i + k]);
      ASSERT_EQ(out[192 + 4 * i + k], x[3 * i + k]);
    }
    // One more than 1 + i / 1024 has half as many places: rounded up to the next.
    for (std::size_t k = 0; k < 4; ++k) {
      ASSERT_EQ(out[448 + 4 * i + k], 0x4000 + (4 * i + k) / 2 + 1);
    }
  }
}

template <class T>
void check_half_rounding(const std::string& type) {
  using Function = double (*)(double);
  const std::pair<const char*, Function> modes[] = {{"", std::rint},
                                                    {"_rte", std::rint},
                                                    {"_rtz", std::trunc},
                                                    {"_rtp", std::ceil},
                                                    {"_rtn", std::floor}};
  std::string source;
  for (const auto& [mode, whole] : modes) {
    source += "kernel void k" + std::string(mode) + "(global half* out, global " + type +
              "* x) { size_t i = get_global_id(0); vstore_half" + mode + "(x[i], i, out); }\n";
  }
  BuiltinRunner runner(source);
  std::vector<T> x = {0, INFINITY, NAN, 65504, 65519, 65520, 65535, 65536, T(1e30), T(1e-30)};
  // Ties, and what is beside them by far less than a half can tell.
  for (int exponent = -26; exponent < 16; ++exponent) {
    for (const double tie : {1.0, 1 + 0x1p-11, 1 + 0x3p-11, 1.5}) {
      for (const double beside : {0.0, 0x1p-20, -0x1p-20, 0x1p-50, -0x1p-50}) {
        x.push_back(static_cast<T>(std::ldexp(tie + beside, exponent)));
      }
    }
  }
  const std::size_t count = x.size();
  for (std::size_t i = 0; i < count; ++i) x.push_back(-x[i]);
  x.resize((x.size() + 63) / 64 * 64, T{1});
  std::vector<std::uint16_t> out(x.size());
  for (const auto& [mode, whole] : modes) {
    runner.run(std::string("k") + mode, out, x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::uint16_t expected = to_half(static_cast<double>(x[i]), whole);
      if (std::isnan(x[i])) {
        EXPECT_GT(out[i] & 0x7fff, 0x7c00);
      } else {
        ASSERT_EQ(out[i], expected) << "vstore_half" << mode << " of the " << type << ' ' << x[i];
      }
    }
  }
}

TEST(BuiltinData, IsStoredAsHalvesRoundedOnce) {
  check_half_rounding<float>("float");
  check_half_rounding<double>("double");
}

TEST(BuiltinData, IsShuffledByTheLowBitsOfTheMask) {
  BuiltinRunner runner(
      "kernel void k(global int* out, global int* x, global uint* m) {\n"
      "  size_t i = get_global_id(0); int4 a = vload4(i, x); int16 b = vload16(i % 4, x);\n"
      "  uint8 n = vload8(i, m); int16 c = b + 1000;\n"
      "  vstore8(shuffle(a, n), 3 * i, out); vstore8(shuffle2(a, a + 1000, n), 3 * i + 1, out);\n"
      "  vstore8(shuffle2(b, c, n), 3 * i + 2, out); }");
  const auto x = counted<std::int32_t>(256);
  std::vector<std::uint32_t> m(512);
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = static_cast<std::uint32_t>(i * 2654435761U);
  std::vector<std::int32_t> out(24 * 64);
  runner.run_items("k", 64, out, x, m);
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t k = 0; k < 8; ++k) {
      const std::uint32_t mask = m[8 * i + k];
      ASSERT_EQ(out[24 * i + k], x[4 * i + mask % 4]);
      ASSERT_EQ(out[24 * i + 8 + k], x[4 * i + mask % 4] + (mask % 8 < 4 ? 0 : 1000));
      ASSERT_EQ(out[24 * i + 16 + k], x[16 * (i % 4) + mask % 16] + (mask % 32 < 16 ? 0 : 1000));
    }
  }
}

TEST(BuiltinData, IsSelectedByTheHighestBitOfComponents) {
  BuiltinRunner runner(
      "kernel void k(global float* out, global int* c) { size_t i = get_global_id(0);\n"
      "  float4 a = (float4)(1, 2, 3, 4); int4 condition = vload4(i, c);\n"
      "  vstore4(select(a, a + 10, condition), 3 * i, out);\n"
      "  vstore4(select(a, a + 10, as_uint4(condition)), 3 * i + 1, out);\n"
      "  out[12 * i + 8] = select(1.0f, 11.0f, condition.x); }");
  const std::int32_t conditions[] = {1, -1, INT32_MAX, INT32_MIN, 0, 2, -2, 3};
  std::vector<std::int32_t> c(256);
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = conditions[(i + i / 8) % 8];
  std::vector<float> out(12 * 64);
  runner.run_items("k", 64, out, c);
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const float expected = static_cast<float>(k + 1) + (c[4 * i + k] < 0 ? 10 : 0);
      ASSERT_EQ(out[12 * i + k], expected);
      ASSERT_EQ(out[12 * i + 4 + k], expected);
    }
    ASSERT_EQ(out[12 * i + 8], c[4 * i] != 0 ? 11 : 1);
  }
}

TEST(BuiltinData, IsCopiedWithStridesByTheGroup) {
  BuiltinRunner runner(
      "kernel void k(global float2* out, global float2* x) { local float2 tile[40];\n"
      "  event_t e = async_work_group_strided_copy(tile, x, 40, 3, 0);\n"
      "  wait_group_events(1, &e); mem_fence(CLK_LOCAL_MEM_FENCE);\n"
      "  if (get_local_id(0) < 40) tile[get_local_id(0)] += 0.5f;\n"
      "  read_mem_fence(CLK_LOCAL_MEM_FENCE); write_mem_fence(CLK_LOCAL_MEM_FENCE);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); prefetch(x, 8);\n"
      "  e = async_work_group_strided_copy(out, tile, 40, 2, 0);\n"
      "  e = async_work_group_copy(out + 80, tile, 40, e); wait_group_events(1, &e); }");
  const auto x = counted<float>(2 * 120);
  std::vector<float> out(2 * 120, -1.0F);
  runner.run_items("k", 64, out, x);
  for (std::size_t i = 0; i < 80; ++i) ASSERT_EQ(out[160 + i], x[i / 2 * 6 + i % 2] + 0.5F) << i;
  for (std::size_t i = 0; i < 80; ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      ASSERT_EQ(out[2 * i + k], i % 2 == 0 ? x[3 * i + k] + 0.5F : -1.0F) << i;
    }
  }
}

TEST(BuiltinData, IsJoinedBitByBit) {
  BuiltinRunner runner(
      "kernel void k(global int* out, global int* x) { size_t i = get_global_id(0);\n"
      "  int a = x[i]; int v = a * 1103515245; global int* to = out + 10 * i;\n"
      "  to[0] = upsample((short)a, (ushort)v); to[1] = upsample((char2)(1, a), (uchar2)(2, "
      "v)).y;\n"
      "  to[2] = upsample(a, (uint)v) >> 16; to[3] = any((int3)(1, a, 5));\n"
      "  to[4] = all((int4)(-1, -2, a, -7)); to[5] = any((char)a); to[6] = mul24(a, v >> 8);\n"
      "  to[7] = mad24(a, v >> 8, 9); to[8] = as_int(nan((uint)a));\n"
      "  to[9] = vec_step(int3) + 10 * vec_step(a); }");
  std::vector<std::int32_t> x(64);
  std::iota(x.begin(), x.end(), -32);
  std::vector<std::int32_t> out(640);
  runner.run_items("k", 64, out, x);
  for (std::size_t i = 0; i < 64; ++i) {
    const std::int32_t a = x[i];
    const auto v = static_cast<std::int32_t>(static_cast<std::uint32_t>(a) * 1103515245U);
    const auto low = static_cast<std::uint32_t>(v);
    const std::int32_t* got = &out[10 * i];
    EXPECT_EQ(got[0], a * 65536 + static_cast<std::int32_t>(low & 0xffff));
    EXPECT_EQ(got[1], a * 256 + static_cast<std::int32_t>(low & 0xff));
    EXPECT_EQ(got[2], a * 65536 + static_cast<std::int32_t>(low >> 16));
    EXPECT_EQ(got[3], a < 0 ? 1 : 0);
    EXPECT_EQ(got[4], a < 0 ? 1 : 0);
    EXPECT_EQ(got[5], a < 0 ? 1 : 0);
    EXPECT_EQ(got[6], a * (v >> 8));
    EXPECT_EQ(got[7], a * (v >> 8) + 9);
    float number;
    std::memcpy(&number, &got[8], sizeof number);
    EXPECT_TRUE(std::isnan(number));
    EXPECT_EQ(got[8] & 0x3fffff, a & 0x3fffff);
    EXPECT_EQ(got[9], 4 + 10);
  }
}

}  // namespace
}  // namespace lanefold
