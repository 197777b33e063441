// SPDX-License-Identifier: Apache-2.0
// Built-ins of halves on the functional machine against MPFR, within the bounds of cl_khr_fp16's
// full profile (its table of ulp values). Functions of one argument are called with all 65,536.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/support/builtin_runner.h"
#include "tests/support/half.h"
#include "tests/support/math_cases.h"

namespace lanefold {
namespace {

// Sanitizers slow the machine down: with them only some of the arguments count.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kStep = 16;
#else
constexpr std::size_t kStep = 1;
#endif
constexpr std::size_t kPairs = 24576 / kStep;
constexpr double kLargest = 65504;

/// What the extension allows; what it leaves open (lgamma, mad, mix, smoothstep) has bounds of
/// ours.
double bound_of(const MathCase& function) {
  static const std::map<std::string, double> kOthers = {
      {"erf", 4},      {"erfc", 4},       {"lgamma", 2},     {"lgamma_r", 2}, {"pow", 4},
      {"pown", 4},     {"powr", 4},       {"rootn", 4},      {"rsqrt", 1},    {"sqrt", kExact},
      {"tgamma", 4},   {"x / y", kExact}, {"1 / x", kExact}, {"cross", 1},    {"dot", 1},
      {"distance", 4}, {"length", 2.25},  {"normalize", 5},  {"mix", 1},      {"smoothstep", 1}};
  if (function.float_bound == kExact) return kExact;
  const auto other = kOthers.find(function.name);
  return other != kOthers.end() ? other->second : 2;
}

/// Binary exponent of ulp(x), as OpenCL 1.2 clause 7.4 defines it.
int ulp_exponent_of_half(mpfr_srcptr x) {
  if (mpfr_zero_p(x) != 0) return -24;
  const mpfr_exp_t exponent = mpfr_get_exp(x) - (mpfr_min_prec(x) == 1 ? 1 : 0);
  return static_cast<int>(std::clamp<mpfr_exp_t>(exponent, -13, 16)) - 11;
}

/// The half nearest to a number, as a double.
double nearest_half(mpfr_srcptr exact) {
  if (mpfr_number_p(exact) == 0 || mpfr_zero_p(exact) != 0) return mpfr_get_d(exact, MPFR_RNDN);
  const auto unit = static_cast<long>(std::max<mpfr_exp_t>(mpfr_get_exp(exact), -13) - 11);
  MpfrValue value(mpfr_get_prec(exact));
  mpfr_mul_2si(value, exact, -unit, MPFR_RNDN);
  mpfr_rint(value, value, MPFR_RNDN);
  mpfr_mul_2si(value, value, unit, MPFR_RNDN);
  const double nearest = mpfr_get_d(value, MPFR_RNDN);
  return std::fabs(nearest) > kLargest ? std::copysign(INFINITY, nearest) : nearest;
}

/// As ulp_error of floats.
double half_error(double got, const MathCall& call) {
  mpfr_srcptr exact = call.result;
  if (mpfr_nan_p(exact) != 0) return std::isnan(got) ? 0.0 : INFINITY;
  if (std::isnan(got)) return INFINITY;
  const double nearest = nearest_half(exact);
  const bool same_sign = std::signbit(got) == std::signbit(nearest);
  if (got == 0 && nearest == 0 && !same_sign && mpfr_zero_p(call.scale) != 0) return INFINITY;
  if (got == nearest && (std::isinf(got) || mpfr_zero_p(exact) != 0)) return 0.0;
  if (mpfr_inf_p(exact) != 0) return INFINITY;
  MpfrValue distance(std::isinf(got) ? std::copysign(65536.0, got) : got);
  mpfr_sub(distance, distance, exact, MPFR_RNDN);
  mpfr_abs(distance, distance, MPFR_RNDN);
  const bool scaled = mpfr_cmpabs(call.scale, exact) > 0;
  const int unit = ulp_exponent_of_half(scaled ? mpfr_srcptr{call.scale} : exact);
  mpfr_mul_2si(distance, distance, -unit, MPFR_RNDN);
  return mpfr_get_d(distance, MPFR_RNDN);
}

double error_of_half(double got, int integer, double bound, const MathCall& call) {
  if (!call.defined) return 0;
  if (call.integer && integer != *call.integer) return INFINITY;
  const double error = half_error(got, call);
  if (bound != kExact || std::isnan(got)) return error;
  return got == nearest_half(call.result) && error < INFINITY ? 0 : std::fmax(error, 1);
}

std::string program(const std::vector<MathCase>& cases) {
  std::string text =
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "typedef half T; typedef half2 T2; typedef half4 T4; typedef short I;\n";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    text += fmt::format(
        "kernel void k{}(global T* rs, global int* ks, global const T* as, global const T* bs,\n"
        "    global const T* cs, global const T* ds, global const int* ns) {{\n"
        "  const size_t i = get_global_id(0);\n"
        "  const T a = as[i], b = bs[i], c = cs[i], d = ds[i]; const int n = ns[i];\n"
        "  T r = 0; int k = 0; {}\n  rs[i] = r; ks[i] = k;\n}}\n",
        i, cases[i].statement);
  }
  return text;
}

using Bits = std::vector<std::uint16_t>;

struct Inputs {
  Bits a, b, c, d;
  std::vector<int> n;
};

class InputMaker {
 public:
  Inputs unary() {
    Inputs x;
    for (std::size_t bits = 0; bits < 65536; bits += kStep) {
      add(x, static_cast<std::uint16_t>(bits), any());
    }
    return x;
  }

