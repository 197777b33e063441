// SPDX-License-Identifier: Apache-2.0
// Built-ins of floats and doubles on the functional machine against MPFR, within the bounds of
// OpenCL 1.2's full profile. With LANEFOLD_ULP_TABLE set, prints the largest error of every
// function.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "tests/support/builtin_runner.h"
#include "tests/support/builtin_table.h"
#include "tests/support/math_cases.h"
#include "tests/support/math_inputs.h"

namespace lanefold {
namespace {

constexpr std::uint64_t kSeed = 20120509;

// Sanitizers slow the machine down: with them only the first of the arguments count.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kPart = 4;
#else
constexpr std::size_t kPart = 1;
#endif
constexpr std::size_t kFloats = 24576 / kPart;
constexpr std::size_t kDoubles = 12288 / kPart;

template <class T>
const char* type_name() {
  return sizeof(T) == 4 ? "float" : "double";
}

template <class T>
std::string program(const std::vector<MathCase>& cases) {
  std::string text =
      fmt::format("typedef {0} T; typedef {0}2 T2; typedef {0}4 T4; typedef {1} I;\n",
                  type_name<T>(), sizeof(T) == 4 ? "int" : "long");
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

/// The error of one result; a value that has to be exact is, or it counts at least as one.
template <class T>
double error_of(T got, int integer, double bound, const MathCall& call) {
  if (!call.defined) return 0;
  if (call.integer && integer != *call.integer) return INFINITY;
  const double error = ulp_error<T>(got, call.result, call.scale);
  if (bound != kExact) return error;
  const T expected = rounded_to<T>(call.result);
  return got == expected && error <= 0.5 ? 0 : std::isnan(expected) ? error : std::fmax(error, 1);
}

struct Worst {
  double error = -1;
  std::string where;
};

template <class T>
std::string description(const MathCase& function, const MathCall& call, T got, int integer) {
  const auto [a, b, c, d] = call.arguments;
  std::string text =
      fmt::format("{} of {} with a = {:a}, b = {:a}, c = {:a}, d = {:a}, n = {}: {:a}",
                  function.statement, type_name<T>(), a, b, c, d, call.n, got);
  text += fmt::format(", expected {:a}", rounded_to<T>(call.result));
  if (call.integer) text += fmt::format("; {}, expected {}", integer, *call.integer);
  return text;
}

template <class T>
class Measurement {
 public:
  Measurement(const std::vector<MathCase>& cases, std::size_t count)
      : cases_(cases), runner_(program<T>(cases)) {
    inputs_[0] = MathInputMaker<T>(kSeed).several(count);
    inputs_[1] = MathInputMaker<T>(kSeed).single(count);
  }

  Worst worst_of(std::size_t index) {
    const MathCase& function = cases_[index];
    const MathInputs<T>& x = inputs_.at(function.unary ? 1 : 0);
    std::vector<T> out(x.a.size());
    std::vector<int> integers(x.a.size());
    std::vector<T> a = x.a, b = x.b, c = x.c, d = x.d;
    std::vector<int> n = x.n;
    runner_.run_back("k" + std::to_string(index), out.size(), out, integers, a, b, c, d, n);
    Worst worst;
    MathCall call;
    call.single = sizeof(T) == 4;
    for (std::size_t i = 0; i < out.size(); ++i) {
      call.arguments = {x.a[i], x.b[i], x.c[i], x.d[i]};
      call.n = x.n[i];
      evaluate(function, call);
      const double error = error_of(out[i], integers[i], bound(function), call);
      if (!(error > worst.error)) continue;
      worst = {error, description(function, call, out[i], integers[i])};
    }
    return worst;
  }

  static double bound(const MathCase& function) {
    return sizeof(T) == 4 ? function.float_bound : function.double_bound;
  }

 private:
  const std::vector<MathCase>& cases_;
  BuiltinRunner runner_;
  std::array<MathInputs<T>, 2> inputs_;
};

/// As the documentation prints errors: two places, never less than what was measured.
double printed(double error) { return std::ceil(error * 100 - 1e-9) / 100; }

/// The documentation says what is allowed and what was measured here. Functions of which it gives
/// no error have none.
template <class T>
void expect_documented(const std::vector<BuiltinRow>& table, const std::string& name, double bound,
                       double error) {
  const std::string column = std::string(type_name<T>()) + ": ";
  bool documented_exact = false;
  for (const BuiltinRow& row : table) {
    if (std::count(row.names.begin(), row.names.end(), name) == 0) continue;
    const auto allowed = row.cells.find(column + "allowed");
    documented_exact = true;
    if (allowed == row.cells.end()) continue;
    EXPECT_EQ(std::stod(allowed->second), bound) << name;
    // Not better than it is; logarithms of other C libraries may choose other arguments.
    const double documented = std::stod(row.cells.at(column + "worst"));
    EXPECT_GE(documented, printed(error) - 0.02) << name << ", " << type_name<T>();
    if (kPart != 1) return;
    EXPECT_LE(documented, printed(error) + 0.1) << name << ", " << type_name<T>();
    return;
  }
  EXPECT_TRUE(documented_exact && bound == kExact) << name << " has no row with its error";
}

template <class T>
void check(const std::vector<MathCase>& cases, std::size_t count) {
  Measurement<T> measurement(cases, count);
  std::map<std::string, double> errors;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Worst worst = measurement.worst_of(i);
    const double bound = Measurement<T>::bound(cases[i]);
    EXPECT_LE(worst.error, bound) << cases[i].name << ", error in ulp: " << worst.error << "\n  "
                                  << worst.where;
    double& error = errors[cases[i].name];
    error = std::fmax(error, worst.error);
  }
  const std::vector<BuiltinRow> table = read_builtin_table();
  const bool print = std::getenv("LANEFOLD_ULP_TABLE") != nullptr;
  for (const MathCase& function : cases) {
    const double bound = Measurement<T>::bound(function);
    const double error = errors[function.name];
    expect_documented<T>(table, function.name, bound, error);
    if (!print) continue;
    fmt::print("{:16} {:6} allowed {:6} worst {:.2f}\n", function.name, type_name<T>(), bound,
               printed(error));
  }
}

TEST(BuiltinUlp, DeepOfFloatMathIsWithinTheFullProfile) { check<float>(math_cases(), kFloats); }
TEST(BuiltinUlp, DeepOfDoubleMathIsWithinTheFullProfile) { check<double>(math_cases(), kDoubles); }
TEST(BuiltinUlp, DeepOfNativeMathIsWithinItsBounds) { check<float>(native_cases(), kFloats); }
TEST(BuiltinUlp, OfFloatCommonAndGeometricFunctionsIsWithinTheirBounds) {
  check<float>(common_cases(), kFloats);
}
TEST(BuiltinUlp, OfDoubleCommonAndGeometricFunctionsIsWithinTheirBounds) {
  check<double>(common_cases(), kDoubles);
}
TEST(BuiltinUlp, OfFastGeometricFunctionsIsWithinTheirBounds) {
  check<float>(fast_geometric_cases(), kFloats);
}

}  // namespace
}  // namespace lanefold
