// SPDX-License-Identifier: Apache-2.0
// The tokens of Bril's text form.
#include "tools/bril/tokens.h"

#include <algorithm>

#include "base/text.h"
#include "tools/bril/characters.h"
#include "tools/bril/floats.h"

namespace lanefold::bril {
namespace {

/// Whether it is no first byte of a character in UTF-8.
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%';
}
bool continues_word(char c) { return begins_name(c) || is_digit(c) || c == '.'; }
bool begins_word(char c) { return begins_name(c) || c == '.' || c == '@'; }

}  // namespace

Error error_at(const std::string& file, const Place& place, const std::string& what,
               ErrorKind kind) {
  std::string where = file;
  if (place.line != 0) {
    where += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  }
  return {kind, where + ": " + what};
}

bool is_name(std::string_view text) {
  return !text.empty() && begins_name(text[0]) &&
         std::all_of(text.begin(), text.end(), continues_word);
}

bool is_path(std::string_view text) {
  const bool named = !text.empty();
  while (const std::size_t size = character_size(text)) {
    if (text[0] == '"' || (text[0] >= '\0' && text[0] < ' ')) return false;
    text.remove_prefix(size);
  }
  return named && text.empty();
}

Tokens::Tokens(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
  read();
}

Token Tokens::take() {
  Token taken = next_;
  if (taken.kind != Token::Kind::End) read();
  return taken;
}

bool Tokens::take_if(char sign) {
  if (!next_.is(sign)) return false;
  take();
  return true;
}

void Tokens::expect(char sign, const char* where) {
  if (!take_if(sign)) refuse(next_, "'" + std::string(1, sign) + "' " + where);
}

void Tokens::refuse(const Token& token, const std::string& expected) const {
  const std::string found =
      token.kind == Token::Kind::End ? "the end of the file" : in_quotes(token.text);
  throw error_at(file_, token.place, "expected " + expected + ", but found " + found);
}

void Tokens::advance() {
  const char c = text_[position_++];
  if (c == '\n') {
    place_ = {place_.line + 1, 1};
  } else if (!continues_character(c)) {
    ++place_.column;
  }
}

void Tokens::skip_blanks() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '#') {
      while (position_ < text_.size() && text_[position_] != '\n') advance();
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      advance();
    } else {
      return;
    }
  }
}

void Tokens::read() {
  skip_blanks();
  next_ = {Token::Kind::End, "", place_};
  if (position_ == text_.size()) return;
  const std::size_t begin = position_;
  const char first = text_[begin];
  if (const std::size_t size = literal_size(text_.substr(begin)); size != 0) {
    next_.kind = Token::Kind::Character;
    while (position_ < begin + size) advance();
  } else if (first == '"') {
    read_path();
  } else if (begins_number()) {
    read_number();
  } else if (begins_word(first)) {
    next_.kind = Token::Kind::Word;
    do advance();
    while (position_ < text_.size() && continues_word(text_[position_]));
  } else if (std::string_view("{}():;=,!<>").find(first) != std::string_view::npos) {
    next_.kind = Token::Kind::Sign;
    advance();
  } else {
    std::size_t end = begin + 1;  // of its character in UTF-8
    while (end < text_.size() && continues_character(text_[end])) ++end;
    throw error_at(
        file_, place_,
        in_quotes(text_.substr(begin, end - begin)) + " is no character of a Bril program");
  }
  next_.text = std::string(text_.substr(begin, position_ - begin));
  if (next_.kind != Token::Kind::Number) return;
  const bool whole =
      next_.text[0] != '.' && std::all_of(next_.text.begin() + 1, next_.text.end(), is_digit);
  if (whole) return;
  next_.kind = Token::Kind::Decimal;
  if (!is_number(next_.text)) {
    throw error_at(file_, next_.place, in_quotes(next_.text) + " is no number");
  }
}

/// A digit, also behind a sign, a point, or both.
bool Tokens::begins_number() const {
  std::size_t at = position_;
  if (text_[at] == '-' || text_[at] == '+') ++at;
  if (at < text_.size() && text_[at] == '.') ++at;
  return at < text_.size() && is_digit(text_[at]);
}

void Tokens::read_path() {
  next_.kind = Token::Kind::Path;
  const std::size_t size = text_.substr(position_ + 1).find('"');
  const bool closed = size != std::string_view::npos;
  if (!closed || !is_path(text_.substr(position_ + 1, size))) {
    throw error_at(file_, place_, "a path is text in one line, between two quotes");
  }
  const std::size_t end = position_ + size + 2;
  while (position_ < end) advance();
}

void Tokens::read_number() {
  next_.kind = Token::Kind::Number;
  const auto in_exponent = [this](char c) {
    const char before = text_[position_ - 1];
    return (c == '-' || c == '+') && (before == 'e' || before == 'E');
  };
  do advance();
  while (position_ < text_.size() &&
         (continues_word(text_[position_]) || in_exponent(text_[position_])));
}

}  // namespace lanefold::bril
