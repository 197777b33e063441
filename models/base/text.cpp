// SPDX-License-Identifier: Apache-2.0
// Quoting, splitting, numbers and tables for people.
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace lanefold {

namespace {

constexpr std::size_t kLongestQuote = 80;

std::string line_of(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths[i] - cells[i].size(), ' ');
    if (i > 0) line += "  ";
    line += i == 0 ? cells[i] + padding : padding + cells[i];
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text.substr(0, kLongestQuote)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      result += c;
    } else {
      std::array<char, 5> escape{};
      std::snprintf(escape.data(), escape.size(), "\\x%02x", byte);
      result += escape.data();
    }
  }
  return result + (text.size() > kLongestQuote ? "...'" : "'");
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += separator;
    result += parts[i];
  }
  return result;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator)) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.emplace_back(text);
  return parts;
}

std::string with_thousands(unsigned long long number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, ",");
  }
  return digits;
}

std::string percent(double ratio) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f%%", ratio * 100);
  return std::string(text.data()) == "-0.0%" ? "0.0%" : text.data();
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string result;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    result += line_of(rows_[r], widths);
    if (r > 0) continue;
    std::size_t rule = 2 * (widths.empty() ? 0 : widths.size() - 1);
    for (const std::size_t width : widths) rule += width;
    result += std::string(rule, '-') + "\n";
  }
  return result;
}

}  // namespace lanefold
