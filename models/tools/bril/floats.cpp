// SPDX-License-Identifier: Apache-2.0
// Floating-point numbers of Bril.
#include "tools/bril/floats.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lanefold::bril {
namespace {

constexpr std::size_t kDigits = 17;
/// Digits behind the point that every double fits into.
constexpr int kExact = 1074;

/// One more than a number of decimal digits with a point between them.
void increment(std::string& digits) {
  for (std::size_t i = digits.size(); i-- > 0;) {
    if (digits[i] == '.') continue;
    if (digits[i] != '9') {
      ++digits[i];
      return;
    }
    digits[i] = '0';
  }
  digits.insert(digits.begin(), '1');
}

/// Exact digits of a number that is not negative, to be cut to kDigits behind the point.
std::string exact(double number, const char* format) {
  std::array<char, 1500> text{};
  std::snprintf(text.data(), text.size(), format, kExact, number);
  return text.data();
}

/// Half goes up, where printf would take the even digit.
std::string rounded(const std::string& digits) {
  const std::size_t end = digits.find('.') + 1 + kDigits;
  std::string kept = digits.substr(0, end);
  if (digits[end] >= '5') increment(kept);
  return kept;
}

/// d.ddde+x of a number that is not 0.
std::string with_exponent(double number) {
  const std::string text = exact(number, "%.*e");
  const std::size_t e = text.find('e');
  std::string digits = rounded(text.substr(0, e));
  int exponent = std::atoi(text.c_str() + e + 1);
  if (digits.find('.') == 2) {  // 9.99… has become 10.0…
    digits = "1." + std::string(kDigits, '0');
    ++exponent;
  }
  return digits + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

}  // namespace

double float_of(std::int64_t bits) {
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

std::int64_t bits_of(double number) {
  if (std::isnan(number)) return 0x7ff8000000000000;
  std::int64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

std::string printed(double number) {
  if (std::isnan(number)) return "NaN";
  const std::string sign = std::signbit(number) ? "-" : "";
  const double size = std::abs(number);
  if (std::isinf(size)) return sign + "Infinity";
  if (size != 0 && std::abs(std::log10(size)) >= 10) return sign + with_exponent(size);
  return sign + rounded(exact(size, "%.*f"));
}

std::string shortest(double number) {
  constexpr int kLeastExponent = -4;
  constexpr int kMostDigits = 16;  // before the point
  std::array<char, 32> text{};
  const auto written = [&](std::chars_format format) {
    char* const end = std::to_chars(text.data(), text.data() + text.size(), number, format).ptr;
    return std::string(text.data(), end);
  };
  std::string with_exponent = written(std::chars_format::scientific);
  const int exponent = std::atoi(with_exponent.c_str() + with_exponent.find('e') + 1);
  if (exponent < kLeastExponent || exponent >= kMostDigits) return with_exponent;
  const std::string digits = written(std::chars_format::fixed);
  return digits.find('.') == std::string::npos ? digits + ".0" : digits;
}

std::string whole_digits(const std::string& text) {
  const bool has_sign = !text.empty() && (text[0] == '+' || text[0] == '-');
  const std::string digits = text.substr(has_sign ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return "";
  const std::size_t first = digits.find_first_not_of('0');
  if (first == std::string::npos) return "0";
  std::string whole = (text[0] == '-' ? "-" : "") + digits.substr(first);
  std::uint64_t natural = 0;
  std::int64_t negative = 0;
  const char* const end = whole.data() + whole.size();
  const bool fits = text[0] == '-' ? std::from_chars(whole.data(), end, negative).ec == std::errc()
                                   : std::from_chars(whole.data(), end, natural).ec == std::errc();
  return fits ? whole : "";
}

bool is_number(const std::string& text) {
  const char* at = text.c_str();
  const auto digits = [&at] {
    const char* const begin = at;
    while (*at >= '0' && *at <= '9') ++at;
    return at != begin;
  };
  if (*at == '+' || *at == '-') ++at;
  const bool before = digits();
  const bool behind = *at == '.' && (++at, digits());
  if (!before && !behind) return false;
  if (*at == 'e' || *at == 'E') {
    ++at;
    if (*at == '+' || *at == '-') ++at;
    if (!digits()) return false;
  }
  return at == text.c_str() + text.size();
}

std::optional<double> parse_float(const std::string& text) {
  if (!is_number(text)) return {};
  const double number = std::strtod(text.c_str(), nullptr);
  if (std::isinf(number)) return {};
  return number;
}

}  // namespace lanefold::bril
