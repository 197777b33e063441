// SPDX-License-Identifier: Apache-2.0
// A pass over the text: strings and comments are left alone.
#include "compiler/rename_symbols.h"

#include <algorithm>
#include <cctype>

namespace lanefold {
namespace {

bool in_plain_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' ||
         c == '-';
}

/// Position after the next `end` from `at` on, or the text's end.
std::size_t after(std::string_view text, char end, std::size_t at) {
  const std::size_t found = text.find(end, at);
  return found == std::string_view::npos ? text.size() : found + 1;
}

}  // namespace

std::string rename_symbols(std::string_view ir,
                           const std::function<std::string(std::string_view)>& new_name) {
  std::string result;
  result.reserve(ir.size());
  for (std::size_t at = 0; at < ir.size();) {
    std::size_t next = at + 1;
    if (ir[at] == '@' && ir.substr(next, 1) == "\"") {
      next = after(ir, '"', at + 2);
      result += "@\"" + new_name(ir.substr(at + 2, next - at - 3)) + '"';
    } else if (ir[at] == '@') {
      while (next < ir.size() && in_plain_name(ir[next])) ++next;
      result += '@' + new_name(ir.substr(at + 1, next - at - 1));
    } else {
      if (ir[at] == '"') next = after(ir, '"', next);
      if (ir[at] == ';') next = after(ir, '\n', next);
      result += ir.substr(at, next - at);
    }
    at = next;
  }
  return result;
}

}  // namespace lanefold
