// SPDX-License-Identifier: Apache-2.0
// Compares whole outputs with their references and describes the first difference.
#pragma once

#include <cstddef>
#include <cstring>
#include <iomanip>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "workloads/workload.h"

namespace lanefold {

/// Gathers the comparisons of one run. Values must agree bit by bit: the machine's arithmetic is
/// that of the host.
class OutputCheck {
 public:
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
    for (std::size_t index = 0; index < actual.size(); ++index) {
      const void* one = &actual[index];
      const void* two = &expected[index];
      if (std::memcmp(one, two, sizeof(T)) != 0) {
        note(difference(name + "[" + std::to_string(index) + "]", actual[index], expected[index]));
        return;
      }
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
    if (result_.verified) result_.detail = shape;
    return result_;
  }

 private:
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

  WorkloadResult result_;
};

}  // namespace lanefold
