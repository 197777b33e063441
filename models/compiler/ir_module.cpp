// SPDX-License-Identifier: Apache-2.0
// Looks through the lines of a module of LLVM IR.
#include "compiler/ir_module.h"

#include <cctype>
#include <vector>

#include "base/text.h"
#include "compiler/ir_text.h"

namespace lanefold {

std::string with_own_linkage(const std::string& ir, bool whole_program) {
  std::string result;
  result.reserve(ir.size());
  for_each_line(ir, [&](std::string_view line) {
    const auto replace = [&](std::string_view start, std::string_view by) {
      if (!starts_with(line, start)) return;
      result += by;
      line.remove_prefix(start.size());
    };
    replace("define available_externally ", "define linkonce_odr ");
    if (whole_program) replace("define dso_local spir_kernel ", "define internal spir_kernel ");
    result += line;
    result += '\n';
  });
  return result;
}

bool defines_function(const std::string& ir, std::string_view name) {
  bool found = false;
  const std::string start = " @" + std::string(name) + '(';
  for_each_line(ir, [&](std::string_view line) {
    if (starts_with(line, "define ") && line.find(start) < line.find('(')) found = true;
  });
  return found;
}

bool same_code(const std::string& ir, const std::string& other) {
  const auto code_of = [](std::string_view text) {
    std::vector<std::string_view> lines;
    for_each_line(text, [&](std::string_view line) {
      if (!starts_with(line, "attributes ") && !starts_with(line, "!")) lines.push_back(line);
    });
    return lines;
  };
  return code_of(ir) == code_of(other);
}

bool uses_double(const std::string& ir) {
  bool found = false;
  for_each_line(ir, [&](std::string_view line) {
    if (found || starts_with(line, "!") || starts_with(line, ";")) return;
    for (std::size_t at = line.find("double"); at != std::string_view::npos;
         at = line.find("double", at + 1)) {
      const auto part_of_name = [&](std::size_t i) {
        return i < line.size() && (std::isalnum(line[i]) != 0 || line[i] == '_' || line[i] == '.');
      };
      if ((at == 0 || !part_of_name(at - 1)) && !part_of_name(at + 6)) found = true;
    }
  });
  return found;
}

}  // namespace lanefold
