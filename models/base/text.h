// SPDX-License-Identifier: Apache-2.0
// Small text helpers for messages and tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanefold {

/// The text in single quotes on one line: control characters are shown as \xNN, and what is longer
/// than a name could be is cut.
std::string in_quotes(std::string_view text);

inline bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

/// The parts with a separator between them.
std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// The parts between separators; one empty part for an empty text.
std::vector<std::string> split(std::string_view text, char separator);

/// 1234567 as "1,234,567".
std::string with_thousands(unsigned long long number);

/// 0.1234 as "12.3%".
std::string percent(double ratio);

/// Rows of cells in columns that line up: the first column to the left, the others to the right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) { rows_.push_back(std::move(header)); }
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// An empty line between groups of rows.
  void gap() { rows_.emplace_back(); }
  /// Header, a rule, the rows; each line ends with a newline and no spaces.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace lanefold
