// SPDX-License-Identifier: Apache-2.0
// Formats the records of a printf buffer, one element of a vector after the other.
#include "machine/device/print_records.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include "decisions/program/printf_conversion.h"

namespace lanefold {
namespace {

/// The arguments of one record, read from front to back; zeros follow the last.
struct Arguments {
  const std::uint32_t* next;
  const std::uint32_t* end;

  /// The bytes of the next argument.
  std::vector<char> take(unsigned bytes) {
    std::vector<char> value(bytes);
    const std::size_t words = std::min<std::size_t>((bytes + 3) / 4, end - next);
    std::memcpy(value.data(), next, std::min<std::size_t>(bytes, words * sizeof *next));
    next += words;
    return value;
  }
};

/// The null-terminated text at an address of the program, or "(null)".
std::string text_at(const ProgramImage& image, std::uint32_t address) {
  const std::size_t offset = std::size_t{address} - image.begin;
  if (address >= image.begin && offset < image.bytes.size()) {
    const auto* first = reinterpret_cast<const char*>(image.bytes.data());
    const auto* last = first + image.bytes.size();
    const auto* end = std::find(first + offset, last, '\0');
    if (end != last) return {first + offset, end};
  }
  return "(null)";
}

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
                         const char* bytes, const ProgramImage& image) {
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
      return formatted(options + end, text_at(image, value_of<std::uint32_t>(bytes)).c_str());
    case 'p': {
      const std::uintptr_t address = value_of<std::uint32_t>(bytes);
      // NOLINTNEXTLINE(performance-no-int-to-ptr): %p prints an address of the machine
      return formatted(options + end, reinterpret_cast<const void*>(address));
    }
    default:
      return formatted(options + end, size == 8 ? value_of<double>(bytes) : value_of<float>(bytes));
  }
}

std::string conversion_text(const std::string& options, const lanefold_conversion& conversion,
                            Arguments& arguments, const ProgramImage& image) {
  if (conversion.letter == '%') return "%";
  const std::vector<char> value = arguments.take(lanefold_argument_bytes(&conversion));
  std::string text;
  for (unsigned i = 0; i < conversion.elements; ++i) {
    if (i != 0) text += ',';
    text += element_text(options, conversion, value.data() + i * conversion.element_bytes, image);
  }
  return text;
}

std::string record_text(const std::string& format, unsigned float_bytes, Arguments arguments,
                        const ProgramImage& image) {
  std::string text;
  for (std::size_t at = 0; at < format.size();) {
    lanefold_conversion conversion{};
    if (format[at] != '%') {
      const std::size_t next = std::min(format.find('%', at), format.size());
      text.append(format, at, next - at);
      at = next;
    } else if (lanefold_read_conversion(format.c_str() + at, float_bytes, &conversion) != 0) {
      text += conversion_text(format.substr(at, conversion.options), conversion, arguments, image);
      at += conversion.characters;
    } else {
      return text.append(format, at, std::string::npos);
    }
  }
  return text;
}

}  // namespace

void print_records(const std::vector<std::uint32_t>& buffer, const ProgramImage& image,
                   const Device::Print& print) {
  if (buffer.empty()) return;
  const std::size_t end = 1 + std::min<std::size_t>(buffer[0], buffer.size() - 1);
  for (std::size_t at = 1; at < end;) {
    // Words that a work-item took and did not come to fill are zero.
    const std::uint32_t words = buffer[at] & ~std::uint32_t{kLanefoldWideFloat};
    if (words == 0) {
      ++at;
      continue;
    }
    if (words < kLanefoldRecordWords || words > end - at) return;
    const std::uint32_t* record = buffer.data() + at;
    const unsigned float_bytes = (record[0] & kLanefoldWideFloat) != 0 ? 8 : 4;
    if (record[1] != 0) {
      print(record_text(text_at(image, record[1]), float_bytes,
                        {record + kLanefoldRecordWords, record + words}, image));
    }
    at += words;
  }
}

}  // namespace lanefold
