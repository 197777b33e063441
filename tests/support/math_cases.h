// SPDX-License-Identifier: Apache-2.0
// The math, common, relational and geometric built-in functions of OpenCL C 1.2 with their exact
// results and the error that the full profile allows.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tests/support/mpfr_value.h"

namespace lanefold {

/// One call: its arguments, and what it should give.
struct MathCall {
  MathCall() { mpfr_set_zero(scale, 1); }

  std::array<double, 4> arguments{};
  int n = 0;
  bool single = true;  ///< float, not double

  MpfrValue a, b, c, d;  ///< the arguments
  MpfrValue result;
  MpfrValue scale;             ///< errors count in ulp of it where it is larger than the result
  std::optional<int> integer;  ///< the result of type int, if there is one
  bool defined = true;         ///< false: the standard lets the result open
};

/// A correctly rounded result, and one that has no rounding.
constexpr double kExact = 0;

struct MathCase {
  const char* name;
  /// OpenCL C that sets `r`, of type T, and perhaps the int `k` from a, b, c, d of type T and int
  /// n.
  const char* statement;
  double float_bound;
  double double_bound;
  bool unary;
  void (*reference)(MathCall&);
};

/// For float and double: clause 6.12.2, and clauses 6.12.4 to 6.12.6.
const std::vector<MathCase>& math_cases();
const std::vector<MathCase>& common_cases();

/// For float only: half_ and native_ forms, and the fast_ ones.
const std::vector<MathCase>& native_cases();
const std::vector<MathCase>& fast_geometric_cases();

/// Puts the arguments into a call, whose result is then that of the case.
void evaluate(const MathCase& function, MathCall& call);

}  // namespace lanefold
