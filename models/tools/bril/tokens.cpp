// SPDX-License-Identifier: Apache-2.0
// The tokens of Bril's text form.
#include "tools/bril/tokens.h"

#include <algorithm>

#include "base/text.h"

namespace lanefold::bril {
namespace {

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
  place_ =
      text_[position_] == '\n' ? Place{place_.line + 1, 1} : Place{place_.line, place_.column + 1};
  ++position_;
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
  const bool negative =
      (first == '-' || first == '+') && begin + 1 < text_.size() && is_digit(text_[begin + 1]);
  if (negative || is_digit(first)) {
    next_.kind = Token::Kind::Number;
    do advance();
    while (position_ < text_.size() && continues_word(text_[position_]));
  } else if (begins_word(first)) {
    next_.kind = Token::Kind::Word;
    do advance();
    while (position_ < text_.size() && continues_word(text_[position_]));
  } else if (std::string_view("{}():;=,!").find(first) != std::string_view::npos) {
    next_.kind = Token::Kind::Sign;
    advance();
  } else {
    std::size_t end = begin + 1;  // of its character in UTF-8
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0) == 0x80) ++end;
    throw error_at(
        file_, place_,
        in_quotes(text_.substr(begin, end - begin)) + " is no character of a Bril program");
  }
  next_.text = std::string(text_.substr(begin, position_ - begin));
  const bool number = next_.kind == Token::Kind::Number;
  if (number && !std::all_of(next_.text.begin() + 1, next_.text.end(), is_digit)) {
    throw error_at(file_, next_.place, in_quotes(next_.text) + " is no whole number");
  }
}

}  // namespace lanefold::bril
