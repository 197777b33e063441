// SPDX-License-Identifier: Apache-2.0
// Values of the built-in functions, computed on the functional machine, against the host's C
// library within the error that OpenCL 1.2 clause 7.4 allows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "tests/support/builtin_runner.h"

namespace lanefold {
namespace {

constexpr unsigned kSeed = 20120509;
constexpr long double kPi = 3.14159265358979323846264338327950288L;

/// Distance in units of the last place of `expected` rounded to T; 0 if both are the same
/// non-number or infinity.
template <class T>
double ulp_error(T got, long double expected) {
  const T rounded = static_cast<T>(expected);
  if (std::isnan(expected)) return std::isnan(got) ? 0 : INFINITY;
  if (got == rounded) return 0;
  if (std::isnan(got) || std::isinf(expected)) return INFINITY;
  const T most = std::numeric_limits<T>::max();
  if (std::isinf(got)) return std::isinf(rounded) || std::fabs(rounded) == most ? 0 : INFINITY;
  const T size = std::min(std::fabs(rounded), most);
  const double unit =
      std::max<double>(std::ldexp(1.0, std::ilogb(std::max(size, std::numeric_limits<T>::min())) -
                                           (std::numeric_limits<T>::digits - 1)),
                       std::numeric_limits<T>::denorm_min());
  return static_cast<double>(std::fabs((got - expected) / unit));
}

template <class T>
std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values;
  for (const double v :
       {0.0, 0.25, 0.5, 0.75, 1.0, 1.5,  2.0,  2.5,  3.0,   4.0,  5.0,  7.5,
        8.0, 10.0, 0.1, 1e-5, 1e5, 35.0, 88.5, 89.0, 104.0, 1e10, 1e30, 1.0000001}) {
    values.push_back(static_cast<T>(v));
  }
  values.insert(values.end(), {Limits::infinity(), Limits::quiet_NaN(), Limits::max(),
                               Limits::min(), Limits::denorm_min(), 3 * Limits::denorm_min()});
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  return values;
}

/// Critical values, then values over all exponents, then values around 1.
template <class T>
std::vector<T> inputs(std::size_t count, unsigned seed) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::vector<T> values = special_values<T>();
  std::mt19937_64 random(seed);
  std::shuffle(values.begin(), values.end(), random);
  while (values.size() < count) {
    const std::size_t kind = values.size() % 4;
    if (kind == 0) {
      const auto bits = static_cast<Bits>(random());
      T value;
      std::memcpy(&value, &bits, sizeof value);
      values.push_back(value);
    } else {
      const double range = kind == 1 ? 1.0 : kind == 2 ? 10.0 : 100.0;
      values.push_back(static_cast<T>(std::uniform_real_distribution<>(-range, range)(random)));
    }
  }
  return values;
}

struct Function {
  const char* name;
  double ulp;
  std::function<long double(long double, long double, long double)> reference;
};

/// sin(pi * a) for |a| up to 1, where the sine is small by the exact distance to its zero.
long double sine_of_turn(long double a) {
  const long double near = std::fabs(a) > 0.5 ? std::copysign(1.0, a) - a : a;
  return (std::sin(kPi * near));
}
long double turn(long double a) { return a - 2 * std::rint(a / 2); }
long double exact_sinpi(long double a) {
  if (std::isinf(a)) return NAN;
  return std::floor(a) == a ? std::copysign(0.0, a) : sine_of_turn(turn(a));
}
long double exact_cospi(long double a) {
  return std::isinf(a) ? NAN : sine_of_turn(0.5 - std::fabs(turn(a)));
}
long double nan_if(bool condition, long double value) { return condition ? NAN : value; }
long double magnitude_choice(long double a, long double b, bool larger) {
  const long double x = std::fabs(a), y = std::fabs(b);
  if (x > y) return larger ? a : b;
  if (y > x) return larger ? b : a;
  return larger ? std::fmax(a, b) : std::fmin(a, b);
}

#define REFERENCE(expression)                       \
  [](long double a, [[maybe_unused]] long double b, \
     [[maybe_unused]] long double c) -> long double { return expression; }

