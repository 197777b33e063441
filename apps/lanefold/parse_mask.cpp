// SPDX-License-Identifier: Apache-2.0
// Reads the masks that people write.
#include <cctype>
#include <string>

#include "lanefold/error.h"
#include "mask_report.h"

namespace lanefold {
namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& reason) {
  throw Error(ErrorKind::Usage, "mask '" + std::string(text) + "' " + reason +
                                    "; write it as 0xF0F0 or 0b1111000011110000");
}

/// Value of a digit, or 255 when the character is no digit of any base.
unsigned digit_value(char character) {
  const auto code = static_cast<unsigned char>(character);
  if (std::isdigit(code) != 0) {
    return code - static_cast<unsigned>('0');
  }
  return std::isxdigit(code) != 0 ? static_cast<unsigned>(std::tolower(code)) - 'a' + 10 : 255;
}

}  // namespace

LaneMask parse_mask(std::string_view text) {
  const std::string_view prefix = text.substr(0, 2);
  const bool hexadecimal = prefix == "0x" || prefix == "0X";
  if (!hexadecimal && prefix != "0b" && prefix != "0B") {
    refuse(text, "does not start with 0x or 0b");
  }
  const unsigned digit_bits = hexadecimal ? 4 : 1;
  std::uint64_t bits = 0;
  bool has_digits = false;
  for (const char character : text.substr(2)) {
    if (character == '_') {
      continue;
    }
    const unsigned digit = digit_value(character);
    if (digit >= 1U << digit_bits) {
      refuse(text, std::string("has a character that is no ") +
                       (hexadecimal ? "hexadecimal" : "binary") + " digit");
    }
    if (bits >> (64 - digit_bits) != 0) {
      refuse(text, "has more than 64 lanes");
    }
    bits = bits << digit_bits | digit;
    has_digits = true;
  }
  if (!has_digits) {
    refuse(text, "has no digits");
  }
  return LaneMask(bits);
}

}  // namespace lanefold
