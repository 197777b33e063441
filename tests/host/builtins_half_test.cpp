// SPDX-License-Identifier: Apache-2.0
// Halves as numbers (cl_khr_fp16) on the functional machine: conversions, arithmetic, vectors,
// memory and arguments. builtins_half_ulp_test.cpp has the math functions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/support/builtin_runner.h"
#include "tests/support/half.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using Bits = std::vector<std::uint16_t>;

const std::string kEnable = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";

TEST(Halves, BecomeFloatsAndDoublesExactly) {
  BuiltinRunner runner(kEnable +
                       "kernel void k(global float* f, global double* d, global const half* x) {\n"
                       "  const size_t i = get_global_id(0); f[i] = x[i]; d[i] = x[i]; }");
  Bits x = all_halves();
  std::vector<float> f(x.size());
  std::vector<double> d(x.size());
  runner.run_back("k", x.size(), f, d, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double expected = from_half(x[i]);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(f[i]) && std::isnan(d[i])) << x[i];
      continue;
    }
    ASSERT_EQ(d[i], expected) << x[i];
    ASSERT_EQ(static_cast<double>(f[i]), expected) << x[i];
    ASSERT_EQ(std::signbit(f[i]), (x[i] & 0x8000) != 0) << x[i];
  }
}

/// Ties between all neighbours, what is just beside them, and anything.
template <class T>
std::vector<T> hard_to_round() {
  std::vector<T> values;
  for (std::uint16_t bits = 0; bits < 0x7c00; ++bits) {
    const double above = bits == 0x7bff ? 65536 : from_half(static_cast<std::uint16_t>(bits + 1));
    const T tie = static_cast<T>((from_half(bits) + above) / 2);
    for (const T value : {std::nextafter(tie, T{0}), tie, std::nextafter(tie, T(1e9))}) {
      values.push_back((bits & 1) != 0 ? -value : value);
    }
  }
  std::mt19937_64 random(11);
  while (values.size() % 65536 != 0) {
    const std::uint64_t word = random();
    T value;
    std::memcpy(&value, &word, sizeof value);
    values.push_back(value);
  }
  return values;
}

template <class T>
void expect_rounded(const std::string& type) {
  BuiltinRunner runner(kEnable + "kernel void k(global half* out, global const " + type +
                       "* x) {\n  const size_t i = get_global_id(0); out[i] = (half)x[i]; }");
  const std::vector<T> x = hard_to_round<T>();
  Bits out(x.size());
  runner.run("k", out, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_TRUE(same_half(out[i], to_half(static_cast<double>(x[i])))) << type << ' ' << x[i];
  }
}

TEST(Halves, AreRoundedFromFloatsOnce) { expect_rounded<float>("float"); }
TEST(Halves, AreRoundedFromDoublesOnce) { expect_rounded<double>("double"); }

TEST(Halves, AddMultiplyDivideAndCompareAsIfExactlyAndRoundedOnce) {
  // The second kernel is compiled without doubles.
  const std::string body =
      "  const size_t i = get_global_id(0); const half a = x[i], b = y[i];\n"
      "  out[6 * i] = a + b; out[6 * i + 1] = a - b; out[6 * i + 2] = a * b;\n"
      "  out[6 * i + 3] = a / b; out[6 * i + 4] = -a;\n"
      "  out[6 * i + 5] = (a < b) + 2 * (a == b) + 4 * (a >= b) + 8 * (a != b); }\n";
  const Bits x = all_halves();
  for (const char* unit : {"double d = 0;", ""}) {
    BuiltinRunner runner(kEnable +
                         "kernel void k(global half* out, global const half* x,\n"
                         "    global const half* y) {" +
                         unit + "\n" + body);
    std::mt19937 random(3);
    for (const bool near : {false, true}) {
      Bits y(x.size());
      for (std::size_t i = 0; i < y.size(); ++i) {
        y[i] = static_cast<std::uint16_t>(near ? (x[i] ^ (random() & 0x83ff)) : random());
      }
      Bits out(6 * x.size());
      runner.run_items("k", x.size(), out, x, y);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double a = from_half(x[i]);
        const double b = from_half(y[i]);
        const int order = (a < b ? 1 : 0) + (a == b ? 2 : 0) + (a >= b ? 4 : 0) + (a != b ? 8 : 0);
        const double expected[] = {a + b, a - b, a * b, a / b, -a, static_cast<double>(order)};
        for (std::size_t k = 0; k < 6; ++k) {
          ASSERT_TRUE(same_half(out[6 * i + k], to_half(expected[k])))
              << "result " << k << " of " << a << " and " << b << ": " << from_half(out[6 * i + k]);
        }
      }
    }
  }
}

/// A rounding mode by its suffix; without one, integers cut and reals round to nearest.
struct Rounding {
  const char* suffix;
  double (*to_integer)(double);
  double (*to_real)(double);
};
const Rounding kRoundings[] = {{"", std::trunc, std::rint},
                               {"_rte", std::rint, std::rint},
                               {"_rtz", std::trunc, std::trunc},
                               {"_rtp", std::ceil, std::ceil},
                               {"_rtn", std::floor, std::floor}};

