// SPDX-License-Identifier: Apache-2.0
// Integer, half and geometric built-ins on the functional machine: exact results.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "tests/support/builtin_runner.h"

namespace lanefold {
namespace {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

template <class T>
std::vector<T> values(std::size_t count, unsigned seed) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> list = {0,
                         1,
                         2,
                         static_cast<T>(-1),
                         Limits::min(),
                         Limits::max(),
                         static_cast<T>(Limits::max() / 2),
                         static_cast<T>(Limits::max() / 2 + 1)};
  std::mt19937_64 random(seed);
  while (list.size() < count) {
    // All magnitudes alike.
    list.push_back(static_cast<T>(static_cast<std::int64_t>(random()) >> (random() % 64)));
  }
  std::shuffle(list.begin(), list.end(), random);
  return list;
}

template <class T>
T saturated(Wide value) {
  const Wide least = std::numeric_limits<T>::min();
  const Wide most = std::numeric_limits<T>::max();
  return static_cast<T>(std::min(std::max(value, least), most));
}

/// The upper half of the product of two T; that of two 64-bit numbers may need the sign's place.
template <class T>
Wide upper_half(Wide a, Wide b) {
  constexpr int kBits = static_cast<int>(sizeof(T) * 8);
  if (std::is_signed_v<T>) return (a * b) >> kBits;
  return static_cast<Wide>((static_cast<UnsignedWide>(a) * static_cast<UnsignedWide>(b)) >> kBits);
}

template <class T>
struct IntegerFunction {
  const char* call;
  std::function<T(Wide, Wide, Wide)> reference;
};

template <class T>
std::vector<IntegerFunction<T>> integer_functions() {
  constexpr int kBits = static_cast<int>(sizeof(T) * 8);
  using Unsigned = std::make_unsigned_t<T>;
  const auto cut = [](Wide v) { return static_cast<T>(static_cast<Unsigned>(v)); };
  return {
      {"(T)abs(a)", [=](Wide a, Wide, Wide) { return cut(a < 0 ? -a : a); }},
      {"(T)abs_diff(a, b)", [=](Wide a, Wide b, Wide) { return cut(a > b ? a - b : b - a); }},
      {"add_sat(a, b)", [](Wide a, Wide b, Wide) { return saturated<T>(a + b); }},
      {"sub_sat(a, b)", [](Wide a, Wide b, Wide) { return saturated<T>(a - b); }},
      {"hadd(a, b)", [=](Wide a, Wide b, Wide) { return cut((a + b) >> 1); }},
      {"rhadd(a, b)", [=](Wide a, Wide b, Wide) { return cut((a + b + 1) >> 1); }},
      {"mul_hi(a, b)", [=](Wide a, Wide b, Wide) { return cut(upper_half<T>(a, b)); }},
      {"mad_hi(a, b, c)", [=](Wide a, Wide b, Wide c) { return cut(upper_half<T>(a, b) + c); }},
      {"mad_sat(a, b, c)",
       [](Wide a, Wide b, Wide c) {
         // The product of two unsigned 64-bit numbers may not fit beside the sign.
         if (std::is_unsigned_v<T> && a != 0 && b > std::numeric_limits<T>::max() / a) {
           return std::numeric_limits<T>::max();
         }
         return saturated<T>(a * b + c);
       }},
      {"clz(a)",
       [](Wide a, Wide, Wide) {
         int zeros = 0;
         while (zeros < kBits && (a >> (kBits - 1 - zeros) & 1) == 0) ++zeros;
         return static_cast<T>(zeros);
       }},
      {"popcount(a)",
       [](Wide a, Wide, Wide) {
         return static_cast<T>(
             __builtin_popcountll(static_cast<std::uint64_t>(static_cast<Unsigned>(a))));
       }},
      {"rotate(a, b)",
       [=](Wide a, Wide b, Wide) {
         const int left = static_cast<int>(b & (kBits - 1));
         const Wide bits = static_cast<Unsigned>(a);
         return cut(left == 0 ? bits : (bits << left) | (bits >> (kBits - left)));
       }},
      {"max(a, b)", [](Wide a, Wide b, Wide) { return static_cast<T>(std::max(a, b)); }},
      {"min(a, b)", [](Wide a, Wide b, Wide) { return static_cast<T>(std::min(a, b)); }},
      {"clamp(a, min(b, c), max(b, c))",
       [](Wide a, Wide b, Wide c) {
         return static_cast<T>(std::min(std::max(a, std::min(b, c)), std::max(b, c)));
       }},
      {"bitselect(a, b, c)", [=](Wide a, Wide b, Wide c) { return cut((a & ~c) | (b & c)); }},
      {"select(a, b, c)", [](Wide a, Wide b, Wide c) { return static_cast<T>(c != 0 ? b : a); }},
      {"c == 0 ? a : (T)(a / c)",
       [=](Wide a, Wide, Wide c) { return c == 0 ? cut(a) : cut(a / c); }},
      {"c == 0 ? a : (T)(a % c)",
       [=](Wide a, Wide, Wide c) { return c == 0 ? cut(a) : cut(a % c); }},
      {"shuffle((T##4)(a, b, c, 0), (U##4)(2, 1, 0, 3)).x",
       [=](Wide, Wide, Wide c) { return cut(c); }},
      {"vload2(i / 2, y)[i % 2]", [=](Wide, Wide b, Wide) { return cut(b); }},
  };
}

template <class T>
void check_integers(const std::string& type, const std::string& unsigned_type) {
  const auto functions = integer_functions<T>();
  std::string source;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    std::string call = functions[i].call;
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"T##", type},
                                   {"U##", unsigned_type},
                                   {"(T)", "(" + type + ")"},
                                   {"T*", type + "*"}}) {
      for (std::size_t at = call.find(from); at != std::string::npos; at = call.find(from)) {
        call.replace(at, from.size(), to);
      }
    }
    source += "kernel void k" + std::to_string(i) + "(global " + type + "* out, global " + type +
              "* x, global " + type + "* y, global " + type +
              "* z) {\n  size_t i = get_global_id(0);\n  " + type +
              " a = x[i], b = y[i], c = z[i];\n  out[i] = " + call + ";\n}\n";
  }
  BuiltinRunner runner(source);
  constexpr std::size_t kCount = 1024;
  const auto a = values<T>(kCount, 1);
  const auto b = values<T>(kCount, 2);
  const auto c = values<T>(kCount, 3);
  for (std::size_t f = 0; f < functions.size(); ++f) {
    std::vector<T> out(kCount);
    runner.run("k" + std::to_string(f), out, a, b, c);
    for (std::size_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(+out[i], +functions[f].reference(a[i], b[i], c[i]))
          << functions[f].call << " for " << type << ' ' << +a[i] << ", " << +b[i] << ", " << +c[i];
    }
  }
}

