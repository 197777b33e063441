// SPDX-License-Identifier: Apache-2.0
// Numbers that people write, in decimal or hexadecimal.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/text.h"

namespace lanefold {

template <class Integer>
struct ParsedInteger {
  std::optional<Integer> value;
  bool out_of_range = false;  ///< there is no value, since the type cannot hold the number
};

/// The whole text as a number: hexadecimal behind 0x, else decimal. Only decimal numbers, and only
/// those of signed types, may have a minus.
template <class Integer>
ParsedInteger<Integer> parse_integer(std::string_view text) {
  const bool hexadecimal = starts_with(text, "0x") && !starts_with(text, "0x-");
  if (hexadecimal) text.remove_prefix(2);
  Integer value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value, hexadecimal ? 16 : 10);
  if (end == last && error == std::errc()) return {value};
  return {std::nullopt, end == last && error == std::errc::result_out_of_range};
}

}  // namespace lanefold
