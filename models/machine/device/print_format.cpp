// SPDX-License-Identifier: Apache-2.0
// Conversions by the host's own printf, one element of a vector after the other.
#include "machine/device/print_format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace lanefold {
namespace {

template <class T>
T value_of(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

long long signed_value(const char* bytes, unsigned size) {
  if (size == 1) return value_of<std::int8_t>(bytes);
  if (size == 2) return value_of<std::int16_t>(bytes);
  return size == 4 ? value_of<std::int32_t>(bytes) : value_of<std::int64_t>(bytes);
}

unsigned long long unsigned_value(const char* bytes, unsigned size) {
  if (size == 1) return value_of<std::uint8_t>(bytes);
  if (size == 2) return value_of<std::uint16_t>(bytes);
  return size == 4 ? value_of<std::uint32_t>(bytes) : value_of<std::uint64_t>(bytes);
}

/// IEEE 754 binary16, without the sign of a NaN.
double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return fraction != 0 ? NAN : sign * INFINITY;
  return sign * std::ldexp(exponent == 0 ? fraction : fraction + 1024, std::max(exponent, 1) - 25);
}

double real_value(const char* bytes, unsigned size) {
  if (size == 2) return half_value(value_of<std::uint16_t>(bytes));
  return size == 4 ? value_of<float>(bytes) : value_of<double>(bytes);
}

template <class T>
std::string formatted(const std::string& format, T value) {
  constexpr int kLongest = 1 << 16;  // a width may be any number
  const int length = std::min(std::snprintf(nullptr, 0, format.c_str(), value), kLongest);
  if (length < 0) return "";
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

/// One element; `options` is the conversion up to the width and precision.
std::string element_text(const std::string& options, const lanefold_conversion& conversion,
                         const char* bytes, const PrintArguments& arguments) {
  const unsigned size = conversion.element_bytes;
  const std::string end(1, conversion.letter);
  switch (conversion.letter) {
    case 'd':
    case 'i':
      return formatted(options + "ll" + end, signed_value(bytes, size));
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return formatted(options + "ll" + end, unsigned_value(bytes, size));
    case 'c':
      return formatted(options + end, value_of<int>(bytes));
    case 's':
      return formatted(options + end, arguments.text_at(value_of<std::uint32_t>(bytes)).c_str());
    case 'p': {
      const std::uintptr_t address = value_of<std::uint32_t>(bytes);
      // NOLINTNEXTLINE(performance-no-int-to-ptr): %p prints an address of the machine
      return formatted(options + end, reinterpret_cast<const void*>(address));
    }
    default:
      return formatted(options + end, real_value(bytes, size));
  }
}

std::string conversion_text(const std::string& options, const lanefold_conversion& conversion,
                            PrintArguments& arguments) {
  if (conversion.letter == '%') return "%";
  const std::vector<char> value = arguments.take(conversion);
  std::string text;
  for (unsigned i = 0; i < conversion.elements; ++i) {
    if (i != 0) text += ',';
    text +=
        element_text(options, conversion, value.data() + i * conversion.element_bytes, arguments);
  }
  return text;
}

}  // namespace

std::string print_text(const std::string& format, unsigned float_bytes, PrintArguments& arguments) {
  std::string text;
  for (std::size_t at = 0; at < format.size();) {
    lanefold_conversion conversion{};
    if (format[at] != '%') {
      const std::size_t next = std::min(format.find('%', at), format.size());
      text.append(format, at, next - at);
      at = next;
    } else if (lanefold_read_conversion(format.c_str() + at, float_bytes, &conversion) != 0) {
      text += conversion_text(format.substr(at, conversion.options), conversion, arguments);
      at += conversion.characters;
    } else {
      return text.append(format, at, std::string::npos);
    }
  }
  return text;
}

}  // namespace lanefold
