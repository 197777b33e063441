// SPDX-License-Identifier: Apache-2.0
// Conversions between all scalar types, with all rounding modes and saturation, against the host.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <random>

#include "tests/support/builtin_runner.h"

namespace lanefold {
namespace {

constexpr std::size_t kCount = 512;

/// A rounding mode by its suffix; without one, integers cut and reals round to nearest.
struct Rounding {
  const char* suffix;
  long double (*to_integer)(long double);
  int to_real;
};
const Rounding kRoundings[] = {{"", std::trunc, FE_TONEAREST},
                               {"_rte", std::rint, FE_TONEAREST},
                               {"_rtz", std::trunc, FE_TOWARDZERO},
                               {"_rtp", std::ceil, FE_UPWARD},
                               {"_rtn", std::floor, FE_DOWNWARD}};

/// Calls `action(name, zero)` with a zero of each type.
template <class Action>
void for_each_type(Action action) {
  action("char", std::int8_t{});
  action("uchar", std::uint8_t{});
  action("short", std::int16_t{});
  action("ushort", std::uint16_t{});
  action("int", std::int32_t{});
  action("uint", std::uint32_t{});
  action("long", std::int64_t{});
  action("ulong", std::uint64_t{});
  action("float", float{});
  action("double", double{});
}

/// Around the powers of two, where types end, then halves, then anything.
template <class T>
std::vector<T> values() {
  std::vector<T> list;
  for (int exponent = 0; exponent <= 64; ++exponent) {
    for (const double offset : {0.0, 0.5, -0.5, 1.0}) {
      const double value = std::ldexp(1.0, exponent) - offset;
      for (const double v : {value, -value}) {
        const bool fits =
            !(std::is_integral_v<T>) || (v >= static_cast<double>(std::numeric_limits<T>::min()) &&
                                         v < std::ldexp(1.0, std::numeric_limits<T>::digits));
        if (fits && list.size() < kCount / 2) list.push_back(static_cast<T>(v));
      }
    }
  }
  list.push_back(std::numeric_limits<T>::min());
  list.push_back(std::numeric_limits<T>::max());
  list.push_back(std::numeric_limits<T>::lowest());
  if constexpr (!std::is_integral_v<T>) {
    const T infinity = std::numeric_limits<T>::infinity();
    list.insert(list.end(), {infinity, -infinity, std::numeric_limits<T>::quiet_NaN(), T(-0.0),
                             std::numeric_limits<T>::denorm_min()});
  }
  std::mt19937_64 random(7);
  while (list.size() < kCount) {
    const std::uint64_t bits = random();
    if (std::is_integral_v<T>) {
      list.push_back(static_cast<T>(static_cast<std::int64_t>(bits) >> (random() % 64)));
    } else if (list.size() % 2 == 0) {
      T value;
      std::memcpy(&value, &bits, sizeof value);
      list.push_back(value);
    } else {
      list.push_back(static_cast<T>(
          std::ldexp(static_cast<double>(static_cast<std::int32_t>(bits)), -int(random() % 40))));
    }
  }
  return list;
}

/// What the conversion gives; nothing where the standard leaves it open. A long double holds every
/// value of every type.
template <class To, class From>
std::optional<To> converted(From from, const Rounding& rounding, bool saturate) {
  // Volatile: it is rounded between the calls that set the mode.
  const volatile long double value = from;
  if constexpr (!std::is_integral_v<To>) {
    std::fesetround(rounding.to_real);
    const volatile To result = static_cast<To>(value);
    std::fesetround(FE_TONEAREST);
    return result;
  } else {
    using Limits = std::numeric_limits<To>;
    const long double whole = rounding.to_integer(value);
    if (whole >= static_cast<long double>(Limits::min()) &&
        whole <= static_cast<long double>(Limits::max())) {
      return static_cast<To>(whole);
    }
    if (!saturate) return {};
    return std::isnan(whole) ? To{0} : whole < 0 ? Limits::min() : Limits::max();
  }
}

template <class T>
bool same(T a, T b) {
  if constexpr (!std::is_integral_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (std::signbit(a) != std::signbit(b)) return false;
  }
  return a == b;
}

/// The conversions to one type that the standard has: reals do not saturate.
template <class Action>
void for_each_conversion(bool real, Action action) {
  for (const Rounding& rounding : kRoundings) {
    action(rounding, false, rounding.suffix);
    if (!real) action(rounding, true, std::string("_sat") + rounding.suffix);
  }
}

std::string conversions_from(const std::string& from) {
  std::string source;
  for_each_type([&](const char* to, auto zero) {
    for_each_conversion(!std::is_integral_v<decltype(zero)>,
                        [&](const Rounding&, bool, const std::string& suffix) {
                          source += fmt::format(
                              "kernel void to_{0}{1}(global {0}* out, global const {2}* x) {{\n"
                              "  const size_t i = get_global_id(0);\n"
                              "  out[i] = convert_{0}{1}(x[i]);\n}}\n",
                              to, suffix, from);
                        });
  });
  return source;
}

template <class From>
void check(const char* from) {
  BuiltinRunner runner(conversions_from(from));
  const std::vector<From> x = values<From>();
  for_each_type([&](const char* to, auto zero) {
    using To = decltype(zero);
    for_each_conversion(!std::is_integral_v<To>, [&](const Rounding& rounding, bool saturate,
                                                     const std::string& suffix) {
      std::vector<To> out(x.size());
      runner.run(std::string("to_") + to + suffix, out, x);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const std::optional<To> expected = converted<To>(x[i], rounding, saturate);
        if (!expected || same(out[i], *expected)) continue;
        ADD_FAILURE() << fmt::format("convert_{}{} of the {} {}: {}, expected {}", to, suffix, from,
                                     x[i], out[i], *expected);
        return;
      }
    });
  });
}

TEST(BuiltinConversions, DeepBetweenAllTypesAreExact) {
  for_each_type([](const char* name, auto zero) { check<decltype(zero)>(name); });
}

}  // namespace
}  // namespace lanefold
