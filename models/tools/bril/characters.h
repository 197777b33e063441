// SPDX-License-Identifier: Apache-2.0
// Characters of Bril: Unicode scalar values, in UTF-8.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanefold::bril {

/// Whether it is the number of a character: up to 0x10ffff, and no surrogate.
bool is_character(std::int64_t code);

/// In UTF-8.
std::string utf8_of(std::int64_t code);

/// The character that a text in UTF-8 is; nothing of any other text.
std::optional<std::int64_t> parse_character(std::string_view text);

/// Bytes of the character that a text begins with; 0 if these are no character in UTF-8.
std::size_t character_size(std::string_view text);

/// Bytes of the literal that a text begins with, as 'a' or '\n'; 0 if it begins with none.
std::size_t literal_size(std::string_view text);
/// The character of such a literal.
std::int64_t character_of_literal(std::string_view literal);
/// The literal of a character.
std::string literal_of(std::int64_t code);

}  // namespace lanefold::bril
