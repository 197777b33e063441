// SPDX-License-Identifier: Apache-2.0
// Floating-point numbers of Bril: IEEE 754, 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanefold::bril {

double float_of(std::int64_t bits);
/// What is not a number has the bits 0x7ff8000000000000.
std::int64_t bits_of(double number);

/// As `print` shows it: 17 digits behind the point, rounded half away from zero; with an exponent
/// if the number is 1e10 or more, or 1e-10 or less; NaN, Infinity, -Infinity.
std::string printed(double number);

/// The shortest text that parse_float() reads as the same number, which is finite, as Python writes
/// it: always with a point or an exponent, as 1.0, 1e-05 or 1e+16.
std::string shortest(double number);

/// Whether a text is a number like 3, -0.25 or 1.5e-7.
bool is_number(const std::string& text);
/// The digits of a whole number from -2^63 to 2^64 - 1 that is written without point and exponent,
/// as Python writes it: no zeros before them, and a sign only if the number is negative; empty for
/// any other text.
std::string whole_digits(const std::string& text);
/// The number of such a text; nothing of any other text, nor beyond the range.
std::optional<double> parse_float(const std::string& text);

}  // namespace lanefold::bril
