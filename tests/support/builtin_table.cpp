// SPDX-License-Identifier: Apache-2.0
#include "tests/support/builtin_table.h"

#include <fstream>
#include <sstream>

#include "lanefold/error.h"

namespace lanefold {
namespace {

std::vector<std::string> expanded(const std::string& word) {
  const std::size_t open = word.find('{');
  if (open == std::string::npos) return {word};
  const std::size_t close = word.find('}', open);
  std::vector<std::string> words;
  std::istringstream choices(word.substr(open + 1, close - open - 1) + ',');
  for (std::string choice; std::getline(choices, choice, ',');) {
    for (const std::string& rest : expanded(word.substr(close + 1))) {
      words.push_back(word.substr(0, open) + choice + rest);
    }
  }
  return words;
}

/// What stands between backquotes, expanded.
std::vector<std::string> names_in(const std::string& cell) {
  std::vector<std::string> names;
  for (std::size_t open = cell.find('`'); open != std::string::npos;) {
    const std::size_t close = cell.find('`', open + 1);
    for (std::string& name : expanded(cell.substr(open + 1, close - open - 1))) {
      names.push_back(std::move(name));
    }
    open = cell.find('`', close + 1);
  }
  return names;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream parts(line.substr(1));
  for (std::string cell; std::getline(parts, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(' ');
    const std::size_t last = cell.find_last_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

}  // namespace

std::vector<BuiltinRow> read_builtin_table(const std::string& file) {
  std::ifstream text(file);
  if (!text) throw Error(ErrorKind::File, "cannot read " + file);
  std::vector<BuiltinRow> rows;
  std::vector<std::string> headings;
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line[0] != '|') {
      headings.clear();
      continue;
    }
    const std::vector<std::string> cells = cells_of(line);
    if (headings.empty()) {
      headings = cells;
    } else if (cells.at(0).find('`') != std::string::npos) {
      BuiltinRow row{names_in(cells[0]), {}};
      for (std::size_t i = 0; i < cells.size(); ++i) row.cells[headings.at(i)] = cells[i];
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace lanefold