TEST(BuiltinValues, DeepOfIntegerFunctionsAreExact) {
  check_integers<std::int8_t>("char", "uchar");
  check_integers<std::uint8_t>("uchar", "uchar");
  check_integers<std::int16_t>("short", "ushort");
  check_integers<std::uint16_t>("ushort", "ushort");
  check_integers<std::int32_t>("int", "uint");
  check_integers<std::uint32_t>("uint", "uint");
  check_integers<std::int64_t>("long", "ulong");
  check_integers<std::uint64_t>("ulong", "ulong");
}

TEST(BuiltinValues, OfHalvesSurviveLoadAndStore) {
  BuiltinRunner runner(
      "kernel void load(global float* out, global half* x) {\n"
      "  size_t i = get_global_id(0); out[i] = vload_half(i, x); }\n"
      "kernel void store(global half* out, global float* x) {\n"
      "  size_t i = get_global_id(0); vstore_half(x[i], i, out); }\n");
  std::vector<std::uint16_t> halves(65536);
  std::iota(halves.begin(), halves.end(), std::uint16_t{0});
  std::vector<float> floats(halves.size());
  runner.run("load", floats, halves);
  EXPECT_EQ(floats[0x3c00], 1.0F);
  EXPECT_EQ(floats[0x0001], 0x1p-24F);
  EXPECT_EQ(floats[0xfbff], -65504.0F);
  EXPECT_TRUE(std::isinf(floats[0x7c00]));
  std::vector<std::uint16_t> back(halves.size());
  runner.run("store", back, floats);
  for (std::size_t i = 0; i < halves.size(); ++i) {
    if (std::isnan(floats[i])) continue;
    ASSERT_EQ(back[i], halves[i]);
  }
}

TEST(BuiltinValues, OfGeometricAndCopyFunctionsAreRight) {
  BuiltinRunner runner(
      "kernel void k(global float* out, global float* x) { size_t i = get_global_id(0);\n"
      "  local float tile[64]; event_t e = async_work_group_copy(tile, x, 64, 0);\n"
      "  wait_group_events(1, &e);\n"
      "  float3 a = (float3)(tile[i], 2.0f, 3.0f), b = (float3)(4.0f, 5.0f, tile[63 - i]);\n"
      "  float3 c = cross(a, b); out[8*i] = dot(a, b); out[8*i+1] = c.x; out[8*i+2] = c.y;\n"
      "  out[8*i+3] = c.z; out[8*i+4] = length(a * 1e30f) * 1e-30f; out[8*i+5] = distance(a, b);\n"
      "  out[8*i+6] = normalize(a * 1e-30f).y; out[8*i+7] = smoothstep(0.0f, 64.0f, tile[i]); }");
  std::vector<float> x(64);
  std::iota(x.begin(), x.end(), 0.5F);
  std::vector<float> out(8 * 64);
  runner.run_items("k", 64, out, x);
  for (std::size_t i = 0; i < 64; ++i) {
    const float p = x[i], q = x[63 - i];
    const float size = std::sqrt(p * p + 13);
    const float t = p / 64;
    const float expected[] = {p * 4 + 10 + 3 * q,
                              2 * q - 15,
                              12 - p * q,
                              p * 5 - 8,
                              size,
                              std::sqrt((p - 4) * (p - 4) + 9 + (q - 3) * (q - 3)),
                              2 / size,
                              t * t * (3 - 2 * t)};
    for (std::size_t k = 0; k < 8; ++k) {
      ASSERT_NEAR(out[8 * i + k], expected[k], std::fabs(expected[k]) * 2e-6F) << k;
    }
  }
}

}  // namespace
}  // namespace lanefold
