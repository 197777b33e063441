// SPDX-License-Identifier: Apache-2.0
// Values of Bril variables.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// A value of any type: scalars are in lane 0. True is 1, a float has its bits there, a character
/// its number. A pointer has the number of its allocation in lane 0 and the element in lane 1.
using Lanes = std::array<std::int64_t, kLanes>;

/// The value of a variable or of an element of the heap, if it has one.
struct Value {
  bool present = false;
  Lanes lanes{};
  Type type;               ///< if it is present; never any
  bool undefined = false;  ///< not present, but may be copied
};

/// As `print` shows it: 5, true, (1, 2, 3, 4), (true, false, true, false), 0.50000000000000000 for
/// a float, the character itself, and for a pointer &2[3], element 3 of allocation 2.
std::string text_of(Type type, const Lanes& lanes);
/// The value of a text for a parameter of main, which is an int, a bool, a float or a char; nothing
/// for any other text.
std::optional<Lanes> parse_value(Type type, const std::string& text);

/// What parse_value() takes, for messages.
const char* values_of(Type type);

/// What an operation with two integers, truth values, floats or characters gives, in one lane. A
/// divisor is not the integer 0.
std::int64_t calculate(Op op, std::int64_t a, std::int64_t b);

}  // namespace lanefold::bril
