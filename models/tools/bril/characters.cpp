// SPDX-License-Identifier: Apache-2.0
// Characters of Bril.
#include "tools/bril/characters.h"

#include <algorithm>

namespace lanefold::bril {
namespace {

constexpr std::string_view kEscapes = "0abtnvfr";
constexpr std::string_view kEscaped("\0\a\b\t\n\v\f\r", 8);

}  // namespace

bool is_character(std::int64_t code) {
  return code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

std::string utf8_of(std::int64_t code) {
  if (code < 0x80) return {static_cast<char>(code)};
  const std::size_t following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  const unsigned first = following == 1 ? 0xc0 : following == 2 ? 0xe0 : 0xf0;
  std::string text{static_cast<char>(first | static_cast<unsigned>(code >> (6 * following)))};
  for (std::size_t i = following; i-- > 0;) {
    text += static_cast<char>(0x80U | (static_cast<unsigned>(code >> (6 * i)) & 0x3fU));
  }
  return text;
}

std::optional<std::int64_t> parse_character(std::string_view text) {
  if (text.empty() || text.size() > 4) return {};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::int64_t code = byte(0);
  if (text.size() > 1) code &= 0x7f >> text.size();
  for (std::size_t i = 1; i < text.size(); ++i) code = (code << 6) | (byte(i) & 0x3f);
  // Only the shortest way to write a character is one.
  if (!is_character(code) || utf8_of(code) != text) return {};
  return code;
}

std::size_t character_size(std::string_view text) {
  for (std::size_t size = 1; size <= std::min<std::size_t>(4, text.size()); ++size) {
    if (parse_character(text.substr(0, size))) return size;
  }
  return 0;
}

std::size_t literal_size(std::string_view text) {
  if (text.size() < 3 || text[0] != '\'') return 0;
  const bool escape = text.size() > 3 && text[1] == '\\' && text[3] == '\'' &&
                      kEscapes.find(text[2]) != std::string_view::npos;
  if (escape) return 4;
  const std::size_t size = character_size(text.substr(1));
  const bool closed = size != 0 && 1 + size < text.size() && text[1 + size] == '\'';
  return closed && text[1] != '\n' ? size + 2 : 0;
}

std::int64_t character_of_literal(std::string_view literal) {
  const std::string_view text = literal.substr(1, literal.size() - 2);
  if (const std::optional<std::int64_t> code = parse_character(text)) return *code;
  return kEscaped[kEscapes.find(text[1])];
}

std::string literal_of(std::int64_t code) {
  const std::size_t escape = code < 0x80 ? kEscaped.find(static_cast<char>(code)) : kEscaped.npos;
  if (escape != std::string_view::npos) return std::string("'\\") + kEscapes[escape] + "'";
  return "'" + utf8_of(code) + "'";
}

}  // namespace lanefold::bril
