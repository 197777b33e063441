// SPDX-License-Identifier: Apache-2.0
// A look at OpenCL C source text before the compiler sees it.
#include "compiler/source_scan.h"

#include <cctype>
#include <cstddef>

#include "base/text.h"

namespace lanefold {
namespace {

/// Position after the literal that opens at `start`; a literal ends with its line at the latest.
std::size_t after_literal(std::string_view text, std::size_t start) {
  for (std::size_t i = start + 1; i < text.size(); ++i) {
    if (text[i] == text[start] || text[i] == '\n') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return text.size();
}

std::size_t after(std::string_view text, std::string_view end, std::size_t start) {
  const std::size_t found = text.find(end, start);
  return found == std::string_view::npos ? text.size() : found + end.size();
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Position after the preprocessing number at `start` (C99 clause 6.4.8).
std::size_t after_number(std::string_view text, std::size_t start) {
  std::size_t i = start;
  while (i < text.size()) {
    const bool exponent = std::string_view("eEpP").find(text[i]) != std::string_view::npos;
    const bool with_sign =
        exponent && i + 1 < text.size() && (text[i + 1] == '+' || text[i + 1] == '-');
    if (!is_word(text[i]) && text[i] != '.') break;
    i += with_sign ? 2 : 1;
  }
  return i;
}

/// A floating constant that no suffix makes a float or a half (OpenCL C 1.2 clause 6.1).
bool is_double_constant(std::string_view number) {
  const bool hexadecimal = starts_with(number, "0x") || starts_with(number, "0X");
  const std::string_view marks = hexadecimal ? ".pP" : ".eE";
  if (number.find_first_of(marks) == std::string_view::npos) return false;
  return std::string_view("fFhH").find(number.back()) == std::string_view::npos;
}

/// M_PI, DBL_MAX; not M_PI_F.
bool names_double_constant(std::string_view word) {
  return starts_with(word, "DBL_") || (starts_with(word, "M_") && !ends_with(word, "_F"));
}

/// An included file may name anything. Conversions name the type as well: convert_double4_rtz.
bool names_double(std::string_view word) {
  if (word == "cl_khr_fp64" || word == "cl_amd_fp64" || word == "include") return true;
  const std::size_t type = word.find("double");
  if (type == std::string_view::npos) return false;
  const std::string_view before = word.substr(0, type);
  std::string_view after = word.substr(type + 6);
  const bool converts = before == "convert_";
  if (converts) after = after.substr(0, after.find('_'));
  if (!converts && !before.empty() && before != "as_") return false;
  return after.empty() || after == "2" || after == "3" || after == "4" || after == "8" ||
         after == "16";
}

/// Whether one of the tokens outside of comments and literals is such a number or word.
template <class Number, class Word>
bool any_token(std::string_view source, Number&& is_number_looked_for, Word&& is_word_looked_for) {
  for (std::size_t i = 0; i < source.size();) {
    const std::string_view pair = source.substr(i, 2);
    if (pair == "//") {
      i = after(source, "\n", i);
    } else if (pair == "/*") {
      i = after(source, "*/", i + 2);
    } else if (source[i] == '"' || source[i] == '\'') {
      i = after_literal(source, i);
    } else if (is_digit(source[i]) || (pair[0] == '.' && pair.size() == 2 && is_digit(pair[1]))) {
      const std::size_t start = i;
      i = after_number(source, i);
      if (is_number_looked_for(source.substr(start, i - start))) return true;
    } else if (is_word(source[i])) {
      const std::size_t start = i;
      while (i < source.size() && is_word(source[i])) ++i;
      if (is_word_looked_for(source.substr(start, i - start))) return true;
    } else {
      ++i;
    }
  }
  return false;
}

}  // namespace

bool mentions_double(std::string_view source, bool constants_are_single) {
  return any_token(
      source,
      [=](std::string_view number) { return !constants_are_single && is_double_constant(number); },
      [=](std::string_view word) {
        return names_double(word) || (!constants_are_single && names_double_constant(word));
      });
}

bool mentions_half(std::string_view source) {
  return any_token(
      source, [](std::string_view) { return false; },
      [](std::string_view word) { return word == "cl_khr_fp16" || word == "include"; });
}

}  // namespace lanefold
