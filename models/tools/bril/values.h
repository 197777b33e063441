// SPDX-License-Identifier: Apache-2.0
// Values of Bril variables.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "tools/bril/program.h"

namespace lanefold::bril {

/// A value of any type: scalars are in lane 0, and true is 1.
using Lanes = std::array<std::int64_t, kLanes>;

/// As `print` shows it: 5, true, (1, 2, 3, 4) or (true, false, true, false).
std::string text_of(Type type, const Lanes& lanes);
/// The value of a text for a parameter of main, which is an int or a bool; nothing for any other
/// text.
std::optional<Lanes> parse_value(Type type, const std::string& text);

/// What parse_value() takes, for messages.
const char* values_of(Type type);

/// What an operation with two integers or truth values gives, in one lane. A divisor is not 0.
std::int64_t calculate(Op op, std::int64_t a, std::int64_t b);

}  // namespace lanefold::bril
