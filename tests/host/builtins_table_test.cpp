// SPDX-License-Identifier: Apache-2.0
// docs/reference/opencl-builtins.md names every built-in function that can be called, and no other.
#include <gtest/gtest.h>

#include <cctype>
#include <set>

#include "tests/support/builtin_calls.h"
#include "tests/support/builtin_table.h"

namespace lanefold {
namespace {

/// Words before an opening parenthesis, but for those of the compiler's own.
std::set<std::string> functions_called_in(const std::string& text) {
  std::set<std::string> names;
  for (std::size_t end = text.find('('); end != std::string::npos; end = text.find('(', end + 1)) {
    std::size_t start = end;
    const auto is_part = [](char c) { return std::isalnum(c) != 0 || c == '_'; };
    while (start > 0 && is_part(text[start - 1])) --start;
    const std::string name = text.substr(start, end - start);
    if (!name.empty() && name.rfind("__", 0) != 0) names.insert(name);
  }
  return names;
}

/// Those that the tables give a state, without operators like x / y.
std::set<std::string> functions_of_state(const std::string& state) {
  std::set<std::string> names;
  for (const BuiltinRow& row : read_builtin_table()) {
    const auto status = row.cells.find("status");
    if (status == row.cells.end() || status->second.rfind(state, 0) != 0) continue;
    for (const std::string& name : row.names) {
      if (name.find(' ') == std::string::npos) names.insert(name);
    }
  }
  return names;
}

// Each call of these bodies compiles and links, which builtins_link_test.cpp shows.
TEST(BuiltinTable, ListsEveryCallableFunction) {
  const std::set<std::string> called = functions_called_in(
      float_calls() + double_calls() + half_calls() + integer_calls() + conversion_calls() +
      vector_data_calls() + synchronisation_calls() + image_calls());
  const std::set<std::string> supported = functions_of_state("supported");
  for (const std::string& name : called) EXPECT_EQ(supported.count(name), 1U) << name;
  for (const std::string& name : supported) EXPECT_EQ(called.count(name), 1U) << name;
}

}  // namespace
}  // namespace lanefold
