// SPDX-License-Identifier: Apache-2.0
// Types and values of arguments.
#include "machine/eu/eu_print_record.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lanefold::gen8 {
namespace {

/// A float of one size as one of another.
template <class From, class To>
std::uint64_t as_float(std::uint64_t bits) {
  From value;
  std::memcpy(&value, &bits, sizeof value);
  const auto other = static_cast<To>(value);
  std::uint64_t result = 0;
  std::memcpy(&result, &other, sizeof other);
  return result;
}

std::uint64_t with_sign(std::uint64_t bits, unsigned bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
}

}  // namespace

std::uint32_t record_word(const GlobalMemory& memory, std::uint32_t address) {
  std::uint32_t value = 0;
  std::memcpy(&value, memory.host(address), sizeof value);
  return value;
}

std::optional<std::string> text_of_program(const GlobalMemory& memory, std::uint32_t address) {
  const GlobalMemory::Region* region = memory.find(address, address);
  if (region == nullptr || region->writable) return std::nullopt;
  const auto* first = reinterpret_cast<const char*>(memory.host(address));
  const auto* last = first + (region->end - address);
  const auto* end = std::find(first, last, '\0');
  if (end == last) return std::nullopt;
  return std::string(first, end);
}

PrintRecord::Type PrintRecord::type_of(std::uint32_t code) {
  constexpr std::array<Type, 15> kTypes = {{
      {},
      {1},                                        // char
      {2},                                        // short
      {4},                                        // int
      {4, true},                                  // float
      {kRecordAddressBytes, false, false, true},  // of a text
      {8},                                        // long
      {kRecordAddressBytes, false, false, true},  // any other pointer
      {8, true},                                  // double
      {1, false, true},                           // vectors of char, short, int, long
      {2, false, true},
      {4, false, true},
      {8, false, true},
      {4, true, true},  // of float, double
      {8, true, true},
  }};
  return code < kTypes.size() ? kTypes[code] : Type{};
}

std::vector<char> PrintRecord::take(const lanefold_conversion& conversion) {
  std::vector<char> value(lanefold_argument_bytes(&conversion));
  const std::optional<Argument> argument = read();
  if (!argument) {
    const bool unwritten = has_room(kRecordWordBytes) && record_word(memory_, next_) == 0;
    complete_ = complete_ && !unwritten;
    return value;
  }
  for (unsigned i = 0; i < std::min(conversion.elements, argument->count); ++i) {
    const std::uint64_t bits = converted(element(*argument, i), argument->type, conversion);
    std::memcpy(value.data() + i * conversion.element_bytes, &bits, conversion.element_bytes);
  }
  return value;
}

std::string PrintRecord::text_at(std::uint32_t address) const {
  return text_of_program(memory_, address).value_or("(null)");
}

std::uint32_t PrintRecord::skip_others() {
  while (read()) {
  }
  return next_;
}

/// Elements have no gaps between them, but take as much room as if they were words.
std::optional<PrintRecord::Argument> PrintRecord::read() {
  constexpr unsigned kMostElements = 16;
  Argument argument;
  std::uint32_t header = kRecordWordBytes;
  if (!has_room(header)) return std::nullopt;
  argument.type = type_of(record_word(memory_, next_));
  if (argument.type.bytes == 0) return std::nullopt;
  if (argument.type.is_vector) {
    header += kRecordWordBytes;
    if (!has_room(header)) return std::nullopt;
    argument.count = record_word(memory_, next_ + kRecordWordBytes);
    if (argument.count > kMostElements) return std::nullopt;
  }
  const std::uint32_t room = argument.count * std::max(argument.type.bytes, kRecordWordBytes);
  if (!has_room(header + room)) return std::nullopt;
  argument.place = next_ + header;
  next_ = argument.place + room;
  return argument;
}

std::uint64_t PrintRecord::element(const Argument& argument, unsigned number) const {
  const Type& type = argument.type;
  const unsigned bytes = type.is_address ? kRecordWordBytes : type.bytes;
  std::uint64_t bits = 0;
  std::memcpy(&bits, memory_.host(argument.place + number * bytes), bytes);
  return type.is_float || type.is_address ? bits : with_sign(bits, bytes);
}

/// A conversion of the wrong kind gets the bits as they are.
std::uint64_t PrintRecord::converted(std::uint64_t bits, const Type& type,
                                     const lanefold_conversion& conversion) {
  if (!type.is_float || !takes_floats(conversion)) return bits;
  if (type.bytes == conversion.element_bytes) return bits;
  return type.bytes == 4 ? as_float<float, double>(bits) : as_float<double, float>(bits);
}

}  // namespace lanefold::gen8
