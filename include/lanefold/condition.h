// SPDX-License-Identifier: Apache-2.0
// When a parameter of a machine means something: what other parameters must be. Keys count from the
// block whose `describe` names them, values are as on the command line.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace lanefold {

/// A value that another parameter must have, or must not have.
struct ValueTest {
  std::string key;
  std::string value;
  bool equal = true;
};

/// Holds where any of its tests does.
struct Condition {
  std::vector<ValueTest> any;
  bool block = false;  ///< whether the machine lacks the whole block where it does not hold
};

/// All of them must hold.
using Conditions = std::vector<Condition>;

inline Condition when(std::string key, std::string value) {
  return {{{std::move(key), std::move(value), true}}};
}

inline Condition unless(std::string key, std::string value) {
  return {{{std::move(key), std::move(value), false}}};
}

/// The condition of the parameters of a block that a machine may lack.
inline Condition present_if(std::string key, std::string value) {
  return {{{std::move(key), std::move(value), true}}, true};
}

inline Condition either(std::initializer_list<Condition> conditions) {
  Condition all;
  for (const Condition& one : conditions) {
    all.any.insert(all.any.end(), one.any.begin(), one.any.end());
  }
  return all;
}

}  // namespace lanefold