  /// All pairs of special values, then anything, neighbours, and numbers of moderate size.
  Inputs several() {
    constexpr std::uint16_t kSpecial[] = {0,      1,      0x3ff,  0x400,  0x3800, 0x3bff, 0x3c00,
                                          0x3c01, 0x4000, 0x4200, 0x4248, 0x7bff, 0x7c00, 0x7e00};
    Inputs x;
    for (const unsigned a : kSpecial) {
      for (const unsigned b : kSpecial) {
        for (const unsigned signs : {0U, 1U, 2U, 3U}) {
          add(x, static_cast<std::uint16_t>(a | (signs & 1) << 15),
              static_cast<std::uint16_t>(b | (signs & 2) << 14));
        }
      }
    }
    while (x.a.size() < kPairs) {
      const std::uint16_t a = below(2) == 0 ? any() : moderate();
      switch (below(3)) {
        case 0:
          add(x, a, any());
          break;
        case 1:
          add(x, a, static_cast<std::uint16_t>(a ^ below(8) ^ below(2) << 15));
          break;
        default:
          add(x, a, moderate());
      }
    }
    return x;
  }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  std::uint16_t any() { return static_cast<std::uint16_t>(random_()); }
  std::uint16_t moderate() { return to_half((static_cast<double>(below(4001)) - 2000) / 250); }
  /// What cancels a product, what is far smaller than it, or anything.
  std::uint16_t third(std::uint16_t a, std::uint16_t b) {
    const std::uint16_t product = to_half(-from_half(a) * from_half(b));
    switch (below(3)) {
      case 0:
        return static_cast<std::uint16_t>(product ^ below(4));
      case 1:
        return static_cast<std::uint16_t>(below(64) | below(2) << 15);
      default:
        return any();
    }
  }
  void add(Inputs& x, std::uint16_t a, std::uint16_t b) {
    x.a.push_back(a);
    x.b.push_back(b);
    x.c.push_back(third(a, b));
    x.d.push_back(below(2) == 0 ? any() : moderate());
    x.n.push_back(below(2) == 0 ? static_cast<int>(below(61)) - 30 : static_cast<int>(random_()));
  }

  std::mt19937 random_{20120509};
};

/// What the references know of floats only.
void adapt(const MathCase& function, MathCall& call) {
  constexpr double kBelow1 = 0x1.ffcp-1;
  const std::string name = function.name;
  const bool fraction = name == "fract" && mpfr_cmp_d(call.result, kBelow1) > 0;
  if (fraction && mpfr_cmp_d(call.result, 1) < 0) mpfr_set_d(call.result, kBelow1, MPFR_RNDN);
  if (name == "isnormal") {
    const double size = std::fabs(call.arguments[0]);
    call.integer = size >= 0x1p-14 && size <= kLargest ? 1 : 0;
  }
  if (name != "nextafter" || std::isnan(call.arguments[0]) || std::isnan(call.arguments[1])) return;
  const auto [a, b, c, d] = call.arguments;
  const auto step = [](double from, int by) {
    return from_half(static_cast<std::uint16_t>(to_half(from) + by));
  };
  const double next = a == b   ? b
                      : a == 0 ? std::copysign(0x1p-24, b)
                               : step(a, (a < b) == (a > 0) ? 1 : -1);
  mpfr_set_d(call.result, next, MPFR_RNDN);
}

void check(const std::vector<MathCase>& cases) {
  BuiltinRunner runner(program(cases));
  InputMaker maker;
  Inputs unary = maker.unary();
  Inputs several = maker.several();
  for (std::size_t index = 0; index < cases.size(); ++index) {
    const MathCase& function = cases[index];
    Inputs& x = function.unary ? unary : several;
    Bits out(x.a.size());
    std::vector<int> integers(x.a.size());
    runner.run_back(fmt::format("k{}", index), out.size(), out, integers, x.a, x.b, x.c, x.d, x.n);
    const double bound = bound_of(function);
    double worst = 0;
    std::string where;
    MathCall call;
    for (std::size_t i = 0; i < out.size(); ++i) {
      call.arguments = {from_half(x.a[i]), from_half(x.b[i]), from_half(x.c[i]), from_half(x.d[i])};
      call.n = x.n[i];
      evaluate(function, call);
      adapt(function, call);
      const double error = error_of_half(from_half(out[i]), integers[i], bound, call);
      if (!(error > worst)) continue;
      worst = error;
      const auto [a, b, c, d] = call.arguments;
      where = fmt::format("a = {:a}, b = {:a}, c = {:a}, d = {:a}, n = {}: {:a}, expected {:a}", a,
                          b, c, d, call.n, from_half(out[i]), nearest_half(call.result));
    }
    EXPECT_LE(worst, bound) << function.statement << ", error in ulp: " << worst << "\n  " << where;
    if (std::getenv("LANEFOLD_ULP_TABLE") == nullptr) continue;
    fmt::print("{:12} half allowed {:4} worst {:.3f}\n", function.name, bound, worst);
  }
}

TEST(BuiltinUlp, DeepOfHalfMathIsWithinTheFullProfile) { check(math_cases()); }
TEST(BuiltinUlp, DeepOfHalfCommonAndGeometricFunctionsIsWithinTheirBounds) {
  check(common_cases());
}

}  // namespace
}  // namespace lanefold
