// SPDX-License-Identifier: Apache-2.0
// Comparing values within a tolerance.
#include "expected_output.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

/// How many steps from one number of a floating-point type to the next lie between two of them;
/// both zeros are one number.
template <class Bits>
std::uint64_t steps_between(Bits a, Bits b) {
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  const std::uint64_t to_a = a & ~kSign;
  const std::uint64_t to_b = b & ~kSign;
  if (((a ^ b) & kSign) != 0) return to_a + to_b;
  return to_a < to_b ? to_b - to_a : to_a - to_b;
}

template <class Real>
bool both_nan(const std::byte* actual, const std::byte* expected) {
  Real a = 0, e = 0;
  std::memcpy(&a, actual, sizeof a);
  std::memcpy(&e, expected, sizeof e);
  return std::isnan(a) && std::isnan(e);
}

template <class Real, class Bits>
bool near(const std::byte* actual, const std::byte* expected, const Tolerance& tolerance) {
  Real a = 0, e = 0;
  std::memcpy(&a, actual, sizeof a);
  std::memcpy(&e, expected, sizeof e);
  if (std::isnan(a) || std::isnan(e)) return both_nan<Real>(actual, expected);
  if (a == e) return true;
  if (tolerance.kind == Tolerance::Kind::Relative) {
    if (std::isinf(a) || std::isinf(e)) return false;
    return std::fabs(double{a} - double{e}) <= tolerance.most * std::fabs(double{e});
  }
  Bits a_bits = 0, e_bits = 0;
  std::memcpy(&a_bits, actual, sizeof a_bits);
  std::memcpy(&e_bits, expected, sizeof e_bits);
  return static_cast<double>(steps_between(a_bits, e_bits)) <= tolerance.most;
}

bool has_none(const Tolerance& tolerance) {
  return tolerance.kind == Tolerance::Kind::Bytes || tolerance.kind == Tolerance::Kind::Text;
}

bool same_scalar(const ValueType& type, const std::byte* actual, const std::byte* expected,
                 const Tolerance& tolerance) {
  if (std::memcmp(actual, expected, type.scalar_bytes) == 0) return true;
  if (!type.is_real || tolerance.kind == Tolerance::Kind::Bytes) return false;
  if (tolerance.kind == Tolerance::Kind::Text) {
    return type.scalar_bytes == 8 ? both_nan<double>(actual, expected)
                                  : both_nan<float>(actual, expected);
  }
  if (type.scalar_bytes == 8) return near<double, std::uint64_t>(actual, expected, tolerance);
  return near<float, std::uint32_t>(actual, expected, tolerance);
}

/// The first scalar of an element that is wrong; the fourth of a vector of 3 has no meaning.
std::optional<unsigned> wrong_scalar(const ValueType& type, const std::byte* actual,
                                     const std::byte* expected, const Tolerance& tolerance) {
  for (unsigned i = 0; i < type.elements; ++i) {
    const std::size_t at = std::size_t{i} * type.scalar_bytes;
    if (!same_scalar(type, actual + at, expected + at, tolerance)) return i;
  }
  return std::nullopt;
}

/// The smallest power of ten within which all scalars are right; none if it is no rounding.
std::optional<double> tolerance_for_all(const ValueType& type, const std::vector<std::byte>& actual,
                                        const std::vector<std::byte>& expected) {
  if (!type.is_real) return std::nullopt;
  int exponent = -16;
  for (std::size_t at = 0; at + type.bytes() <= expected.size();) {
    const Tolerance tolerance{Tolerance::Kind::Relative, std::pow(10, exponent)};
    if (!wrong_scalar(type, &actual[at], &expected[at], tolerance)) {
      at += type.bytes();
    } else if (++exponent > kMostRounding) {
      return std::nullopt;
    }
  }
  return std::pow(10, exponent);
}

}  // namespace

std::optional<WrongValue> compare_buffers(const ValueType& type,
                                          const std::vector<std::byte>& actual,
                                          const std::vector<std::byte>& expected,
                                          const Tolerance& tolerance) {
  std::optional<WrongValue> first;
  std::uint64_t element = 0;
  for (std::uint64_t at = 0; at + type.bytes() <= expected.size(); at += type.bytes(), ++element) {
    const auto wrong = wrong_scalar(type, &actual[at], &expected[at], tolerance);
    if (!wrong) continue;
    if (!first) {
      first = WrongValue{element,
                         at + std::uint64_t{*wrong} * type.scalar_bytes,
                         type.scalar_bytes,
                         format_value(type, &actual[at]),
                         format_value(type, &expected[at]),
                         0,
                         std::nullopt};
    }
    ++first->wrong;
  }
  if (first && has_none(tolerance)) {
    first->relative = tolerance_for_all(type, actual, expected);
  }
  return first;
}

std::vector<std::byte> parse_elements(const ValueType& type, const std::string& text,
                                      const std::string& file) {
  std::vector<std::byte> bytes;
  std::vector<std::string> lines = split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].empty() && lines[i].back() == '\r') lines[i].pop_back();
    try {
      const std::vector<std::byte> value = parse_value(type, lines[i], file);
      bytes.insert(bytes.end(), value.begin(), value.end());
    } catch (const Error& error) {
      throw Error(ErrorKind::File,
                  std::string(error.what()) + " (line " + std::to_string(i + 1) + ")");
    }
  }
  return bytes;
}

}  // namespace lanefold
