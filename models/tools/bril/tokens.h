// SPDX-License-Identifier: Apache-2.0
// The tokens of Bril's text form.
#pragma once

#include <string>
#include <string_view>

#include "lanefold/error.h"
#include "tools/bril/program.h"

namespace lanefold::bril {

/// `what` at a place of a file, as file:line:column.
Error error_at(const std::string& file, const Place& place, const std::string& what,
               ErrorKind kind = ErrorKind::Program);

/// Whether variables, functions and labels may be called so, in both forms.
bool is_name(std::string_view text);
/// Whether a program may import from there, in both forms: text in UTF-8 without quotes and control
/// characters, which have no way to be written.
bool is_path(std::string_view text);

struct Token {
  enum class Kind : std::uint8_t { Word, Number, Decimal, Character, Path, Sign, End };
  Kind kind = Kind::End;
  std::string
      text;  ///< words with the `.` or `@` before them, characters and paths with their quotes
  Place place;

  bool is(char sign) const { return kind == Kind::Sign && text[0] == sign; }
};

/// One token after the other; `#` begins a comment. Throws Error(Program).
class Tokens {
 public:
  /// The text outlives it.
  Tokens(std::string_view text, std::string file);

  /// The next one, which stays.
  const Token& peek() const { return next_; }
  Token take();
  /// Takes a sign if it is next.
  bool take_if(char sign);
  /// Takes a sign that must be next.
  void expect(char sign, const char* where);
  [[noreturn]] void refuse(const Token& token, const std::string& expected) const;
  const std::string& file() const { return file_; }

 private:
  void read();
  bool begins_number() const;
  void read_number();
  void read_path();
  void skip_blanks();
  void advance();

  std::string_view text_;
  std::string file_;
  std::size_t position_ = 0;
  Place place_{1, 1};
  Token next_;
};

}  // namespace lanefold::bril
