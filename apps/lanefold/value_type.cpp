// SPDX-License-Identifier: Apache-2.0
// Conversions between text and the bytes of OpenCL C values.
#include "value_type.h"

#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/parse_integer.h"
#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {

namespace {

struct ScalarType {
  const char* name;
  unsigned bytes;
  bool is_real;
  bool is_signed;
};

constexpr std::array<ScalarType, 10> kScalarTypes{{
    {"char", 1, false, true},
    {"uchar", 1, false, false},
    {"short", 2, false, true},
    {"ushort", 2, false, false},
    {"int", 4, false, true},
    {"uint", 4, false, false},
    {"long", 8, false, true},
    {"ulong", 8, false, false},
    {"float", 4, true, true},
    {"double", 8, true, true},
}};

[[noreturn]] void refuse(const ValueType& type, const std::string& text, const std::string& where) {
  throw Error(ErrorKind::Usage,
              where + ": " + in_quotes(text) + " is not a value of type " + type.name);
}

[[noreturn]] void refuse_range(const ValueType& type, const std::string& text,
                               const std::string& where) {
  throw Error(ErrorKind::Usage,
              where + ": " + in_quotes(text) + " is out of range of the type " + type.name);
}

template <class Integer>
Integer integer_in(const ValueType& type, const std::string& text, const std::string& where) {
  const ParsedInteger<Integer> parsed = parse_integer<Integer>(text);
  if (parsed.value) return *parsed.value;
  if (parsed.out_of_range) refuse_range(type, text, where);
  refuse(type, text, where);
}

double parse_real(const ValueType& type, const std::string& text, const std::string& where) {
  char* end = nullptr;
  errno = 0;
  const double value = std::strtod(text.c_str(), &end);
  const bool too_large = errno == ERANGE && std::isinf(value);
  const bool blank = text.empty() || std::isspace(static_cast<unsigned char>(text[0])) != 0;
  if (blank || *end != '\0') refuse(type, text, where);
  const bool narrowed = type.scalar_bytes == 4 && std::isfinite(value);
  if (too_large || (narrowed && std::isinf(static_cast<float>(value)))) {
    refuse_range(type, text, where);
  }
  return value;
}

/// Least and most value of an integer type narrower than 64 bits.
bool fits(const ValueType& type, std::int64_t value) {
  const unsigned bits = 8 * type.scalar_bytes;
  if (bits == 64) return true;
  const std::int64_t span = std::int64_t{1} << bits;
  return type.is_signed ? value >= -span / 2 && value < span / 2 : value >= 0 && value < span;
}

void parse_scalar(const ValueType& type, const std::string& text, const std::string& where,
                  std::byte* to) {
  if (type.is_real) {
    const double value = parse_real(type, text, where);
    const auto narrow = static_cast<float>(value);
    if (type.scalar_bytes == 8) {
      std::memcpy(to, &value, 8);
    } else {
      std::memcpy(to, &narrow, 4);
    }
  } else if (type.scalar_bytes == 8 && !type.is_signed) {
    const auto value = integer_in<std::uint64_t>(type, text, where);
    std::memcpy(to, &value, 8);
  } else {
    const auto value = integer_in<std::int64_t>(type, text, where);
    if (!fits(type, value)) refuse_range(type, text, where);
    std::memcpy(to, &value, type.scalar_bytes);
  }
}

std::string format_scalar(const ValueType& type, const std::byte* from) {
  std::array<char, 40> text{};
  if (type.is_real && type.scalar_bytes == 4) {
    float value = 0;
    std::memcpy(&value, from, 4);
    std::snprintf(text.data(), text.size(), "%.9g", static_cast<double>(value));
    return text.data();
  }
  if (type.is_real) {
    double value = 0;
    std::memcpy(&value, from, 8);
    std::snprintf(text.data(), text.size(), "%.17g", value);
    return text.data();
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, type.scalar_bytes);
  if (!type.is_signed) return std::to_string(bits);
  const unsigned unused = 64 - 8 * type.scalar_bytes;
  return std::to_string(static_cast<std::int64_t>(bits << unused) >> unused);
}

}  // namespace

const std::vector<std::string>& scalar_type_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> list;
    list.reserve(kScalarTypes.size());
    for (const ScalarType& scalar : kScalarTypes) list.emplace_back(scalar.name);
    return list;
  }();
  return kNames;
}

std::optional<ValueType> find_value_type(const std::string& name) {
  for (const ScalarType& scalar : kScalarTypes) {
    const std::string base = scalar.name;
    if (name.rfind(base, 0) != 0) continue;
    const std::string rest = name.substr(base.size());
    for (const unsigned elements : {1U, 2U, 3U, 4U, 8U, 16U}) {
      if (rest == (elements == 1 ? "" : std::to_string(elements))) {
        return ValueType{name, scalar.bytes, scalar.is_real, scalar.is_signed, elements};
      }
    }
  }
  return std::nullopt;
}

std::vector<std::byte> parse_value(const ValueType& type, const std::string& text,
                                   const std::string& where) {
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != 1 && parts.size() != type.elements) {
    throw Error(ErrorKind::Usage, where + ": " + type.name + " wants " +
                                      std::to_string(type.elements) +
                                      " values separated by commas, or one for all, not " +
                                      std::to_string(parts.size()));
  }
  std::vector<std::byte> bytes(type.bytes());
  for (unsigned i = 0; i < type.elements; ++i) {
    parse_scalar(type, parts[parts.size() == 1 ? 0 : i], where, &bytes[i * type.scalar_bytes]);
  }
  return bytes;
}

void store_scalar(const ValueType& type, double number, std::byte* to) {
  if (type.is_real && type.scalar_bytes == 8) {
    std::memcpy(to, &number, 8);
  } else if (type.is_real) {
    const auto narrow = static_cast<float>(number);
    std::memcpy(to, &narrow, 4);
  } else {
    const auto integer = static_cast<std::int64_t>(number);
    std::memcpy(to, &integer, type.scalar_bytes);
  }
}

std::string format_value(const ValueType& type, const std::byte* from) {
  std::string text;
  for (unsigned i = 0; i < type.elements; ++i) {
    if (i > 0) text += ',';
    text += format_scalar(type, from + std::size_t{i} * type.scalar_bytes);
  }
  return text;
}

}  // namespace lanefold
