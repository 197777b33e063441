// SPDX-License-Identifier: Apache-2.0
// Reads the tables of docs/reference/opencl-builtins.md.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lanefold {

/// A row: the names in its first cell, with {a,b} expanded as a shell would, and all cells by the
/// heading of their column.
struct BuiltinRow {
  std::vector<std::string> names;
  std::map<std::string, std::string> cells;
};

std::vector<BuiltinRow> read_builtin_table(
    const std::string& file = "docs/reference/opencl-builtins.md");

}  // namespace lanefold