/// Bounds are those of OpenCL 1.2 table 7.1; 0 is a correctly rounded result.
const Function kUnary[] = {
    {"acos", 4, REFERENCE(std::acos(a))},
    {"acosh", 4, REFERENCE(std::acosh(a))},
    {"acospi", 5, REFERENCE(std::acos(a) / kPi)},
    {"asin", 4, REFERENCE(std::asin(a))},
    {"asinh", 4, REFERENCE(std::asinh(a))},
    {"asinpi", 5, REFERENCE(std::asin(a) / kPi)},
    {"atan", 5, REFERENCE(std::atan(a))},
    {"atanh", 5, REFERENCE(std::atanh(a))},
    {"atanpi", 5, REFERENCE(std::atan(a) / kPi)},
    {"cbrt", 2, REFERENCE(std::cbrt(a))},
    {"ceil", 0.5, REFERENCE(std::ceil(a))},
    {"cos", 4, REFERENCE(std::cos(a))},
    {"cosh", 4, REFERENCE(std::cosh(a))},
    {"cospi", 4, REFERENCE(exact_cospi(a))},
    {"erf", 16, REFERENCE(std::erf(a))},
    {"erfc", 16, REFERENCE(std::erfc(a))},
    {"exp", 3, REFERENCE(std::exp(a))},
    {"exp2", 3, REFERENCE(std::exp2(a))},
    {"exp10", 3, REFERENCE(std::pow(10.0L, a))},
    {"expm1", 3, REFERENCE(std::expm1(a))},
    {"fabs", 0, REFERENCE(std::fabs(a))},
    {"floor", 0.5, REFERENCE(std::floor(a))},
    {"log", 3, REFERENCE(std::log(a))},
    {"log2", 3, REFERENCE(std::log2(a))},
    {"log10", 3, REFERENCE(std::log10(a))},
    {"log1p", 2, REFERENCE(std::log1p(a))},
    {"logb", 0, REFERENCE(std::logb(a))},
    {"rint", 0.5, REFERENCE(std::rint(a))},
    {"round", 0.5, REFERENCE(std::round(a))},
    {"rsqrt", 2, REFERENCE(a == 0 ? std::copysign(INFINITY, a) : 1 / std::sqrt(a))},
    {"sin", 4, REFERENCE(std::sin(a))},
    {"sinh", 4, REFERENCE(std::sinh(a))},
    {"sinpi", 4, REFERENCE(exact_sinpi(a))},
    {"sqrt", 0.5, REFERENCE(std::sqrt(a))},
    {"tan", 5, REFERENCE(std::tan(a))},
    {"tanh", 5, REFERENCE(std::tanh(a))},
    {"tanpi", 6, REFERENCE(exact_sinpi(a) / exact_cospi(a))},
    {"trunc", 0.5, REFERENCE(std::trunc(a))},
    {"tgamma", 16,
     REFERENCE(a == 0                        ? std::copysign(INFINITY, a)
               : a < 0 && std::floor(a) == a ? NAN
                                             : std::tgamma(a))},
    {"degrees", 2, REFERENCE(a*(180 / kPi))},
    {"radians", 2, REFERENCE(a*(kPi / 180))},
    {"sign", 0,
     REFERENCE(std::isnan(a) ? 0.0
               : a > 0       ? 1.0
               : a < 0       ? -1.0
                             : a)}};

/// The values are tested with both other arguments as well.
const Function kBinary[] = {
    {"atan2", 6, REFERENCE(std::atan2(a, b))},
    {"atan2pi", 6, REFERENCE(std::atan2(a, b) / kPi)},
    {"copysign", 0, REFERENCE(std::copysign(a, b))},
    {"fdim", 0.5, REFERENCE(std::fdim(a, b))},
    {"fmax", 0, REFERENCE(std::fmax(a, b))},
    {"fmin", 0, REFERENCE(std::fmin(a, b))},
    {"fmod", 0, REFERENCE(std::fmod(a, b))},
    {"hypot", 4, REFERENCE(std::hypot(a, b))},
    {"maxmag", 0, REFERENCE(magnitude_choice(a, b, true))},
    {"minmag", 0, REFERENCE(magnitude_choice(a, b, false))},
    {"pow", 16, REFERENCE(std::pow(a, b))},
    {"powr", 16,
     REFERENCE(nan_if(a < 0 || std::isnan(a) || std::isnan(b) ||
                          (b == 0 && (a == 0 || std::isinf(a))) || (a == 1 && std::isinf(b)),
                      std::pow(std::fabs(a), b)))},
    {"remainder", 0, REFERENCE(std::remainder(a, b))}};