/// What a half becomes; nothing where the standard leaves it open.
template <class T>
std::optional<T> integer_of(double value, const Rounding& rounding, bool saturate) {
  using Limits = std::numeric_limits<T>;
  const double whole = rounding.to_integer(value);
  if (whole >= static_cast<double>(Limits::min()) && whole < std::ldexp(1.0, Limits::digits)) {
    return static_cast<T>(whole);
  }
  if (!saturate) return {};
  return std::isnan(whole) ? T{0} : whole < 0 ? Limits::min() : Limits::max();
}

template <class T>
void check_integers(const std::string& type) {
  std::string source = kEnable;
  for (const Rounding& rounding : kRoundings) {
    source += fmt::format(
        "kernel void to{0}(global half* out, global const {1}* x) {{\n"
        "  const size_t i = get_global_id(0); out[i] = convert_half{0}(x[i]); }}\n",
        rounding.suffix, type);
    for (const char* sat : {"", "_sat"}) {
      source += fmt::format(
          "kernel void from{2}{0}(global {1}* out, global const half* x) {{\n"
          "  const size_t i = get_global_id(0); out[i] = convert_{1}{2}{0}(x[i]); }}\n",
          rounding.suffix, type, sat);
    }
  }
  BuiltinRunner runner(source);
  std::mt19937_64 random(5);
  std::vector<T> integers(4096);
  for (T& integer : integers) {
    integer = static_cast<T>(static_cast<std::int64_t>(random()) >> (random() % 64));
  }
  const Bits halves = all_halves();
  for (const Rounding& rounding : kRoundings) {
    Bits to(integers.size());
    runner.run(std::string("to") + rounding.suffix, to, integers);
    for (std::size_t i = 0; i < to.size(); ++i) {
      // Beyond 2^53 all modes give what they give for any number beyond the largest half.
      ASSERT_EQ(to[i], to_half(static_cast<double>(integers[i]), rounding.to_real))
          << type << rounding.suffix << ' ' << +integers[i];
    }
    for (const bool saturate : {false, true}) {
      std::vector<T> from(halves.size());
      runner.run(std::string(saturate ? "from_sat" : "from") + rounding.suffix, from, halves);
      for (std::size_t i = 0; i < from.size(); ++i) {
        const auto expected = integer_of<T>(from_half(halves[i]), rounding, saturate);
        if (!expected) continue;
        ASSERT_EQ(from[i], *expected) << type << rounding.suffix << ' ' << halves[i];
      }
    }
  }
}

TEST(HalfConversions, DeepFromAndToIntegersRoundAndSaturate) {
  check_integers<std::int8_t>("char");
  check_integers<std::uint8_t>("uchar");
  check_integers<std::int16_t>("short");
  check_integers<std::uint16_t>("ushort");
  check_integers<std::int32_t>("int");
  check_integers<std::uint32_t>("uint");
  check_integers<std::int64_t>("long");
  check_integers<std::uint64_t>("ulong");
}

TEST(HalfConversions, FromIntegersRoundAsTheModeSays) { check_integers<std::int32_t>("int"); }

template <class T>
void check_reals(const std::string& type) {
  std::string source = kEnable;
  for (const Rounding& rounding : kRoundings) {
    source += fmt::format(
        "kernel void to{0}(global half* out, global const {1}* x) {{\n"
        "  const size_t i = get_global_id(0); out[i] = convert_half{0}(x[i]); }}\n",
        rounding.suffix, type);
  }
  BuiltinRunner runner(source);
  std::vector<T> x = hard_to_round<T>();
  x.resize(32768);
  for (const Rounding& rounding : kRoundings) {
    Bits out(x.size());
    runner.run(std::string("to") + rounding.suffix, out, x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_TRUE(same_half(out[i], to_half(static_cast<double>(x[i]), rounding.to_real)))
          << type << rounding.suffix << ' ' << x[i];
    }
  }
}

TEST(HalfConversions, FromRealsRoundAsTheModeSays) {
  check_reals<float>("float");
  check_reals<double>("double");
}

