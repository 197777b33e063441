// SPDX-License-Identifier: Apache-2.0
// Text of immediates. Floating-point numbers are decimal where few digits give exactly their bits,
// and hexadecimal elsewhere.

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "decisions/isa/gen8/text_parts.h"

namespace lanefold::gen8 {
namespace {

template <typename To, typename From>
To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// The parts of a format: bits of the fraction, and of the exponent above it.
struct FloatLayout {
  unsigned fraction_bits;
  unsigned exponent_bits;
};

constexpr FloatLayout kHalf = {10, 5};
constexpr FloatLayout kSingle = {23, 8};
constexpr FloatLayout kDouble = {52, 11};

constexpr std::uint64_t ones(unsigned count) { return (std::uint64_t{1} << count) - 1; }

/// Infinities and NaNs by name and payload; otherwise nothing.
std::string special_text(std::uint64_t bits, FloatLayout layout) {
  const std::uint64_t exponent = bits >> layout.fraction_bits & ones(layout.exponent_bits);
  if (exponent != ones(layout.exponent_bits)) {
    return "";
  }
  const bool negative = (bits >> (layout.fraction_bits + layout.exponent_bits) & 1) != 0;
  const std::uint64_t fraction = bits & ones(layout.fraction_bits);
  const std::uint64_t payload = bits & ones(layout.fraction_bits - 1);
  std::string text = negative ? "-" : "";
  if (fraction == 0) {
    return text + "inf";
  }
  return text + fmt::format("{}(0x{:X})", payload == fraction ? "snan" : "qnan", payload);
}

/// Six significant digits, or seven with an exponent, if they give the same number; or nothing.
template <typename Float>
std::string decimal_text(Float value, Float (*parse)(const char*, char**)) {
  std::string text = fmt::format("{:g}", value);
  if (parse(text.c_str(), nullptr) == value) {
    const bool whole = text.find_first_of(".e") == std::string::npos;
    return whole ? text + ".0" : text;
  }
  text = fmt::format("{:e}", value);
  return parse(text.c_str(), nullptr) == value ? text : "";
}

float half_as_float(std::uint64_t bits) {
  constexpr int kSmallestExponent = -24;
  const auto exponent = static_cast<int>(bits >> kHalf.fraction_bits & ones(kHalf.exponent_bits));
  const auto fraction = static_cast<float>(bits & ones(kHalf.fraction_bits));
  const auto hidden = static_cast<float>(1U << kHalf.fraction_bits);
  const float magnitude = exponent == 0
                              ? std::ldexp(fraction, kSmallestExponent)
                              : std::ldexp(hidden + fraction, exponent + kSmallestExponent - 1);
  return (bits >> 15 & 1) != 0 ? -magnitude : magnitude;
}

std::string number_text(const std::string& special, const std::string& decimal,
                        std::uint64_t bits) {
  if (!special.empty()) {
    return special;
  }
  return decimal.empty() ? fmt::format("0x{:X}", bits) : decimal;
}

std::string half_text(std::uint64_t bits) {
  return number_text(special_text(bits, kHalf), decimal_text(half_as_float(bits), std::strtof),
                     bits);
}

std::string single_text(std::uint64_t bits) {
  const auto value = bits_as<float>(static_cast<std::uint32_t>(bits));
  return number_text(special_text(bits, kSingle), decimal_text(value, std::strtof), bits);
}

std::string double_text(std::uint64_t bits) {
  const auto value = bits_as<double>(bits);
  return number_text(special_text(bits, kDouble), decimal_text(value, std::strtod), bits);
}

std::string value_text(DataType type, std::uint64_t bits) {
  constexpr std::uint64_t kHalfOfImmediate = 0xffff;
  switch (type) {
    case DataType::D:
      return std::to_string(static_cast<std::int32_t>(bits));
    case DataType::W:
      return std::to_string(static_cast<std::int16_t>(bits));
    case DataType::Q:
      return std::to_string(static_cast<std::int64_t>(bits));
    case DataType::Uw:
      return fmt::format("0x{:X}", bits & kHalfOfImmediate);
    case DataType::Hf:
      return half_text(bits & kHalfOfImmediate);
    case DataType::F:
      return single_text(bits);
    case DataType::Df:
      return double_text(bits);
    default:
      return fmt::format("0x{:X}", bits);
  }
}

}  // namespace

std::string immediate_text(const Operand& operand) {
  return value_text(operand.type, operand.immediate) + ":" + type_text(operand.type);
}

}  // namespace lanefold::gen8