/// Only for floats: there is no such function, or no such precision, for doubles.
const Function kSingleUnary[] = {
    {"native_sin", 1, REFERENCE(std::sin(a))},
    {"native_cos", 1, REFERENCE(std::cos(a))},
    {"native_tan", 5, REFERENCE(std::tan(a))},
    {"native_exp", 1, REFERENCE(std::exp(a))},
    {"native_exp2", 1, REFERENCE(std::exp2(a))},
    {"native_exp10", 3, REFERENCE(std::pow(10.0L, a))},
    {"native_log", 1, REFERENCE(std::log(a))},
    {"native_log2", 1, REFERENCE(std::log2(a))},
    {"native_log10", 3, REFERENCE(std::log10(a))},
    {"native_recip", 1, REFERENCE(1 / a)},
    {"native_rsqrt", 1, REFERENCE(a == 0 ? std::copysign(INFINITY, a) : 1 / std::sqrt(a))},
    {"native_sqrt", 1, REFERENCE(std::sqrt(a))},
    {"half_exp", 1, REFERENCE(std::exp(a))},
    {"half_sqrt", 1, REFERENCE(std::sqrt(a))}};
const Function kSingleBinary[] = {{"native_divide", 1, REFERENCE(a / b)},
                                  {"half_divide", 1, REFERENCE(a / b)},
                                  {"half_powr", 16, REFERENCE(std::pow(a, b))}};

template <class List>
std::string kernels(const List& list, const std::string& type, const std::string& call) {
  std::string text;
  for (const Function& function : list) {
    text += fmt::format(
        "kernel void k_{0}(global {1}* out, global const {1}* x, global const {1}* y,\n"
        "                  global const {1}* z) {{\n"
        "  const size_t i = get_global_id(0); const {1} a = x[i], b = y[i], c = z[i];\n"
        "  out[i] = {0}({2});\n}}\n",
        function.name, type, call);
  }
  return text;
}

template <class T, class List>
void check(BuiltinRunner& runner, const List& list) {
  constexpr std::size_t kCount = 4096;
  const std::vector<T> a = inputs<T>(kCount, kSeed);
  const std::vector<T> b = inputs<T>(kCount, kSeed + 1);
  const std::vector<T> c = inputs<T>(kCount, kSeed + 2);
  for (const Function& function : list) {
    std::vector<T> out(kCount);
    runner.run(std::string("k_") + function.name, out, a, b, c);
    double worst = 0;
    std::size_t where = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      const double error = ulp_error(out[i], function.reference(a[i], b[i], c[i]));
      if (error > worst) {
        worst = error;
        where = i;
      }
    }
    EXPECT_LE(worst, std::max(function.ulp, 0.5))
        << function.name << '(' << a[where] << ", " << b[where] << ", " << c[where]
        << ") = " << out[where] << ", expected "
        << function.reference(a[where], b[where], c[where]);
  }
}

TEST(BuiltinValues, OfFloatFunctionsAreWithinTheStandardsError) {
  BuiltinRunner runner(kernels(kUnary, "float", "a") + kernels(kBinary, "float", "a, b") +
                       kernels(kSingleUnary, "float", "a") +
                       kernels(kSingleBinary, "float", "a, b"));
  check<float>(runner, kUnary);
  check<float>(runner, kBinary);
  check<float>(runner, kSingleUnary);
  check<float>(runner, kSingleBinary);
}

TEST(BuiltinValues, OfDoubleFunctionsAreWithinTheStandardsError) {
  BuiltinRunner runner(kernels(kUnary, "double", "a") + kernels(kBinary, "double", "a, b"));
  check<double>(runner, kUnary);
  check<double>(runner, kBinary);
}

}  // namespace
}  // namespace lanefold
