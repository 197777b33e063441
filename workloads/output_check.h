// SPDX-License-Identifier: Apache-2.0
// Compares whole outputs with their references and describes the first difference.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <iomanip>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "workloads/workload.h"

namespace lanefold {

/// Gathers the comparisons of one run. Values must agree bit by bit, for the machine's arithmetic
/// is that of the host. If it computes functions of math differently, which a workload that uses
/// them says, floats must agree within bounds, and whole numbers that follow from floats but for
/// few.
class OutputCheck {
 public:
  explicit OutputCheck(MathFunctions functions = MathFunctions::Ours)
      : exact_(functions == MathFunctions::Ours) {}

  /// Relative to the value, and to the largest value of the output.
  static constexpr double kRelativeBound = 5e-3;
  static constexpr double kBoundOfLargest = 1e-5;
  /// From here on, values stand for something ("no hit"), and must agree.
  static constexpr double kLargestValue = 1e20;
  /// Of the values of an output, those that may differ, since a comparison of floats came out
  /// differently.
  static constexpr double kOtherDecisions = 0.01;

  /// Compares every element; `name` says which output it is.
  template <class T>
  void equal(const std::string& name, const std::vector<T>& actual,
             const std::vector<T>& expected) {
    if (actual.size() != expected.size()) {
      note(name + " has " + std::to_string(actual.size()) + " values, expected " +
           std::to_string(expected.size()));
      return;
    }
    result_.values_checked += actual.size();
    const double absolute = exact_ ? 0 : kBoundOfLargest * largest(expected);
    auto may_differ =
        static_cast<std::size_t>(exact_ ? 0 : kOtherDecisions * static_cast<double>(actual.size()));
    for (std::size_t index = 0; index < actual.size(); ++index) {
      if (agree(actual[index], expected[index], absolute)) continue;
      if (may_differ != 0) {
        --may_differ;
        ++others_;
        continue;
      }
      note(difference(name + "[" + std::to_string(index) + "]", actual[index], expected[index]));
      return;
    }
  }

  /// Compares one value.
  template <class T>
  void equal(const std::string& name, const T& actual, const T& expected) {
    result_.values_checked += 1;
    if (!(actual == expected)) note(difference(name, actual, expected));
  }

  /// Ends the run; `shape` describes the input and becomes the detail if all values agreed.
  WorkloadResult result(const std::string& shape) {
    result_.verified = result_.detail.empty() && result_.values_checked != 0;
    if (result_.verified) {
      result_.detail = exact_ ? shape
                              : shape + ", within the rounding of math functions, but for " +
                                    std::to_string(others_) + " values";
    }
    return result_;
  }

 private:
  template <class T>
  static double largest(const std::vector<T>& values) {
    double most = 0;
    for (const T& value : values) {
      const double size = std::abs(static_cast<double>(value));
      if (size < kLargestValue) most = std::max(most, size);
    }
    return most;
  }

  template <class T>
  bool agree(const T& actual, const T& expected, double absolute) const {
    const void* one = &actual;
    const void* two = &expected;
    if (std::memcmp(one, two, sizeof(T)) == 0) return true;
    if (exact_ || !std::is_floating_point_v<T>) return false;
    if (!(std::abs(static_cast<double>(expected)) < kLargestValue)) return false;
    const double off = std::abs(static_cast<double>(actual) - static_cast<double>(expected));
    return off <= kRelativeBound * std::abs(static_cast<double>(expected)) + absolute;
  }

  template <class T>
  static std::string difference(const std::string& where, const T& actual, const T& expected) {
    std::ostringstream text;
    // Unary plus prints bytes as numbers.
    text << std::setprecision(std::numeric_limits<T>::max_digits10) << where << " is " << +actual
         << ", expected " << +expected;
    return text.str();
  }

  void note(const std::string& text) {
    if (result_.detail.empty()) result_.detail = text;
  }

  bool exact_;
  std::size_t others_ = 0;  ///< values that differ
  WorkloadResult result_;
};

}  // namespace lanefold