TEST(Halves, AreArgumentsConstantsAndVectors) {
  const auto program = compile_program(kEnable + R"cl(
    constant half kThird = 1.0h / 3.0h;
    kernel void k(global ushort* out, half a, half4 b, global const half* x, local half* l) {
      half16 wide = vload16(0, x);
      wide = wide * a + (half16)(b, b.wzyx, b + kThird, -b);
      vstore16(wide, 0, l);
      barrier(CLK_LOCAL_MEM_FENCE);
      const half3 three = vload3(1, l);
      vstore4(as_ushort4(shuffle2(wide.lo, wide.hi, (ushort4)(15, 0, 8, 7))), 0, out);
      vstore3(as_ushort3(three), 0, out + 4);
      out[7] = as_ushort(select(a, b.y, (short)1));
      out[8] = as_ushort(as_half((ushort)0x3555) + HALF_MAX * HALF_EPSILON);
      out[9] = (ushort)(isequal(b, b.xxzz).y == (short)0 && any(isless(b, (half4)(2.5h))));
      out[10] = as_ushort(convert_half(printf("%.3f %g\n", a, kThird)));
      out[11] = sizeof(half3) + sizeof(half16);
    })cl");
  const auto half_of = [](double value) { return to_half(value); };
  const auto rounded = [](double value) { return from_half(to_half(value)); };
  Bits x(16);
  for (std::size_t i = 0; i < 16; ++i) x[i] = half_of(0.1 * static_cast<double>(i) - 0.7);
  const double a = rounded(1.7);
  const double b[] = {1, rounded(2.2), 3, rounded(-0.3)};
  const double third = rounded(1.0 / 3);
  double wide[16];
  for (std::size_t i = 0; i < 16; ++i) {
    const double addend = i < 4    ? b[i]
                          : i < 8  ? b[7 - i]
                          : i < 12 ? rounded(b[i - 8] + third)
                                   : -b[i - 12];
    wide[i] = rounded(rounded(from_half(x[i]) * a) + addend);
  }
  Bits expected = {half_of(wide[15]),
                   half_of(wide[0]),
                   half_of(wide[8]),
                   half_of(wide[7]),
                   half_of(wide[3]),
                   half_of(wide[4]),
                   half_of(wide[5]),
                   half_of(b[1]),
                   half_of(from_half(0x3555) + rounded(65504.0 / 1024)),
                   1,
                   0,
                   40};
  const auto bytes_of = [](std::vector<double> values) {
    std::vector<std::byte> bytes(2 * values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint16_t bits = to_half(values[i]);
      std::memcpy(bytes.data() + 2 * i, &bits, 2);
    }
    return bytes;
  };
  const auto machine = make_functional_machine(test_machine(16));
  std::string printed;
  machine->on_print([&](std::string_view text) { printed += text; });
  const Buffer out = machine->allocate(2 * expected.size());
  const Buffer in = machine->allocate(32);
  machine->write(in, 0, x.data(), 32);
  machine->launch(*program, "k", range_1d(1, 1),
                  {out, bytes_of({1.7}), bytes_of({b[0], b[1], b[2], b[3]}), in, LocalBytes{32}});
  Bits got(expected.size());
  machine->read(out, 0, got.data(), 2 * got.size());
  EXPECT_EQ(got, expected);
  EXPECT_EQ(printed, "1.700 0.333252\n");
}

TEST(Halves, AreExchangedWithinSubGroups) {
  const auto program = compile_program(kEnable + R"cl(
    kernel void k(global uint* out) {
      const uint i = get_global_id(0);
      const half x = (half)i - 8.0h;
      out[i] = as_uint((float)sub_group_broadcast(x, 2));
      out[20 + i] = as_uint((float)sub_group_reduce_add(x));
      out[40 + i] = as_uint((float)sub_group_reduce_min(x));
      out[60 + i] = as_uint((float)sub_group_scan_exclusive_max(x));
      out[80 + i] = as_uint((float)sub_group_scan_inclusive_add(x));
    })cl");
  Words expected(100);
  const auto set = [&](std::size_t place, double value) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(&expected[place], &narrow, sizeof narrow);
  };
  double sum = 0;
  for (std::uint32_t i = 0; i < 20; ++i) {
    const std::uint32_t first = i / 16 * 16;
    const double before = static_cast<double>(i) - 9;
    if (i == first) sum = 0;
    sum += static_cast<double>(i) - 8;
    set(i, first + 2.0 - 8);
    set(20 + i, first == 0 ? 120 - 128 : 70 - 32);
    set(40 + i, first - 8.0);
    set(60 + i, i == first ? -INFINITY : before);
    set(80 + i, sum);
  }
  const auto machine = make_functional_machine(test_machine(16));
  EXPECT_EQ(run_job(*machine, *program, {"k", range_1d(20, 20), 100, {}, {}}), expected);
}

TEST(Halves, ArePrintedAlsoInVectors) {
  const auto program = compile_program(kEnable + R"cl(
    kernel void k(global uint* out, half3 v) {
      *out = printf("%v3hf %.1v2hf %g\n", v, v.zy, v.x);
    })cl");
  const auto machine = make_functional_machine(test_machine(16));
  std::string printed;
  machine->on_print([&](std::string_view text) { printed += text; });
  std::vector<std::byte> v(8);
  const std::uint16_t bits[] = {to_half(0.5), to_half(-INFINITY), to_half(2.25)};
  std::memcpy(v.data(), bits, sizeof bits);
  EXPECT_EQ(run_job(*machine, *program, {"k", range_1d(1, 1), 1, {}, {v}}), Words{0});
  EXPECT_EQ(printed, "0.500000,-inf,2.250000 2.2,-inf 0.5\n");
}

TEST(Halves, AreThereWhereTheSourceNamesTheirExtension) {
  const std::string ambiguous = "kernel void k(global float* p) { p[0] = sqrt((int)p[1]); }\n";
  EXPECT_NO_THROW(compile_opencl(ambiguous, "one_candidate.cl"));
  EXPECT_NO_THROW(compile_opencl(
      "#ifndef cl_khr_fp16\n#error no halves\n#endif\nkernel void k() {}\n", "named.cl"));
}

}  // namespace
}  // namespace lanefold
